import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { AcceptRequest, NewEvent } from "../../core/ports/stores/event-store.ts";
import type { Trigger } from "../../core/ports/stores/trigger-store.ts";
import { createAcceptTogether } from "./accept-together.ts";

/** A store that knows the keys of events, and records how many events each transaction had. */
function createFixture() {
  const idByKey = new Map<string, string>();
  const sizes: number[] = [];
  const accept = async ({ trigger, events }: AcceptRequest) => {
    sizes.push(events.length);
    await setImmediate();
    if (trigger.id === "trg_deleted") return { outcome: "stale" as const };
    if (events.some(({ event }) => event.key === "broken")) throw new Error("It is broken.");
    const accepted: string[] = [];
    const duplicates: string[] = [];
    for (const { event } of events) {
      const existing = idByKey.get(event.key);
      if (existing === undefined) accepted.push(event.id);
      else duplicates.push(existing);
      idByKey.set(event.key, existing ?? event.id);
    }
    return { outcome: "accepted" as const, accepted, duplicates, delay: 0 };
  };
  const acceptTogether = createAcceptTogether(accept);
  const send = (keys: readonly string[], id = "trg_1", more: Partial<AcceptRequest> = {}) =>
    acceptTogether({
      trigger: { id, revision: 1 } as Trigger,
      events: keys.map((key) => ({ event: { id: `evt_${key}_${++count}`, key } }) as NewEvent),
      keepData: 1,
      now: 1,
      ...more,
    });
  let count = 0;
  return { send, sizes };
}

describe("createAcceptTogether()", () => {
  it("accepts together what arrives at the same moment, and tells each what became of its events", async () => {
    const { send, sizes } = createFixture();
    const results = await Promise.all([
      send(["a"]),
      send(["b", "a", "c"]),
      send([]),
      send(["c", "d"]),
    ]);
    expect(sizes).toEqual([6]);
    expect(results).toMatchObject([
      { accepted: ["evt_a_1"], duplicates: [] },
      { accepted: ["evt_b_2", "evt_c_4"], duplicates: ["evt_a_1"] },
      { accepted: [], duplicates: [] },
      { accepted: ["evt_d_6"], duplicates: ["evt_c_4"] },
    ]);
  });

  it("accepts together what arrives while others are stored", async () => {
    const { send, sizes } = createFixture();
    const first = send(["a"]);
    while (sizes.length === 0) await setImmediate();
    await Promise.all([first, send(["b"]), send(["c"])]);
    expect(sizes).toEqual([1, 2]);
  });

  it("keeps triggers, and requests that change the trigger, apart", async () => {
    const { send, sizes } = createFixture();
    const save = { trigger: {} as Trigger } as AcceptRequest["save"];
    const results = await Promise.all([
      send(["a"]),
      send(["b"], "trg_deleted"),
      send(["c"], "trg_1", { save }),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(["accepted", "stale", "accepted"]);
    expect(sizes).toEqual([1, 1, 1]);
  });

  it("fails only the request whose events can't be stored", async () => {
    const { send } = createFixture();
    const requests = [send(["a"]), send(["b"]), send(["broken"]), send(["c"])];
    const results = await Promise.allSettled(requests);
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
  });
});
