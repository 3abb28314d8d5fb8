import type { Row } from "./compare.ts";
import { median } from "./median.ts";

/** A measured value and its maximum. */
export interface PerformanceTarget {
  readonly description: string;
  readonly measured: number;
  readonly max: number;
}

/**
 * Returns the median over the rounds of `row`'s CPU time divided by `other`'s. Returns `undefined`
 * if a row is missing.
 */
export function cpuRatio(row: Row | undefined, other: Row | undefined): number | undefined {
  if (!row || !other) return undefined;
  return median(row.rounds.map((cpu, round) => cpu / other.rounds[round]!));
}

/** Returns a target for the median difference of two rows' CPU time, in microseconds. */
export function createOverheadTarget(
  description: string,
  row: Row | undefined,
  floor: Row | undefined,
  max: number,
): PerformanceTarget[] {
  if (!row || !floor) return [];
  const measured = median(row.rounds.map((cpu, round) => cpu - floor.rounds[round]!));
  return [{ description, measured, max }];
}

/** Returns a target for the CPU ratio of two rows, or an empty list if a row is missing. */
export function createTarget(
  description: string,
  row: Row | undefined,
  other: Row | undefined,
  max: number,
): PerformanceTarget[] {
  const ratio = cpuRatio(row, other);
  return ratio === undefined ? [] : [{ description, measured: ratio, max }];
}

/** Formats one line per target. */
export function formatTargets(targets: readonly PerformanceTarget[]): string {
  return targets
    .map(
      ({ description, measured, max }) =>
        `${measured <= max ? "met   " : "missed"}  ${measured.toFixed(2).padStart(7)} of ${max}  ${description}`,
    )
    .join("\n");
}
