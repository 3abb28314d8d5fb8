import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EndedSpan } from "./create-tracer.ts";
import { createSpanQueue, type SendResult } from "./span-queue.ts";

const createSpan = (name: string) => ({ name }) as EndedSpan;
const ACCEPTED: SendResult = { outcome: "accepted", rejected: 0 };
const UNAVAILABLE: SendResult = { outcome: "failed", isRetryable: true };

/** A queue with the results of its collector, and what that received. */
function createFixture(results: SendResult[] = [], options = {}) {
  const batches: string[][] = [];
  const queue = createSpanQueue({
    send: async (spans) => {
      batches.push(spans.map(({ name }) => name));
      return results.shift() ?? ACCEPTED;
    },
    ...options,
  });
  const add = (...names: string[]) => {
    for (const name of names) queue.add(createSpan(name));
  };
  const counts = () =>
    Object.fromEntries(
      queue.families()[0]!.samples.map(({ labels, value }) => [labels!["outcome"], value]),
    );
  return { queue, batches, add, counts };
}

describe("createSpanQueue()", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    // Restored later, a spied timer would be the fake one.
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it("isn't postponed by spans that are added faster than timers fire", async () => {
    const { batches, add } = createFixture([], { maxPerBatch: 2 });
    const setTimer = vi.spyOn(globalThis, "setTimeout");
    add("a", "b", "c", "d", "e");
    // One timer for the first span, and one for the full batch.
    expect(setTimer).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(0);
    expect(batches[0]).toEqual(["a", "b"]);
  });

  it("sends spans together after a delay, or at once if there are many", async () => {
    const { batches, add, counts } = createFixture([], { maxPerBatch: 3, delayMs: 1_000 });
    add("a", "b");
    await vi.advanceTimersByTimeAsync(999);
    expect(batches).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toEqual([["a", "b"]]);
    add("c", "d", "e", "f");
    await vi.advanceTimersByTimeAsync(0);
    expect(batches.slice(1)).toEqual([["c", "d", "e"]]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(batches.slice(2)).toEqual([["f"]]);
    expect(counts()).toEqual({ exported: 6, dropped: 0, rejected: 0, failed: 0 });
  });

  it("drops and counts spans beyond its size while the collector is down", async () => {
    const down = Array.from({ length: 5 }, () => UNAVAILABLE);
    const { batches, add, counts } = createFixture(down, { maxSpans: 4, maxPerBatch: 2 });
    add("a", "b", "c", "d", "e", "f");
    expect(counts()).toMatchObject({ dropped: 2 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(batches.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => ["a", "b"]));
    expect(batches.slice(5)).toEqual([["c", "d"]]);
    expect(counts()).toEqual({ exported: 2, dropped: 2, rejected: 0, failed: 2 });
  });

  it("waits as long as the collector says, and doesn't retry what it refuses", async () => {
    const { batches, add, counts } = createFixture([
      { outcome: "failed", isRetryable: true, retryAfterMs: 30_000 },
      { outcome: "failed", isRetryable: false },
    ]);
    add("a");
    await vi.advanceTimersByTimeAsync(5_000 + 29_999);
    expect(batches).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(batches).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(batches).toHaveLength(2);
    expect(counts()).toMatchObject({ failed: 1 });
  });

  it("counts what the collector rejects", async () => {
    const { add, counts } = createFixture([{ outcome: "accepted", rejected: 1 }]);
    add("a", "b");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(counts()).toEqual({ exported: 1, dropped: 0, rejected: 1, failed: 0 });
  });

  it("sends everything when it closes", async () => {
    const { queue, batches, add } = createFixture([UNAVAILABLE], { maxPerBatch: 2 });
    add("a", "b", "c");
    await queue.close();
    expect(batches).toEqual([["a", "b"], ["c"]]);
  });

  it("closes although the collector never answers", async () => {
    const queue = createSpanQueue({ send: () => new Promise(() => {}) });
    queue.add(createSpan("a"));
    const closed = queue.close(3_000);
    await vi.advanceTimersByTimeAsync(3_000);
    await closed;
  });
});
