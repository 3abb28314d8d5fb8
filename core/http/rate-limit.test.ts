import { describe, expect, test } from "vitest";
import type { Table } from "../../generated/table.ts";
import { createRate, type Rate, take } from "../lib/kit/rate.ts";
import type { Problem } from "./problem.ts";
import { createCostTable, createRateLimit } from "./rate-limit.ts";
import { createRequestContext } from "./request-context.ts";

const operation = (method: string, path: string) =>
  ({ method, path }) as Table["operations"][string];
const costOf = createCostTable(
  {
    title: "",
    version: "",
    $defs: {},
    bindings: {},
    operations: {
      a: operation("GET", "/agent/things.json"),
      b: operation("POST", "/agent/things/{id}"),
    },
  },
  "/agent/",
);

describe("createCostTable()", () => {
  test.each([
    ["GET", "/agent/things.json", { cost: 1, route: "/agent/things.json" }],
    ["HEAD", "/agent/things.json", { cost: 1, route: "/agent/things.json" }],
    ["POST", "/agent/things/7", { cost: 1, route: "/agent/things/{id}" }],
    ["POST", "/agent/things/7/", { cost: 1, route: "/agent/things/{id}" }],
    ["POST", "/agent/things.json", { cost: 0.1 }],
    ["GET", "/agent/things-json", { cost: 0.1 }],
    ["POST", "/agent/things/7/more", { cost: 0.1 }],
    ["GET", "/agent/", { cost: 0.1 }],
    ["OPTIONS", "/agent/things.json", { cost: 0 }],
    ["GET", "/agent", { cost: 0 }],
    ["GET", "/", { cost: 0 }],
  ])("prices %s %s", (method, path, cost) => expect(costOf(method, path)).toEqual(cost));
});

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
    const checkRateLimit = createRateLimit(
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
        await checkRateLimit(
          new Request("http://a.example/", { headers: { network } }),
          { cost: 1 },
          context,
        );
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
