import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const MAX_LENGTH = 72;
/** Older commits don't follow the rules. */
const SINCE = "2026-11-27T00:00:00Z";

/** Returns the problems of the subjects of commits, one line each. */
const findProblems = (subjects: readonly string[]): readonly string[] =>
  subjects.flatMap((subject) => [
    ...(subject.length > MAX_LENGTH
      ? [`"${subject}" has ${subject.length} characters. Use at most ${MAX_LENGTH}.`]
      : []),
    ...(/^(?:[^\s:].*: \S|Merge |Revert )/.test(subject)
      ? []
      : [`"${subject}" names no area. Write it as "area: imperative summary".`]),
  ]);

describe.skipIf(!existsSync(join(ROOT, ".git")))("the subject of each commit", () => {
  it("has an area, and at most 72 characters", () => {
    const log = execFileSync("git", ["log", `--since=${SINCE}`, "--format=%s"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect(findProblems(log.split("\n").filter(Boolean))).toEqual([]);
  });
});

it("is rejected if it is long or names no area", () => {
  expect(findProblems(["http: answer 413 to long bodies"])).toEqual([]);
  expect(findProblems([`http: ${"a".repeat(70)}`])).toHaveLength(1);
  expect(findProblems(["Answer 413 to long bodies"])).toHaveLength(1);
});
