import assert from "node:assert/strict";
import { parseMediaType } from "../callers/spec-validator.ts";
import type { Exchange, TestContext } from "../case.ts";
import { unlessForwarded } from "./conditions.ts";

/** Paths whose responses change with each request and must not be cached. */
const UNCACHED_PATHS = new Set(["/healthz", "/readyz", "/metrics"]);

/** Paths that a reverse proxy leaves to the site behind it. */
const FORWARDED_PATHS = new Set(["/", "/healthz", "/readyz"]);

/** The metrics: visible only to the operator of a deployment, and different with each request. */
export const OPERATOR_PATH = "/metrics";

/** The exchanges that apply to every document of either service. */
export function createDocumentExchanges(
  path: string,
  mediaTypes: readonly string[],
): readonly [Exchange<TestContext>, ...Exchange<TestContext>[]] {
  const exchanges: readonly [Exchange<TestContext>, ...Exchange<TestContext>[]] = [
    {
      it: "returns a declared media type",
      request: { path },
      status: 200,
      check(response) {
        if (mediaTypes.length > 0)
          assert.ok(
            mediaTypes.includes(parseMediaType(response)),
            `${parseMediaType(response)} is not one of ${mediaTypes}`,
          );
        assert.ok(response.bytes.length > 0);
      },
    },
    {
      it: "answers HEAD with the headers of GET and no body",
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
    unlessForwarded({
      it: "returns 405 and lists the allowed methods",
      request: { method: "POST", path, body: "{}" },
      status: 405,
      mediaType: "application/problem+json",
      headers: { allow: "GET, HEAD, OPTIONS" },
    }),
    unlessForwarded({
      it: "rejects DELETE",
      request: { method: "DELETE", path },
      status: 405,
      headers: { allow: "GET, HEAD, OPTIONS" },
    }),
    unlessForwarded({
      it: "lists the allowed methods in response to OPTIONS",
      request: { method: "OPTIONS", path },
      status: 204,
      headers: { allow: "GET, HEAD, OPTIONS" },
    }),
  ];
  return FORWARDED_PATHS.has(path)
    ? (exchanges.map(unlessForwarded) as unknown as typeof exchanges)
    : exchanges;
}

/**
 * Documents of the service run no script, can't be framed and send no referrer. Needs the fixture,
 * because the operator's own files have the operator's headers.
 */
function securityHeadersExchange(path: string): Exchange<TestContext> {
  return {
    it: "prevents browsers from running scripts and framing it",
    requires: "fixture",
    request: { path, headers: { accept: "text/html" } },
    status: 200,
    headers: {
      "content-security-policy": /^default-src 'none';(?!.*script).* frame-ancestors 'none'/,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  };
}

/** The exchanges of documents that clients may cache and revalidate with an ETag. */
function conditionalExchanges(path: string): Exchange<TestContext>[] {
  return [
    {
      it: "returns 304 if the ETag matches",
      request: async ({ send }) => ({
        path,
        headers: { "if-none-match": `"another", W/${(await send({ path })).headers["etag"]}` },
      }),
      status: 304,
      headers: { etag: /^(W\/)?"[^"]+"$/ },
    },
    {
      it: "returns the document if the ETag is outdated",
      request: { path, headers: { "if-none-match": '"long-ago"' } },
      status: 200,
    },
  ];
}
