import { describe, expect, it } from "vitest";
import { createSampler } from "./sampler.ts";

const SAMPLED = { traceId: "1", spanId: "2", isSampled: true };
const NOT_SAMPLED = { traceId: "1", spanId: "2", isSampled: false };

describe("createSampler()", () => {
  it("records all or nothing, whatever a client sent", () => {
    const on = createSampler({ sampler: "always_on", ratio: 1 });
    const off = createSampler({ sampler: "always_off", ratio: 1 });
    expect([on(undefined, false), on(NOT_SAMPLED, true)]).toEqual([true, true]);
    expect([off(undefined, false), off(SAMPLED, true)]).toEqual([false, false]);
  });

  it("records a share of the traces, and a client can't choose which", () => {
    const draws = [0.1, 0.9, 0.1, 0.9];
    const ratio = createSampler({ sampler: "traceidratio", ratio: 0.5 }, () => draws.shift()!);
    expect([
      ratio(undefined, false),
      ratio(undefined, false),
      ratio(NOT_SAMPLED, true),
      ratio(SAMPLED, true),
    ]).toEqual([true, false, true, false]);
  });

  it("follows its own decision in everything that is part of a trace", () => {
    const off = createSampler({ sampler: "always_off", ratio: 1 });
    expect(off(SAMPLED, false)).toBe(true);
    const on = createSampler({ sampler: "always_on", ratio: 1 });
    expect(on(NOT_SAMPLED, false)).toBe(false);
  });

  it("follows clients if the operator says so", () => {
    const parent = createSampler({ sampler: "parentbased_traceidratio", ratio: 0 });
    expect([parent(SAMPLED, true), parent(NOT_SAMPLED, true), parent(undefined, false)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
