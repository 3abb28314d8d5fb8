export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the value below which a share of the values lies, interpolated between two values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)]!;
  return below + (sorted[Math.ceil(position)]! - below) * (position % 1);
}
