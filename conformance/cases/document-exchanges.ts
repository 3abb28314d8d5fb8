import assert from "node:assert/strict";
import { parseMediaType } from "../callers/spec-validator.ts";
import type { Exchange, TestContext } from "../case.ts";

/** Made anew each time, and kept by no one. */
const UNCACHED_PATHS = new Set(["/healthz", "/readyz", "/metrics"]);

/** What a deployment shows to its operator alone; it says something else each time. */
export const OPERATOR_PATH = "/metrics";

/** What holds of every document, wherever it is. */
export function createDocumentExchanges(
  path: string,
  mediaTypes: readonly string[],
): readonly [Exchange<TestContext>, ...Exchange<TestContext>[]] {
  return [
    {
      it: "answers in the media type that it declares",
      request: { path },
      status: 200,
      check(response) {
        if (mediaTypes.length > 0)
          assert.ok(
            mediaTypes.includes(parseMediaType(response)),
            `${parseMediaType(response)} is none of ${mediaTypes}`,
          );
        assert.ok(response.bytes.length > 0);
      },
    },
    {
      it: "answers HEAD with GET's headers and no body",
      request: { method: "HEAD", path },
      status: 200,
      check: async ({ headers }, { send }) => {
        const response = await send({ path });
        for (const name of ["content-type", "content-length", "etag", "cache-control"]) {
          if (path === OPERATOR_PATH && name === "content-length") continue;
          assert.equal(
            headers[name] ?? "",
            response.headers[name] ??
              (name === "content-length" ? String(response.bytes.length) : ""),
            name,
          );
        }
      },
    },
    ...(UNCACHED_PATHS.has(path) ? [] : conditionalExchanges(path)),
    ...(path === "/" ? [] : [securityHeadersExchange(path)]),
    {
      it: "answers 405 and says what it allows",
      request: { method: "POST", path, body: "{}" },
      status: 405,
      mediaType: "application/problem+json",
      headers: { allow: "GET, HEAD, OPTIONS" },
    },
    {
      it: "allows no DELETE",
      request: { method: "DELETE", path },
      status: 405,
      headers: { allow: "GET, HEAD, OPTIONS" },
    },
    {
      it: "says by OPTIONS what it allows",
      request: { method: "OPTIONS", path },
      status: 204,
      headers: { allow: "GET, HEAD, OPTIONS" },
    },
  ];
}

/** Whatever a browser shows of ours runs nothing, frames nothing and passes nothing on; a file of the site's own is its own. */
function securityHeadersExchange(path: string): Exchange<TestContext> {
  return {
    it: "lets a browser run nothing of it",
    requires: "fixture",
    request: { path, headers: { accept: "text/html" } },
    status: 200,
    headers: {
      "content-security-policy": /^default-src 'none';.* frame-ancestors 'none'$/,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  };
}

/** An answer that can be kept is asked for again with its ETag. */
function conditionalExchanges(path: string): Exchange<TestContext>[] {
  return [
    {
      it: "says with 304 that nothing has changed",
      request: async ({ send }) => ({
        path,
        headers: { "if-none-match": `"another", W/${(await send({ path })).headers["etag"]}` },
      }),
      status: 304,
      headers: { etag: /^(W\/)?"[^"]+"$/ },
    },
    {
      it: "answers anew where the ETag is an old one",
      request: { path, headers: { "if-none-match": '"long-ago"' } },
      status: 200,
    },
  ];
}
