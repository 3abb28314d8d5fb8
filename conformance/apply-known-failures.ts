import type { KnownFailure } from "./targets/known-failures.ts";
import { formatTitle, type TestRun } from "./test-run.ts";
import type { Outcome } from "./test-session.ts";

/** Applies the list of known failures: a known failure counts as skipped, but must still fail. */
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
      {
        subject: `This known failure passes. Remove it from targets/known-failures.ts ("${line.reason}").`,
      },
    ],
  };
}
