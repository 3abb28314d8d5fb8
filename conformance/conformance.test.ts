import { afterAll, beforeAll, describe, test } from "vitest";
import { targets } from "./targets/index.ts";
import { knownFailures } from "./targets/known-failures.ts";
import { applyKnownFailures, formatFailures, formatTitle, planTestRuns } from "./test-run.ts";
import { openSession, type TestSession } from "./test-session.ts";

const skips = new Map<string, number>();

/** Starts all targets at once, while the first one is tested. */
const opening = new Map(
  targets.filter((kind) => !kind.skipReason?.()).map((kind) => [kind, openSession(kind)]),
);
for (const subject of opening.values()) subject.catch(() => {});

describe.each(targets.map((kind) => [kind.service.name, kind.name, kind] as const))(
  "%s: %s",
  (_, __, kind) => {
    let subject: TestSession;
    beforeAll(async () => {
      subject = (await opening.get(kind))!;
    });
    afterAll(() => subject?.close());

    const testRuns = planTestRuns(kind);
    for (const caller of new Set(testRuns.map((each) => each.caller))) {
      describe(`over ${caller}`, () => {
        for (const testRun of testRuns.filter((each) => each.caller === caller)) {
          test(formatTitle(testRun), async ({ skip }) => {
            const outcome = applyKnownFailures(
              testRun,
              testRun.skipReason
                ? { result: "skipped", reason: testRun.skipReason }
                : await subject.run(testRun),
              knownFailures,
            );
            if (outcome.result === "failed") throw new Error(formatFailures(outcome.failures));
            if (outcome.result !== "skipped") return;
            skips.set(outcome.reason, (skips.get(outcome.reason) ?? 0) + 1);
            skip(outcome.reason);
          });
        }
      });
    }
  },
);

afterAll(() => {
  const lines = [...skips]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `  ${String(count).padStart(4)}  ${reason}`);
  if (lines.length > 0) console.log(`Skipped tests by reason:\n${lines.join("\n")}`);
});
