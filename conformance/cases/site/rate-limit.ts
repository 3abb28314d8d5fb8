import assert from "node:assert/strict";
import type { Exchange, Exchanges } from "../../case.ts";
import { LIMITER_DOWN_CLIENT, RATE_LIMITED_CLIENT } from "../../fixtures/site.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";
import { legacyRequest, modernRequest, postMessage } from "../mcp-messages.ts";
import {
  asClient,
  assertRateLimitHeaders,
  newClient,
  POLICY,
  remainingQuota,
} from "./limiter-outage.ts";

const PAGE = "/guide/tape-heads.html";
const SEARCH = "/agent/search?q=tape";
const CALL = { name: "search_pages", arguments: { q: "tape" } };

/**
 * An exchange of a new client. `check` receives a function that sends further requests of the same
 * client.
 */
const sameClientExchange = (
  it: string,
  request: TestRequest,
  status: number,
  check: (
    first: TestResponse,
    send: (testRequest: TestRequest) => Promise<TestResponse>,
    urlFor: (path: string) => string,
  ) => Promise<void> | void,
): Exchange => {
  let client: string;
  return {
    it,
    requires: "fixture",
    request: () => {
      client = newClient();
      return asClient(client, request);
    },
    status,
    check: (response, { send, urlFor }) =>
      check(response, (next) => send(asClient(client, next)), urlFor),
  };
};

const unlimitedExchange = (path: string): Exchange =>
  sameClientExchange(`never counts ${path}`, { path }, 200, (response) =>
    assert.equal(response.headers["ratelimit"], undefined),
  );

/** Small documents cost a tenth, and are sent above the rate too. */
const toleratedExchanges = (path: string): Exchange[] => [
  sameClientExchange(`counts ${path}`, { path }, 200, (response) =>
    assert.equal(response.headers["ratelimit"], '"client";r=19;t=1'),
  ),
  {
    it: `sends ${path} above the rate`,
    requires: "fixture",
    request: asClient(RATE_LIMITED_CLIENT, { path }),
    status: 200,
  },
];

const rejectedMessageExchange = (
  it: string,
  request: TestRequest,
  id: string | number | null,
): Exchange => ({
  it,
  requires: "fixture",
  request: asClient(RATE_LIMITED_CLIENT, request),
  status: 429,
  mediaType: "application/json",
  check({ text, headers }) {
    const { jsonrpc, id: responseId, error } = JSON.parse(text);
    assert.deepEqual(
      [jsonrpc, responseId, error.data.code, error.data.status],
      ["2.0", id, "rate_limited", 429],
    );
    assert.equal(error.data.instance, `urn:uuid:${headers["request-id"]}`);
    assertRateLimitHeaders(headers);
  },
});

