import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import { CLIENT_HEADER, RATE_LIMITED_CLIENT } from "../../fixtures/site.ts";
import { GZIPPED_BODY, LARGE_BODY } from "../../fixtures/upstream-responders.ts";
import { parseUpstreamRequest, sha256Hex } from "./proxy-upstream-failures.ts";

const PROBLEM_RESPONSE = { mediaType: "application/problem+json" } as const;
const UPLOAD = "x".repeat(300_000);

/** An exchange that checks that a method and its body reach the upstream unchanged. */
const methodExchange = (name: string, body?: string): Exchange => ({
  it: `forwards ${name}${body ? " with its body" : ""}`,
  request: {
    method: name,
    path: "/echo?a=%20b&a=2",
    ...(body && { body }),
    headers: { "x-own": "1", ...(body && { "content-type": "text/plain" }) },
  },
  status: 200,
  check(response) {
    const { method, url, headers, length, hash } = parseUpstreamRequest(response);
    assert.deepEqual(
      [method, url, headers["x-own"], length],
      [name, "/echo?a=%20b&a=2", "1", body?.length ?? 0],
    );
    if (body) assert.equal(hash, sha256Hex(body));
  },
});

const redirectExchange = (
  path: string,
  it: string,
  status: number,
  location: string | ((origin: string) => string),
): Exchange => ({
  it,
  request: { path },
  status,
  check: ({ headers }, { urlFor }) =>
    assert.equal(
      headers["location"],
      typeof location === "string" ? location : location(urlFor("").replace(/\/$/, "")),
    ),
});

