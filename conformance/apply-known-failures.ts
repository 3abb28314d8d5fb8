import type { KnownFailure } from "./targets/known-failures.ts";
import { formatTitle, type TestRun } from "./test-run.ts";
import type { Outcome } from "./test-session.ts";

/** What a cell comes to in the light of what is known to fail: a known failure is no more than a skip, but must still fail. */
export function applyKnownFailures(
  testRun: TestRun,
  outcome: Outcome,
  knownFailures: readonly KnownFailure[],
): Outcome {
  const line = knownFailures.find(
    (each) =>
      each.service === testRun.target.service.name &&
      each.target === testRun.target.name &&
      each.test === formatTitle(testRun) &&
      (each.caller ?? testRun.caller) === testRun.caller,
  );
  if (!line || outcome.result === "skipped") return outcome;
  if (outcome.result === "failed")
    return { result: "skipped", reason: `known to fail: ${line.reason}` };
  return {
    result: "failed",
    failures: [
      { subject: `It passes: take its line out of targets/known-failing.ts ("${line.reason}").` },
    ],
  };
}
