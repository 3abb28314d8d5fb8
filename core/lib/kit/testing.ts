const ATTEMPTS = 5;
/** The resolution below which CPU times can't be compared, in milliseconds. */
const RESOLUTION = 5;

/** Returns CPU times in microseconds, since an earlier result if there is one. */
type CpuUsage = (since?: CpuTimes) => CpuTimes;

interface CpuTimes {
  readonly user: number;
  readonly system: number;
}

/**
 * Throws if `run` takes more than `factor` times the CPU time of `baseline`, which does linear work
 * on ordinary input of the same size. Nothing depends on the speed of the machine. Other processes
 * only ever lengthen a measurement, so the shortest of several counts. `cpuUsage` measures this
 * thread.
 */
export function expectSimilarTime(
  cpuUsage: CpuUsage,
  run: () => void,
  baseline: () => void,
  factor = 20,
): void {
  let actual = Infinity;
  let ordinary = Infinity;
  let ratio = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && ratio > factor; attempt++) {
    ordinary = Math.min(ordinary, measure(cpuUsage, baseline));
    actual = Math.min(actual, measure(cpuUsage, run));
    ratio = actual / Math.max(ordinary, RESOLUTION);
  }
  if (ratio > factor)
    throw new Error(
      `took ${actual.toFixed(0)} ms, ${ratio.toFixed(0)} times as long as ordinary input of the same size`,
    );
}

/** Returns the CPU time of a function in milliseconds. */
function measure(cpuUsage: CpuUsage, run: () => void): number {
  const start = cpuUsage();
  run();
  const { user, system } = cpuUsage(start);
  return (user + system) / 1000;
}
