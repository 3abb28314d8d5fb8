import { describe, expect, it } from "vitest";
import { estimateConfidence } from "./confidence.ts";

describe("estimateConfidence", () => {
  it("grows with the score and with the lead", () => {
    const weak = estimateConfidence({ isFirst: true, score: 0.2, rivalScore: 0.15 });
    const strong = estimateConfidence({ isFirst: true, score: 0.8, rivalScore: 0.75 });
    const leading = estimateConfidence({ isFirst: true, score: 0.8, rivalScore: 0.5 });
    expect(weak).toBeLessThan(0.2);
    expect(strong).toBeGreaterThan(weak);
    expect(leading).toBeGreaterThan(0.95);
  });

  it("is low for matches far behind the first", () => {
    expect(estimateConfidence({ isFirst: false, score: 0.5, rivalScore: 0.9 })).toBeLessThan(0.05);
  });
});
