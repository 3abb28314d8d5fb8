import { describe, expect, it } from "vitest";
import { createBodyDeadline } from "./body-deadline.ts";

describe("createBodyDeadline()", () => {
  const createWithClock = () => {
    const clock = { milliseconds: 0 };
    const deadline = createBodyDeadline({ pieceMs: 800, streamMs: 2000 }, () => clock.milliseconds);
    /** Receives a chunk after some time. Returns the limit for it. */
    const receiveAfter = (milliseconds: number, bytes: number) => {
      const limit = deadline.wait();
      clock.milliseconds += milliseconds;
      deadline.receive(bytes);
      return limit;
    };
    return { clock, receiveAfter };
  };

  it("limits each chunk, and all chunks together", () => {
    const { receiveAfter } = createWithClock();
    expect([700, 700, 300, 300, 300].map((each) => receiveAfter(each, 1))).toEqual([
      800, 800, 700, 400, 100,
    ]);
  });

  it("adds a second for each 16 KiB", () => {
    const { receiveAfter } = createWithClock();
    const limits = Array.from({ length: 20 }, () => receiveAfter(790, 16 * 1024));
    expect(limits).toEqual(Array(20).fill(800));
  });

  it("doesn't count the time in which nobody waits", () => {
    const { clock, receiveAfter } = createWithClock();
    receiveAfter(100, 1);
    clock.milliseconds += 60_000;
    expect(receiveAfter(100, 1)).toBe(800);
  });
});
