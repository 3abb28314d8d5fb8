import { describe, expect, it } from "vitest";
import { formatTraceparent, parseTraceparent, randomHex } from "./span-context.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

describe("parseTraceparent()", () => {
  it("reads IDs and the flag that the trace is recorded", () => {
    const sampled = `00-${TRACE}-${SPAN}-01`;
    expect(parseTraceparent(sampled)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: true });
    expect(formatTraceparent(parseTraceparent(sampled)!)).toBe(sampled);
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-02`)).toMatchObject({ isSampled: false });
  });

  it("reads the known fields of later versions", () => {
    expect(parseTraceparent(`cc-${TRACE}-${SPAN}-01-what-comes-later`)).toMatchObject({
      traceId: TRACE,
      isSampled: true,
    });
  });

  it.each([
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${"0".repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE.slice(1)}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    "",
  ])("rejects %j", (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});

describe("randomHex()", () => {
  it("returns different IDs of the right length beyond the size of its pool", () => {
    const ids = Array.from({ length: 1_000 }, () => randomHex(16));
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(1_000);
  });
});
