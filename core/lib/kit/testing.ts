const FACTOR = 4;
const ATTEMPTS = 5;

/**
 * Rejects if the time of `run` grows faster than linearly with the size of its input. Compares the
 * time at `size` with that at four times the size: linear work takes about 4 times as long,
 * quadratic work 16 times. Other processes only ever lengthen a measurement, so the fastest of
 * several counts, and it fails only if every attempt exceeds the bound.
 */
export async function expectLinearTime(
  run: (size: number) => unknown,
  size: number,
): Promise<void> {
  let growth = Infinity;
  let small = Infinity;
  let large = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && !(growth < 2.5 * FACTOR); attempt++) {
    for (let repeat = 0; repeat < 3; repeat++) small = Math.min(small, await timeOf(run, size));
    large = Math.min(large, await timeOf(run, size * FACTOR));
    growth = large / Math.max(small, 0.5);
  }
  if (growth >= 2.5 * FACTOR)
    throw new Error(
      `${FACTOR} times the input took ${growth.toFixed(1)} times as long: ` +
        `${small.toFixed(1)} ms for ${size}, ${large.toFixed(1)} ms for ${size * FACTOR}`,
    );
}

async function timeOf(run: (size: number) => unknown, size: number): Promise<number> {
  const started = performance.now();
  await run(size);
  return performance.now() - started;
}
