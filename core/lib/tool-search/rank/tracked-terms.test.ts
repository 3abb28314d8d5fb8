import { describe, expect, it } from "vitest";
import { buildIndex } from "../index/build.ts";
import { openIndex } from "../index/open-index.ts";
import { parseTask } from "../task/parse-task.ts";
import { maskCoverage, trackTerms } from "./tracked-terms.ts";

const words = Array.from(
  { length: 40 },
  (_, number) => `word${"abcdefghij"[number % 10]}${"klmn"[number % 4]}`,
);
const index = openIndex(
  buildIndex([
    {
      name: "atlas.delete_issue",
      app: ["Atlas"],
      categories: [],
      title: "Delete an issue",
      description: words.join(" "),
      parameters: [],
      tags: [],
    },
  ]),
);

const track = (task: string) => trackTerms(parseTask(task, [index]));

describe("trackTerms", () => {
  it("gives each term a bit, and the words for an everyday verb the bit of the verb", () => {
    const { bits, idfs } = track("toss the issue");
    expect(idfs).toHaveLength(2);
    expect(bits.get("delet")).not.toBe(bits.get("issu"));
    expect(bits.get("remov")).toBe(bits.get("delet"));
  });

  it("tracks at most 32 terms", () => {
    const { idfs } = track(words.join(" "));
    expect(idfs.length).toBeLessThanOrEqual(32);
  });

  it("covers everything with all bits, and nothing without", () => {
    const tracked = track("delete the issue");
    const all = [...tracked.bits.values()].reduce((mask, bit) => (mask | bit) >>> 0, 0);
    expect(maskCoverage(all, tracked)).toBeCloseTo(1);
    expect(maskCoverage(tracked.bits.get("issu")!, tracked)).toBeCloseTo(0.5);
    expect(maskCoverage(0, tracked)).toBe(0);
  });
});
