import assert from "node:assert/strict";
import type { CallResult } from "../../case.ts";
import { CLIENT_HEADER } from "../../fixtures/site.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";

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
