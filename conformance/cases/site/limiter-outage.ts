import assert from "node:assert/strict";
import type { CallResult, Exchange, Exchanges } from "../../case.ts";
import { CLIENT_HEADER, LIMITER_DOWN_CLIENT } from "../../fixtures/site.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";
import { legacyRequest, modernRequest } from "../mcp-messages.ts";

/** The rate limit of the fixture's clients. */
export const POLICY = '"client";q=60;w=60';

/** Checks that a 429 states the limit and when to retry. */
export function assertRetryAfter({ value, headers }: CallResult): void {
  const { retryable, detail, hint } = value as Record<string, unknown>;
  assert.equal(retryable, true);
  assert.match(String(detail), /60 requests in 60 seconds/);
  assert.match(String(hint), /a second/);
  assertRateLimitHeaders(headers);
}

/** Checks the rate limit headers of a 429. */
export function assertRateLimitHeaders(headers: Readonly<Record<string, string>>): void {
  assert.equal(headers["retry-after"], "1");
  assert.equal(headers["ratelimit"], '"client";r=0;t=1');
  assert.equal(headers["ratelimit-policy"], POLICY);
}

let clientCount = 0;

/** Returns an unused client address. */
export function newClient(): string {
  clientCount += 1;
  return `client-${process.pid}-${clientCount}-${Math.random()}`;
}

/** Sends a request from a client address. */
export const asClient = (client: string, request: TestRequest): TestRequest => ({
  ...request,
  headers: { ...request.headers, [CLIENT_HEADER]: client },
});

/** Returns the remaining quota that a response states. */
export const remainingQuota = ({ headers }: TestResponse) =>
  Number(/^"client";r=(\d+);t=\d+$/.exec(headers["ratelimit"] ?? "")?.[1]);

const CALL = { name: "search_pages", arguments: { q: "tape" } };

const jsonRequest = (path: string, body: object, headers = {}): TestRequest => ({
  method: "POST",
  path,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/**
 * An exchange that must fail while the rate limiter is unavailable, because it creates a checkout.
 */
const limiterDownExchange = (
  request: () => TestRequest,
  check: (value: any) => void,
): Exchange => ({
  it: "creates no checkout while the rate limiter is unavailable",
  requires: "fixture",
  request: () => asClient(LIMITER_DOWN_CLIENT, request()),
  status: 503,
  headers: { "retry-after": "10" },
  check({ text, headers }) {
    assert.equal(headers["ratelimit"], undefined);
    check(JSON.parse(text));
  },
});

const CHECKOUT = { offer: "reel-tape", quantity: 1 };
const CREATE = { name: "create_checkout", arguments: CHECKOUT };

const assertLimiterError = ({ error }: any) =>
  assert.deepEqual(
    [error.code, error.data.code, error.data.status, error.data.retryable],
    [-32000, "limiter_unavailable", 503, true],
  );

/** Requests while the rate limiter is unavailable: reads succeed and checkouts are rejected. */
export const limiterDownExchanges: Exchanges = {
  "/agent/commerce/checkouts": [
    limiterDownExchange(
      () => jsonRequest("/agent/commerce/checkouts", CHECKOUT),
      ({ code, status, retryable }) =>
        assert.deepEqual([code, status, retryable], ["limiter_unavailable", 503, true]),
    ),
  ],
  "/agent/commerce/ucp/checkout-sessions": [
    limiterDownExchange(
      () =>
        jsonRequest(
          "/agent/commerce/ucp/checkout-sessions",
          { line_items: [{ item: { id: "reel-tape" }, quantity: 1 }] },
          {
            "ucp-agent": 'profile="https://agent.example/profile.json"',
            "idempotency-key": crypto.randomUUID(),
          },
        ),
      ({ code }) => assert.equal(code, "service_unavailable"),
    ),
  ],
  "/agent/commerce/acp/checkout_sessions": [
    limiterDownExchange(
      () =>
        jsonRequest(
          "/agent/commerce/acp/checkout_sessions",
          { line_items: [{ id: "reel-tape", quantity: 1 }], capabilities: {} },
          { "api-version": "2026-04-17", "idempotency-key": crypto.randomUUID() },
        ),
      ({ type, code }) =>
        assert.deepEqual([type, code], ["service_unavailable", "limiter_unavailable"]),
    ),
  ],
  "/agent/commerce/products": [
    {
      it: "returns products while the rate limiter is unavailable",
      requires: "fixture",
      request: asClient(LIMITER_DOWN_CLIENT, { path: "/agent/commerce/products" }),
      status: 200,
    },
  ],
  "/mcp": [
    limiterDownExchange(() => modernRequest("tools/call", CREATE), assertLimiterError),
    {
      ...limiterDownExchange(() => legacyRequest("tools/call", CREATE), assertLimiterError),
      it: "creates no checkout while the rate limiter is unavailable, in the legacy era",
    },
    {
      it: "runs read-only tools while the rate limiter is unavailable",
      requires: "fixture",
      request: asClient(LIMITER_DOWN_CLIENT, modernRequest("tools/call", CALL)),
      status: 200,
      check: ({ text }) => assert.ok(JSON.parse(text).result.structuredContent.hits.length > 0),
    },
  ],
};
