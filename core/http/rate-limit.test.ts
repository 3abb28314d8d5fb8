import { describe, expect, test } from "vitest";
import { createRate, type Rate, take } from "../lib/kit/flow/rate.ts";
import type { Problem } from "./problem.ts";
import { createRateLimit } from "./rate-limit.ts";
import { createRequestContext } from "./request-context.ts";

describe("createRateLimit()", () => {
  const RATE = createRate(60, 60, 2);
  const VERIFIED = createRate(300, 60, 4);

  /**
   * Returns a function that sends a request from a network, perhaps as an agent, and returns the
   * RateLimit header or the problem's status.
   */
  function createFixture() {
    const due = new Map<string, number>();
    const limiter = (rate: Rate) => ({
      take(key: string, cost: number) {
        const result = take(rate, due.get(key), 0, cost);
        due.set(key, result.due);
        return result;
      },
    });
    const rateLimit = createRateLimit(
      {
        rate: RATE,
        limiter: limiter(RATE),
        clientKey: ({ headers }) => headers.get("network")!,
        verified: { rate: VERIFIED, limiter: limiter(VERIFIED) },
      },
      () => {},
    );
    return async (network: string, host?: string) => {
      const context = createRequestContext("http://a.example/", "1");
      if (host) context.verdict = { outcome: "verified", agent: `https://${host}/keys`, host };
      try {
        const request = new Request("http://a.example/", { headers: { network } });
        await rateLimit.take(request, context, { cost: 1 });
        return context.headers!["ratelimit"];
      } catch (error) {
        return (error as Problem).status;
      }
    };
  }

  test("counts a verified agent by its host, separately from other clients of its network", async () => {
    const send = createFixture();
    expect(await send("one")).toBe('"client";r=1;t=1');
    expect(await send("one", "agent.example")).toBe('"agent";r=3;t=1');
    expect(await send("two", "agent.example")).toBe('"agent";r=2;t=1');
    expect(await send("three", "agent.example")).toBe('"agent";r=1;t=1');
    expect(await send("four", "agent.example")).toBe('"agent";r=0;t=1');
    expect(await send("five", "agent.example")).toBe(429);
    expect(await send("five", "other.example")).toBe('"agent";r=2;t=1');
    expect(await send("one")).toBe('"client";r=0;t=1');
  });

  test("limits all agents of a network to the rate of one agent", async () => {
    const send = createFixture();
    const outcomes = [];
    for (let at = 0; at < 5; at++) outcomes.push(await send("one", `agent-${at}.example`));
    expect(outcomes).toEqual([
      '"agent";r=3;t=1',
      '"agent";r=2;t=1',
      '"agent";r=1;t=1',
      '"agent";r=0;t=1',
      429,
    ]);
  });

  test("counts unverified requests by client", async () => {
    const send = createFixture();
    expect([await send("one"), await send("one"), await send("one")]).toEqual([
      '"client";r=1;t=1',
      '"client";r=0;t=1',
      429,
    ]);
  });
});