/** Requests that the reverse proxy forwards. */
export const forwardingExchanges: readonly [Exchange, ...Exchange[]] = [
  {
    it: "returns a page of the upstream unchanged and adds headers for agents",
    request: { path: "/about" },
    status: 200,
    mediaType: "text/html",
    headers: {
      "x-own": "1",
      vary: "accept-encoding, accept",
      link: /rel="service-desc".*<\/about\.md>; rel="alternate"/,
    },
    check({ text, headers }) {
      assert.match(text, /since before agents/);
      assert.equal(headers["x-content-type-options"], undefined);
    },
  },
  methodExchange("POST", "hello"),
  methodExchange("PUT", UPLOAD),
  methodExchange("PATCH", "{}"),
  methodExchange("DELETE"),
  methodExchange("OPTIONS"),
  methodExchange("PROPFIND"),
  {
    it: "forwards HEAD",
    request: { method: "HEAD", path: "/big" },
    status: 200,
    headers: { "content-length": "1000000", "accept-ranges": "bytes" },
  },
  {
    it: "returns a megabyte byte for byte",
    request: { path: "/big" },
    status: 200,
    check: ({ bytes }) => assert.equal(sha256Hex(bytes), sha256Hex(LARGE_BODY)),
  },
  {
    it: "returns a range of the upstream",
    request: { path: "/big", headers: { range: "bytes=10-19" } },
    status: 206,
    headers: { "content-range": "bytes 10-19/1000000" },
    check: ({ bytes }) => assert.deepEqual([...bytes], [...LARGE_BODY.subarray(10, 20)]),
  },
  {
    it: "returns a chunked body without trailers",
    request: { path: "/chunks" },
    status: 200,
    check: ({ text, headers }) =>
      assert.deepEqual([text, headers["trailer"]], ["one two three", undefined]),
  },
  {
    it: "leaves compressed bodies compressed",
    request: { path: "/gzip", headers: { "accept-encoding": "gzip" } },
    status: 200,
    headers: { "content-encoding": "gzip" },
    check: ({ bytes }) => assert.equal(sha256Hex(bytes), sha256Hex(GZIPPED_BODY)),
  },
  {
    it: "keeps Set-Cookie headers separate and forwards Cookie",
    request: { path: "/private", headers: { cookie: "who=me; x=1" } },
    status: 200,
    headers: { "set-cookie": "a=1; Path=/, b=2; Path=/; HttpOnly" },
    check: ({ text }) => assert.match(text, /For who=me; x=1\./),
  },
  {
    it: "returns the 304 of the upstream",
    request: async ({ send }) => ({
      path: "/",
      headers: { "if-none-match": (await send({ path: "/" })).headers["etag"]! },
    }),
    status: 304,
  },
  {
    it: "returns the 404 of the upstream",
    request: { path: "/nothing/here" },
    status: 404,
    mediaType: "text/html",
    headers: { "x-own": "404" },
    check: ({ headers }) => assert.equal(headers["link"], undefined),
  },
  {
    it: "returns 502 if the upstream sends an invalid status",
    request: { path: "/odd" },
    status: 502,
    ...PROBLEM_RESPONSE,
  },
  {
    it: "returns the 503 of the upstream",
    request: { path: "/unready" },
    status: 503,
    headers: { "retry-after": "7" },
  },
  {
    it: "forwards repeated slashes",
    request: { path: "/double//slash" },
    status: 404,
    headers: { "x-own": "404" },
  },
  redirectExchange(
    "/moved",
    "rewrites a redirect to the upstream's URL to the public URL",
    302,
    (origin) => `${origin}/about?a=1`,
  ),
  redirectExchange(
    "/moved-away",
    "leaves redirects to other sites unchanged",
    302,
    "https://elsewhere.example/about",
  ),
  redirectExchange("/moved-here", "leaves a redirect to a path unchanged", 301, "/about"),
  {
    it: "doesn't rewrite a redirect to a port that begins with the upstream's",
    request: { path: "/moved-lookalike" },
    status: 302,
    headers: { location: /127\.0\.0\.1:\d+0\/about$/ },
  },
  {
    it: "removes the hop-by-hop headers of the response",
    request: { path: "/hop" },
    status: 200,
    headers: { "x-outer": "1" },
    check: ({ headers }) =>
      assert.deepEqual(
        [headers["x-inner"], headers["proxy-authenticate"], headers["alt-svc"]],
        [undefined, undefined, undefined],
      ),
  },
  {
    it: "replaces the forwarding headers of the client",
    request: {
      path: "/echo",
      headers: {
        "x-forwarded-for": "6.6.6.6",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "gopher",
        forwarded: "for=6.6.6.6;host=evil.example",
        "x-real-ip": "6.6.6.6",
        "x-original-url": "/admin",
      },
    },
    status: 200,
    check(response, { urlFor }) {
      const { headers } = parseUpstreamRequest(response);
      const { host, protocol } = new URL(urlFor("/"));
      assert.deepEqual(
        [headers["x-forwarded-host"], headers["x-forwarded-proto"]],
        [host, protocol.slice(0, -1)],
      );
      assert.match(headers["forwarded"]!, new RegExp(`host="${host}";proto=http$`));
      assert.doesNotMatch(JSON.stringify(headers), /6\.6\.6\.6|evil\.example|gopher|admin/);
    },
  },
  {
    it: "removes the hop-by-hop headers of the request",
    request: {
      path: "/echo",
      headers: {
        connection: "keep-alive, x-secret",
        "x-secret": "1",
        te: "trailers",
        "proxy-authorization": "Basic eDp5",
      },
    },
    status: 200,
    check(response) {
      const { headers } = parseUpstreamRequest(response);
      assert.deepEqual(
        [headers["x-secret"], headers["te"], headers["proxy-authorization"]],
        [undefined, undefined, undefined],
      );
    },
  },
  {
    it: "rejects a WebSocket with 501",
    request: {
      path: "/echo",
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      },
    },
    status: 501,
    ...PROBLEM_RESPONSE,
    check: ({ text }) => assert.equal(JSON.parse(text).code, "not_implemented"),
  },
  {
    it: "rejects a wrong host",
    request: { path: "/about", headers: { host: "evil.example" } },
    status: 421,
    ...PROBLEM_RESPONSE,
  },
  {
    it: "forwards unknown paths beside its own to the upstream",
    request: { method: "POST", path: "/checkout/basket", body: "{}" },
    status: 200,
    check: (response) => assert.equal(parseUpstreamRequest(response).length, 2),
  },
  {
    it: "never counts page loads toward the rate limit",
    request: { path: "/about", headers: { [CLIENT_HEADER]: RATE_LIMITED_CLIENT } },
    status: 200,
  },
];
