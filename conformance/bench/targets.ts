import type { Row } from "./compare.ts";
import { median } from "./median.ts";

/** A figure that is wanted, and the one that was measured. */
export interface PerformanceTarget {
  readonly description: string;
  readonly measured: number;
  readonly max: number;
}

/** How many times one row's CPU another's is: the median of the rounds' own ratios. `undefined` if either was not measured. */
export function cpuRatio(row: Row | undefined, other: Row | undefined): number | undefined {
  if (!row || !other) return undefined;
  return median(row.rounds.map((cpu, round) => cpu / other.rounds[round]!));
}

/** A target on the CPU of a row beside another's; none where either was not measured. */
export function createTarget(
  description: string,
  row: Row | undefined,
  other: Row | undefined,
  max: number,
): PerformanceTarget[] {
  const figure = cpuRatio(row, other);
  return figure === undefined ? [] : [{ description, measured: figure, max }];
}

/** The targets, a line each. */
export function formatTargets(targets: readonly PerformanceTarget[]): string {
  return targets
    .map(
      ({ description, measured, max }) =>
        `${measured <= max ? "met   " : "missed"}  ${measured.toFixed(2).padStart(7)} of ${max}  ${description}`,
    )
    .join("\n");
}
