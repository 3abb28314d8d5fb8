export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface LinearFit {
  readonly slope: number;
  readonly intercept: number;
  /** The standard error of the slope. Absent with two points, which every line fits. */
  readonly slopeError?: number;
}

/** Fits a line to points by least squares. Throws a `RangeError` without two different x. */
export function fitLine(points: readonly Point[]): LinearFit {
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const spread = sum(points.map(({ x }) => (x - meanX) ** 2));
  if (!(spread > 0)) throw new RangeError("A line needs points with two different x.");
  const slope = sum(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / spread;
  const intercept = meanY - slope * meanX;
  if (points.length === 2) return { slope, intercept };
  const residuals = sum(points.map(({ x, y }) => (y - intercept - slope * x) ** 2));
  return { slope, intercept, slopeError: Math.sqrt(residuals / (points.length - 2) / spread) };
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

const mean = (values: readonly number[]): number => sum(values) / values.length;
