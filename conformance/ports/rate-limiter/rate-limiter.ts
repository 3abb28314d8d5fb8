import assert from "node:assert/strict";
import type { Rate } from "../../../core/lib/kit/flow/rate.ts";
import type { RateLimiter } from "../../../core/ports/rate-limiter.ts";
import { createCheck, type PortCheck } from "../port-check.ts";

/** A rate limiter without recorded requests, and control over its clock. */
export interface RateLimiterFixture {
  readonly limiter: RateLimiter;
  advance(seconds: number): void;
  close(): unknown;
}

/** The rate of the limiters that the suite checks. */
export const RATE: Rate = { quota: 60, windowSeconds: 60, burst: 20 };

/** Sends `count` requests and returns how many were allowed. */
async function countAllowed(
  { limiter }: RateLimiterFixture,
  key: string,
  count: number,
  cost = 1,
): Promise<number> {
  let allowedCount = 0;
  for (let index = 0; index < count; index++) {
    const { allowed } = await limiter.take(key, cost);
    if (allowed) allowedCount += 1;
  }
  return allowedCount;
}

const check = createCheck<RateLimiterFixture>;

/** Checks that every implementation of `RateLimiter` must pass. */
export const rateLimiterSuite: readonly PortCheck<RateLimiterFixture>[] = [
  check("allows a new client the whole burst and no more", async (fixture) => {
    assert.equal(await countAllowed(fixture, "a", 30), 20);
  }),
  check("returns the remaining requests and when they increase", async ({ limiter }) => {
    const result = await limiter.take("a", 1);
    assert.deepEqual([result.allowed, result.remaining, result.retryAfterSeconds], [true, 19, 0]);
    assert.ok(result.resetSeconds > 0 && result.resetSeconds <= 1, String(result.resetSeconds));
  }),
  check("allows a rejected request after the returned delay", async (fixture) => {
    await countAllowed(fixture, "a", 20);
    const { allowed, remaining, retryAfterSeconds } = await fixture.limiter.take("a", 1);
    assert.deepEqual([allowed, remaining], [false, 0]);
    assert.ok(retryAfterSeconds > 0 && retryAfterSeconds <= 1, String(retryAfterSeconds));
    fixture.advance(retryAfterSeconds + 0.001);
    assert.ok((await fixture.limiter.take("a", 1)).allowed);
  }),
  check("doesn't count rejected requests", async (fixture) => {
    await countAllowed(fixture, "a", 500);
    fixture.advance(1.001);
    assert.equal(await countAllowed(fixture, "a", 3), 1);
  }),
  check("restores requests at the rate, up to the burst", async (fixture) => {
    await countAllowed(fixture, "a", 20);
    fixture.advance(5.001);
    assert.equal(await countAllowed(fixture, "a", 10), 5);
    fixture.advance(10_000);
    assert.equal(await countAllowed(fixture, "a", 30), 20);
  }),
  check("counts fractions of a request", async (fixture) => {
    assert.equal(await countAllowed(fixture, "a", 250, 0.1), 200);
    assert.equal(await countAllowed(fixture, "a", 1), 0);
  }),
  check("allows a fraction when less than one request remains", async (fixture) => {
    await countAllowed(fixture, "a", 195, 0.1);
    assert.equal((await fixture.limiter.take("a", 1)).allowed, false);
    assert.equal(await countAllowed(fixture, "a", 9, 0.1), 5);
  }),
  check("counts each key separately, whatever it contains", async (fixture) => {
    for (const key of ["a", "b", "", "__proto__", "constructor", "2001:db8::/64", "\u{1f3a7}"])
      assert.equal(await countAllowed(fixture, key, 21), 20, key);
  }),
  check("counts simultaneous requests", async ({ limiter }) => {
    const results = await Promise.all(Array.from({ length: 40 }, () => limiter.take("a", 1)));
    assert.equal(results.filter(({ allowed }) => allowed).length, 20);
  }),
];
