import assert from "node:assert/strict";
import { mediaTypeOf } from "../callers/judge.ts";
import type { Asker, Exchange } from "../case.ts";

/** Made anew each time, and kept by no one. */
const UNKEPT = new Set(["/healthz", "/readyz", "/metrics"]);

/** What a deployment shows to its operator alone; it says something else each time. */
export const OPERATORS = "/metrics";

/** What holds of every document, wherever it is. */
export function documentExchanges(
  path: string,
  mediaTypes: readonly string[],
): readonly [Exchange<Asker>, ...Exchange<Asker>[]] {
  return [
    {
      it: "answers in the media type that it declares",
      ask: { path },
      status: 200,
      check(answer) {
        if (mediaTypes.length > 0)
          assert.ok(
            mediaTypes.includes(mediaTypeOf(answer)),
            `${mediaTypeOf(answer)} is none of ${mediaTypes}`,
          );
        assert.ok(answer.bytes.length > 0);
      },
    },
    {
      it: "answers HEAD with GET's headers and no body",
      ask: { method: "HEAD", path },
      status: 200,
      check: async ({ headers }, { ask }) => {
        const got = await ask({ path });
        for (const name of ["content-type", "content-length", "etag", "cache-control"]) {
          if (path === OPERATORS && name === "content-length") continue;
          assert.equal(
            headers[name] ?? "",
            got.headers[name] ?? (name === "content-length" ? String(got.bytes.length) : ""),
            name,
          );
        }
      },
    },
    ...(UNKEPT.has(path) ? [] : unchanged(path)),
    ...(path === "/" ? [] : [harmless(path)]),
    {
      it: "answers 405 and says what it allows",
      ask: { method: "POST", path, body: "{}" },
      status: 405,
      mediaType: "application/problem+json",
      headers: { allow: "GET, HEAD, OPTIONS" },
    },
    {
      it: "allows no DELETE",
      ask: { method: "DELETE", path },
      status: 405,
      headers: { allow: "GET, HEAD, OPTIONS" },
    },
    {
      it: "says by OPTIONS what it allows",
      ask: { method: "OPTIONS", path },
      status: 204,
      headers: { allow: "GET, HEAD, OPTIONS" },
    },
  ];
}

/** Whatever a browser shows of ours runs nothing, frames nothing and passes nothing on; a file of the site's own is its own. */
function harmless(path: string): Exchange<Asker> {
  return {
    it: "lets a browser run nothing of it",
    needs: "rig",
    ask: { path, headers: { accept: "text/html" } },
    status: 200,
    headers: {
      "content-security-policy": /^default-src 'none';.* frame-ancestors 'none'$/,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  };
}

/** An answer that can be kept is asked for again with its ETag. */
function unchanged(path: string): Exchange<Asker>[] {
  return [
    {
      it: "says with 304 that nothing has changed",
      ask: async ({ ask }) => ({
        path,
        headers: { "if-none-match": `"another", W/${(await ask({ path })).headers["etag"]}` },
      }),
      status: 304,
      headers: { etag: /^(W\/)?"[^"]+"$/ },
    },
    {
      it: "answers anew where the ETag is an old one",
      ask: { path, headers: { "if-none-match": '"long-ago"' } },
      status: 200,
    },
  ];
}
