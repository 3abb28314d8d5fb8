import { describe, expect, test } from "vitest";
import { formatExposition } from "../../core/lib/kit/text/exposition.ts";
import { type Outbound, outboundFailure } from "../../core/ports/outbound.ts";
import type { Checkout, CheckoutStore } from "../../core/ports/stores/checkout-store.ts";
import type {
  AcceptRequest,
  AcceptResult,
  EventStore,
} from "../../core/ports/stores/event-store.ts";
import type { RunRecord, RunStore } from "../../core/ports/stores/run-store.ts";
import { countCheckouts, countEvents, countOutbound, countRuns } from "./counted-ports.ts";
import { createCounters } from "./counters.ts";

/** Returns the samples, without comments. */
const readSamples = (counters: ReturnType<typeof createCounters>) =>
  formatExposition(counters.families())
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

test("adds amounts to samples by their labels", () => {
  const counters = createCounters();
  counters.add("events", ["poll", "accepted"], 2);
  counters.add("events", ["poll", "accepted"]);
  counters.add("events", ["poll", "duplicate"], 0);
  counters.add("runs", ["failed"]);
  expect(readSamples(counters)).toEqual([
    'jackfield_runs_total{status="failed"} 1',
    'jackfield_events_total{kind="poll",outcome="accepted"} 3',
  ]);
});

describe("counted ports", () => {
  test("count runs that are stored as finished", async () => {
    const counters = createCounters();
    const finish = async ({ id }: RunRecord) => id === "run_1";
    const store = countRuns({ finish } as unknown as RunStore, counters);
    const options = { wasBegun: true };
    await store.finish({ id: "run_1", status: "succeeded" } as RunRecord, options);
    await store.finish({ id: "run_2", status: "succeeded" } as RunRecord, options);
    expect(readSamples(counters)).toEqual(['jackfield_runs_total{status="succeeded"} 1']);
  });

  test("count accepted and repeated events, and none of a stale trigger", async () => {
    const counters = createCounters();
    const results: AcceptResult[] = [
      { outcome: "accepted", accepted: ["evt_1", "evt_2"], duplicates: ["evt_0"], delay: 0 },
      { outcome: "stale" },
    ];
    const store = { accept: async () => results.shift()! } as unknown as EventStore;
    const counted = countEvents(store, counters);
    const request = { trigger: { kind: "webhook" } } as AcceptRequest;
    expect(await counted.accept(request)).toMatchObject({ outcome: "accepted" });
    expect(await counted.accept(request)).toEqual({ outcome: "stale" });
    expect(readSamples(counters)).toEqual([
      'jackfield_events_total{kind="webhook",outcome="accepted"} 2',
      'jackfield_events_total{kind="webhook",outcome="duplicate"} 1',
    ]);
  });

  test("count checkouts that are created, and those that end", async () => {
    const counters = createCounters();
    const store = countCheckouts(
      {
        addCheckout: async () => {},
        saveCheckout: async ({ version }: Checkout) => version === 1,
      } as unknown as CheckoutStore,
      counters,
    );
    await store.addCheckout({ state: "opening" } as Checkout);
    await store.saveCheckout({ state: "open", version: 1 } as Checkout);
    await store.saveCheckout({ state: "completed", version: 1 } as Checkout);
    await store.saveCheckout({ state: "completed", version: 2 } as Checkout);
    expect(readSamples(counters)).toEqual([
      'jackfield_checkouts_total{state="created"} 1',
      'jackfield_checkouts_total{state="completed"} 1',
    ]);
  });

  test("count requests by the class of their status, and by why they failed", async () => {
    const counters = createCounters();
    const outcomes = [
      async () => ({ status: 204 }),
      async () => ({ status: 503 }),
      async () => {
        throw outboundFailure("timeout", "app.example did not answer.");
      },
    ];
    const client = { fetch: () => outcomes.shift()!() } as unknown as Outbound;
    const counted = countOutbound(client, counters);
    await counted.fetch("https://app.example");
    await counted.fetch("https://app.example");
    await expect(counted.fetch("https://app.example")).rejects.toThrow("did not answer");
    expect(readSamples(counters)).toEqual([
      'jackfield_outbound_requests_total{outcome="2xx"} 1',
      'jackfield_outbound_requests_total{outcome="5xx"} 1',
      'jackfield_outbound_requests_total{outcome="timeout"} 1',
    ]);
  });
});
