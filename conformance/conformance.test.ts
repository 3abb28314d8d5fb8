import { afterAll, beforeAll, describe, test } from "vitest";
import { cellsOf, titleOf } from "./cell.ts";
import { explained } from "./complaint.ts";
import { open, type Subject } from "./run.ts";
import { targets } from "./targets/index.ts";
import { knownFailing } from "./targets/known-failing.ts";
import { verdictOf } from "./verdict.ts";

const skips = new Map<string, number>();

/** All start at once, while the first is asked. */
const opening = new Map(
  targets.filter((kind) => !kind.missing?.()).map((kind) => [kind, open(kind)]),
);
for (const subject of opening.values()) subject.catch(() => {});

describe.each(targets.map((kind) => [kind.service.name, kind.name, kind] as const))(
  "%s: %s",
  (_, __, kind) => {
    let subject: Subject;
    beforeAll(async () => void (subject = (await opening.get(kind))!));
    afterAll(() => subject?.close());

    const cells = cellsOf(kind);
    for (const caller of new Set(cells.map((each) => each.caller))) {
      describe(`over ${caller}`, () => {
        for (const cell of cells.filter((each) => each.caller === caller)) {
          test(titleOf(cell), async ({ skip }) => {
            const outcome = verdictOf(
              cell,
              cell.skipped ? { result: "skipped", because: cell.skipped } : await subject.run(cell),
              knownFailing,
            );
            if (outcome.result === "failed") throw new Error(explained(outcome.complaints));
            if (outcome.result !== "skipped") return;
            skips.set(outcome.because, (skips.get(outcome.because) ?? 0) + 1);
            skip(outcome.because);
          });
        }
      });
    }
  },
);

afterAll(() => {
  const lines = [...skips]
    .sort(([, a], [, b]) => b - a)
    .map(([because, count]) => `  ${String(count).padStart(4)}  ${because}`);
  if (lines.length > 0) console.log(`Not asked, and why:\n${lines.join("\n")}`);
});
