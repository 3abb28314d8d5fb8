import { sleep } from "./sleep.ts";

/** Long work that yields wherever other work may run. */
export type Steps<Result> = Generator<void, Result, void>;

const SLICE_MILLISECONDS = 15;

/** Does the work at once. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Does the work in slices of 15 ms or, if a step takes longer, of one step. Other work that is ready
 * runs between them.
 */
export async function runInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + SLICE_MILLISECONDS;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < end);
    await sleep(0);
  }
}
