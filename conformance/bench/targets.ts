import type { Row } from "./compare.ts";
import { median } from "./median.ts";

/** A figure that is wanted, and the one that was measured. */
export interface Target {
  readonly claim: string;
  readonly figure: number;
  readonly atMost: number;
}

/** How many times one row's CPU another's is: the median of the rounds' own ratios. `undefined` if either was not measured. */
export function timesOf(row: Row | undefined, other: Row | undefined): number | undefined {
  if (!row || !other) return undefined;
  return median(row.rounds.map((cpu, round) => cpu / other.rounds[round]!));
}

/** A target on the CPU of a row beside another's; none where either was not measured. */
export function target(
  claim: string,
  row: Row | undefined,
  other: Row | undefined,
  atMost: number,
): Target[] {
  const figure = timesOf(row, other);
  return figure === undefined ? [] : [{ claim, figure, atMost }];
}

/** The targets, a line each. */
export function targetLines(targets: readonly Target[]): string {
  return targets
    .map(
      ({ claim, figure, atMost }) =>
        `${figure <= atMost ? "met   " : "missed"}  ${figure.toFixed(2).padStart(7)} of ${atMost}  ${claim}`,
    )
    .join("\n");
}
