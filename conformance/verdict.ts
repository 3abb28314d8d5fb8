import { type Cell, titleOf } from "./cell.ts";
import type { Outcome } from "./run.ts";
import type { KnownFailing } from "./targets/known-failing.ts";

/** What a cell comes to in the light of what is known to fail: a known failure is no more than a skip, but must still fail. */
export function verdictOf(cell: Cell, outcome: Outcome, known: readonly KnownFailing[]): Outcome {
  const line = known.find(
    (each) =>
      each.service === cell.target.service.name &&
      each.target === cell.target.name &&
      each.cell === titleOf(cell) &&
      (each.caller ?? cell.caller) === cell.caller,
  );
  if (!line || outcome.result === "skipped") return outcome;
  if (outcome.result === "failed")
    return { result: "skipped", because: `known to fail: ${line.because}` };
  return {
    result: "failed",
    complaints: [
      { what: `It passes: take its line out of targets/known-failing.ts ("${line.because}").` },
    ],
  };
}
