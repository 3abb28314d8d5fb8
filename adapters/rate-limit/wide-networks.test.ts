import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBudget } from "../../core/lib/kit/flow/budget.ts";
import { createRate } from "../../core/lib/kit/flow/rate.ts";
import { clientKey } from "./client-address.ts";
import { openRateLimiter } from "./open.ts";

/** One request each minute, two at once: a /48 has 32 at once. */
const RATE = createRate(1, 60, 2);

// The clock stands still, because networks get requests back while a slow test runs.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** Counts the allowed requests of one client in each of 200 networks. */
async function countAllowed(
  address: (index: number) => string,
  take: (key: string) => boolean | Promise<boolean>,
): Promise<number> {
  let allowed = 0;
  for (let index = 0; index < 200; index++) if (await take(clientKey(address(index)))) allowed++;
  return allowed;
}

describe("openRateLimiter", () => {
  const open = async () => {
    const { limiter } = await openRateLimiter(RATE, undefined);
    return async (key: string) => (await limiter.take(key, 1)).allowed;
  };

  it("bounds the /64 networks of one /48 together", async () =>
    expect(await countAllowed((index) => `2001:db8:1:${index.toString(16)}::1`, await open())).toBe(
      32,
    ));

  it("counts different /48 networks and IPv4 addresses separately", async () => {
    const take = await open();
    expect(await countAllowed((index) => `2001:db8:${index.toString(16)}::1`, take)).toBe(200);
    expect(await countAllowed((index) => `198.51.100.${index}`, take)).toBe(200);
  });

  it("bounds the /48 networks of one /32 together", async () => {
    const take = await open();
    let allowed = 0;
    for (let index = 0; index < 3_000; index++)
      if (await take(clientKey(`2001:db8:${index.toString(16)}::1`))) allowed++;
    expect(allowed).toBe(2_048);
    expect(await take(clientKey("2001:db9::1"))).toBe(true);
  });

  it("doesn't charge the /48 for requests above the rate of a client", async () => {
    const take = await open();
    expect(await countAllowed(() => "2001:db8:1:2::1", take)).toBe(2);
    expect(await take(clientKey("2001:db8:1:3::1"))).toBe(true);
  });

  it("counts unauthenticated requests and agents of a network in the same way", async () => {
    const take = await open();
    const address = (index: number) => `2001:db8:1:${index.toString(16)}::1`;
    expect(await countAllowed(address, (key) => take(`refused ${key}`))).toBe(32);
    expect(await countAllowed(address, (key) => take(`network ${key}`))).toBe(32);
  });
});

it("a budget also bounds the /64 networks of one /48 together", async () => {
  const address = (index: number) => `2001:db8:1:${index.toString(16)}::1`;
  const secondsUntilAllowed = createBudget(() => 0, createRate(1, 60, 1));
  expect(await countAllowed(address, (key) => secondsUntilAllowed(key) === 0)).toBe(16);
});
