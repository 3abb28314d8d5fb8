import assert from "node:assert/strict";
import type { Limiter, Rate } from "../../core/index.ts";

/** One observable promise, ready to be run; rejects with what is wrong. */
export interface RateLimiterCheck {
  readonly name: string;
  run(): Promise<void>;
}

/** Makes a limiter of this rate with nobody known to it, and something that lets its clock go on. */
export type CreateRateLimiter = (rate: Rate) => {
  readonly limiter: Limiter;
  advance(seconds: number): void | Promise<void>;
};

const RATE: Rate = { quota: 60, windowSeconds: 60, burst: 20 };

/** What every driver of the Limiter port must do. */
export function createRateLimiterSuite(make: CreateRateLimiter): readonly RateLimiterCheck[] {
  const check = (
    name: string,
    run: (subject: ReturnType<CreateRateLimiter>) => Promise<void>,
  ): RateLimiterCheck => ({ name, run: () => run(make(RATE)) });
  const spend = async (
    { limiter }: ReturnType<CreateRateLimiter>,
    key: string,
    count: number,
    cost = 1,
  ) => {
    let allowed = 0;
    for (let each = 0; each < count; each++) if ((await limiter.take(key, cost)).allowed) allowed++;
    return allowed;
  };
  return [
    check("lets a client that it does not know take the burst, and no more", async (subject) => {
      assert.equal(await spend(subject, "a", 30), 20);
    }),
    check("says what is left and when there is more", async ({ limiter }) => {
      const result = await limiter.take("a", 1);
      assert.deepEqual([result.allowed, result.remaining, result.retryAfterSeconds], [true, 19, 0]);
      assert.ok(result.resetSeconds > 0 && result.resetSeconds <= 1, String(result.resetSeconds));
    }),
    check("says when to come again, and then lets in what it refused", async (subject) => {
      await spend(subject, "a", 20);
      const { allowed, remaining, retryAfterSeconds } = await subject.limiter.take("a", 1);
      assert.deepEqual([allowed, remaining], [false, 0]);
      assert.ok(retryAfterSeconds > 0 && retryAfterSeconds <= 1, String(retryAfterSeconds));
      await subject.advance(retryAfterSeconds + 0.001);
      assert.ok((await subject.limiter.take("a", 1)).allowed);
    }),
    check("takes nothing for what it refuses", async (subject) => {
      await spend(subject, "a", 500);
      await subject.advance(1.001);
      assert.equal(await spend(subject, "a", 3), 1);
    }),
    check("brings one back after each share of the window, up to the burst", async (subject) => {
      await spend(subject, "a", 20);
      await subject.advance(5.001);
      assert.equal(await spend(subject, "a", 10), 5);
      await subject.advance(10_000);
      assert.equal(await spend(subject, "a", 30), 20);
    }),
    check("counts parts of a request", async (subject) => {
      assert.equal(await spend(subject, "a", 250, 0.1), 200);
      assert.equal(await spend(subject, "a", 1), 0);
    }),
    check("lets a tenth in where there is no whole request left", async (subject) => {
      await spend(subject, "a", 195, 0.1);
      assert.equal((await subject.limiter.take("a", 1)).allowed, false);
      assert.equal(await spend(subject, "a", 9, 0.1), 5);
    }),
    check("keeps clients apart, whatever their keys are", async (subject) => {
      for (const key of ["a", "b", "", "__proto__", "constructor", "2001:db8::/64", "\u{1f3a7}"])
        assert.equal(await spend(subject, key, 21), 20, key);
    }),
    check("counts what is asked at the same time", async ({ limiter }) => {
      const all = await Promise.all(Array.from({ length: 40 }, () => limiter.take("a", 1)));
      assert.equal(all.filter(({ allowed }) => allowed).length, 20);
    }),
  ];
}
