import type { Asker, Exchange, FoundOfPlatform } from "../../case.ts";
import type { Asking } from "../../targets/target.ts";

type Of = Exchange<FoundOfPlatform>;

/** An exchange that shows the platform's key. */
export const keyed = (exchange: Exchange<Asker> | Of): Of => ({
  ...exchange,
  ask: async (found) => {
    const { ask } = exchange as Of;
    return withKey(typeof ask === "function" ? await ask(found) : ask, found.key);
  },
});

/** The request with a key in its header. */
export const withKey = (asking: Asking, key: string): Asking => ({
  ...asking,
  headers: { ...asking.headers, authorization: `Bearer ${key}` },
});

/** The request with the key in its path: the link form of /mcp. */
export const linked = (asking: Asking, key: string): Asking => ({
  ...asking,
  path: `/mcp/k/${key}`,
});

/** A POST of a task. */
export const finding = (body: unknown): Asking => ({
  method: "POST",
  path: "/api/v1/tools/find",
  headers: { "content-type": "application/json" },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
