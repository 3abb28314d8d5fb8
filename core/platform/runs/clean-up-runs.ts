import type { RunRecord, RunStore } from "../../ports/stores/run-store.ts";

const DAY = 86_400_000;

/**
 * Marks abandoned runs as interrupted and deletes expired runs, results and claims. Call it at
 * startup and every minute. `now` is in milliseconds since 1970. Runs are stored for `days`.
 */
export async function cleanUpRuns(
  store: Pick<RunStore, "listAbandoned" | "finish" | "deleteExpired">,
  now: number,
  days = 30,
): Promise<void> {
  for (const run of await store.listAbandoned(now))
    await store.finish(toInterruptedRun(run, now), { wasBegun: true });
  await store.deleteExpired(now - days * DAY, now);
}

/**
 * Returns an abandoned run with its final status: "outcome_unknown" if its request may have changed
 * something, otherwise "failed".
 */
export function toInterruptedRun(run: RunRecord, now: number): RunRecord {
  const message = run.isUnsafe
    ? "The service stopped during this run and didn't retry it. The app may have carried out the request. Check the app before you run the tool again."
    : "The service stopped during this run. The request changes nothing, so you can run the tool again.";
  return {
    ...run,
    status: run.isUnsafe ? "outcome_unknown" : "failed",
    failure: { code: "interrupted", message },
    finished: new Date(now).toISOString(),
  };
}
