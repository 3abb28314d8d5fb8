import { type Outbound, type OutboundCode, outboundFailure } from "../../core/ports/outbound.ts";

/** Where the profiles of the rig's UCP platforms are. */
export const PLATFORM_ORIGIN = "https://platform.example";

const CAPABILITIES = [
  "dev.ucp.shopping.checkout",
  "dev.ucp.shopping.catalog.search",
  "dev.ucp.shopping.catalog.lookup",
  "dev.ucp.shopping.order",
];
const createProfile = (version: string, names: readonly string[] = CAPABILITIES) =>
  JSON.stringify({
    ucp: {
      version,
      services: {},
      capabilities: Object.fromEntries(
        names.map((name) => [name, [{ version: "2026-01-11" }, { version }]]),
      ),
      payment_handlers: {},
    },
  });

const PROFILES: Readonly<
  Record<
    string,
    { readonly status?: number; readonly text?: string; readonly isUnavailable?: OutboundCode }
  >
> = {
  "/2026-04-08": { text: createProfile("2026-04-08") },
  "/2026-08-25": { text: createProfile("2026-08-25") },
  "/old": { text: createProfile("2026-01-11") },
  "/draft": { text: createProfile("draft") },
  "/idle": { text: createProfile("2026-04-08", []) },
  "/elsewhere": {
    text: JSON.stringify({
      ucp: {
        version: "2026-04-08",
        capabilities: { "dev.ucp.shopping.checkout": [{ version: "2026-01-11" }] },
      },
    }),
  },
  "/html": { text: "<!doctype html>" },
  "/empty": { text: "{}" },
  "/crooked": {
    text: JSON.stringify({
      ucp: { version: "2026-04-08", capabilities: { "dev.ucp.shopping.checkout": { version: 1 } } },
    }),
  },
  "/gone": { status: 404 },
  "/moved": { status: 302 },
  "/slow": { isUnavailable: "timeout" },
  "/large": { isUnavailable: "too_large" },
  "/inside": { isUnavailable: "blocked_address" },
};

/** Fetches the profiles that the cases know, and nothing else. */
export const createProfileOutbound = (): Outbound => ({
  async fetch(url) {
    const {
      status = 200,
      text = "",
      isUnavailable,
    } = PROFILES[new URL(url).pathname] ?? { isUnavailable: "unresolvable" };
    if (isUnavailable)
      throw outboundFailure(isUnavailable, `The rig has ${isUnavailable} at ${url}.`);
    const headers = new Headers({ "cache-control": "max-age=3600" });
    const body = new Response(text);
    return {
      status,
      url,
      headers,
      body: body.body ?? new ReadableStream(),
      bytes: () => body.bytes(),
      text: () => body.text(),
    };
  },
});