/** The rate limits of clients, over HTTP and MCP. */
export const rateLimitExchanges: Exchanges = {
  "/agent/search": [
    sameClientExchange(
      "returns the remaining quota with each response",
      { path: SEARCH },
      200,
      async (first, send) => {
        assert.equal(first.headers["ratelimit"], '"client";r=19;t=1');
        assert.equal(first.headers["ratelimit-policy"], POLICY);
        assert.equal(remainingQuota(await send({ path: SEARCH })), 18);
      },
    ),
    sameClientExchange(
      "allows the burst and rejects further requests",
      { path: SEARCH },
      200,
      async (_, send) => {
        const statuses = [];
        for (let each = 0; each < 25; each++) statuses.push((await send({ path: SEARCH })).status);
        assert.deepEqual(statuses, [...Array(19).fill(200), ...Array(6).fill(429)]);
      },
    ),
    sameClientExchange(
      "counts failed operations like successful ones",
      { path: "/agent/search?q=" },
      400,
      (response) => assert.equal(remainingQuota(response), 19),
    ),
    sameClientExchange(
      "counts a wrong method as a tenth of a request",
      { method: "POST", path: "/agent/search", body: "{}" },
      405,
      async (_, send) => {
        for (let each = 0; each < 8; each++)
          await send({ method: "POST", path: "/agent/search", body: "{}" });
        assert.equal(
          remainingQuota(await send({ method: "PUT", path: "/agent/search", body: "{}" })),
          19,
        );
      },
    ),
    sameClientExchange(
      "doesn't count OPTIONS",
      { method: "OPTIONS", path: "/agent/search" },
      204,
      (response) => assert.equal(response.headers["ratelimit"], undefined),
    ),
    sameClientExchange("counts HTTP and MCP together", { path: SEARCH }, 200, async (_, send) => {
      assert.equal(remainingQuota(await send(legacyRequest("tools/call", CALL))), 18);
      assert.equal(remainingQuota(await send(modernRequest("tools/call", CALL))), 17);
      assert.equal(remainingQuota(await send({ path: SEARCH })), 16);
    }),
    {
      it: "exposes the rate limit headers to pages of any origin",
      request: { path: SEARCH },
      status: 200,
      headers: { "access-control-expose-headers": /RateLimit, RateLimit-Policy.*Retry-After/ },
    },
    {
      it: "rejects HEAD without a body",
      requires: "fixture",
      request: asClient(RATE_LIMITED_CLIENT, { method: "HEAD", path: SEARCH }),
      status: 429,
      headers: { "retry-after": "1" },
    },
    {
      it: "accepts searches while the rate limiter is unavailable",
      requires: "fixture",
      request: asClient(LIMITER_DOWN_CLIENT, { path: SEARCH }),
      status: 200,
      check: ({ headers }) => assert.equal(headers["ratelimit"], undefined),
    },
  ],
  "/agent/site.json": [
    {
      it: "states the rate limits",
      requires: "fixture",
      request: () => asClient(newClient(), { path: "/agent/site.json" }),
      status: 200,
      check: ({ text }) => {
        const { limits } = JSON.parse(text);
        assert.deepEqual([limits.requests_per_minute, limits.burst], [60, 20]);
        assert.deepEqual([limits.verified_requests_per_minute, limits.verified_burst], [300, 60]);
      },
    },
  ],
  "/*": [
    {
      it: "rejects a large document above the rate",
      requires: "fixture",
      request: asClient(RATE_LIMITED_CLIENT, { path: "/openapi.json" }),
      status: 429,
      mediaType: "application/problem+json",
    },
    ...toleratedExchanges("/llms.txt"),
    ...toleratedExchanges("/support"),
    unlimitedExchange("/healthz"),
    unlimitedExchange("/metrics"),
    sameClientExchange(
      "counts a page as a tenth of a request in every representation",
      { path: PAGE },
      200,
      async (first, send, urlFor) => {
        const url = urlFor(PAGE);
        const read = `/agent/read?url=${encodeURIComponent(url)}`;
        const markdown = { accept: "text/markdown" };
        const requests: TestRequest[] = [
          { path: PAGE, method: "HEAD" },
          { path: PAGE.replace("html", "md") },
          { path: PAGE, headers: markdown },
          { path: read },
          { path: read, headers: { accept: "application/json" } },
          { path: `${read}&format=text` },
          { path: "/notes/plain-words.md" },
          legacyRequest("tools/call", { name: "read_page", arguments: { url } }),
          modernRequest("tools/call", { name: "read_page", arguments: { url } }),
        ];
        const quotas = [first];
        for (const request of requests) quotas.push(await send(request));
        assert.deepEqual(quotas.map(remainingQuota), Array(10).fill(19));
        assert.equal(remainingQuota(await send({ path: read })), 18);
      },
    ),
    {
      it: "serves pages to clients that have exceeded their rate limit",
      requires: "fixture",
      request: asClient(RATE_LIMITED_CLIENT, { path: "/" }),
      status: 200,
    },
    sameClientExchange(
      "counts an unknown path under /agent/ as a tenth of a request",
      { path: "/agent/nothing" },
      404,
      async (first, send) => {
        assert.equal(remainingQuota(first), 19);
        assert.equal(remainingQuota(await send({ path: SEARCH })), 18);
      },
    ),
    {
      it: "doesn't count requests with a wrong host",
      requires: "fixture",
      request: asClient(RATE_LIMITED_CLIENT, { path: SEARCH, headers: { host: "evil.example" } }),
      status: 421,
    },
  ],
  "/mcp": [
    rejectedMessageExchange(
      "rejects a call over the rate limit with its ID (2025-11-25)",
      legacyRequest("tools/call", CALL),
      7,
    ),
    rejectedMessageExchange(
      "rejects a call over the rate limit with its ID (2026-07-28)",
      modernRequest("tools/call", CALL),
      "seven",
    ),
    rejectedMessageExchange(
      "rejects a malformed message over the rate limit with a null ID",
      postMessage("{"),
      null,
    ),
    sameClientExchange(
      "returns the remaining quota with each MCP response",
      legacyRequest("tools/call", CALL),
      200,
      (response) => assert.equal(remainingQuota(response), 19),
    ),
    sameClientExchange(
      "counts protocol messages as a tenth of a request",
      legacyRequest("ping"),
      200,
      async (_, send) => {
        for (const request of [
          legacyRequest("tools/list"),
          postMessage('{"jsonrpc":"2.0","method":"notifications/initialized"}'),
          modernRequest("server/discover"),
          postMessage("{"),
          legacyRequest("nothing/here"),
        ])
          await send(request);
        for (let each = 0; each < 3; each++) await send(legacyRequest("ping"));
        assert.equal(remainingQuota(await send(legacyRequest("ping"))), 19);
      },
    ),
    sameClientExchange(
      "doesn't count a preflight",
      { method: "OPTIONS", path: "/mcp" },
      204,
      (response) => assert.equal(response.headers["ratelimit"], undefined),
    ),
    {
      it: "doesn't count requests of pages that aren't allowed",
      requires: "fixture",
      request: asClient(
        RATE_LIMITED_CLIENT,
        legacyRequest("ping", {}, { origin: "https://evil.example" }),
      ),
      status: 403,
    },
    {
      it: "exposes the rate limit headers to pages of the site",
      request: ({ info }) => legacyRequest("ping", {}, { origin: new URL(info.url).origin }),
      status: 200,
      headers: { "access-control-expose-headers": /RateLimit, RateLimit-Policy.*Retry-After/ },
    },
  ],
};
