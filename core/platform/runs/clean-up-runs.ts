import type { RunRecord, RunStore } from "../../ports/run-store.ts";

/** How long runs are known: 30 days. */
const RETENTION_MILLISECONDS = 30 * 86_400_000;

/** Says of runs that somebody was at who did not get to the end what is known of them, and forgets what is too old; `now` in milliseconds since 1970. To be called at the start, and each minute. */
export async function cleanUpRuns(
  store: Pick<RunStore, "listAbandoned" | "finish" | "deleteExpired">,
  now: number,
): Promise<void> {
  for (const run of await store.listAbandoned(now))
    await store.finish(toInterruptedRun(run, now), { wasBegun: true });
  await store.deleteExpired(now - RETENTION_MILLISECONDS, now);
}

/** A run that was begun and has no end: of what may have changed something, nobody knows. */
export function toInterruptedRun(run: RunRecord, now: number): RunRecord {
  const message = run.isUnsafe
    ? "The service ended while this was being carried out: it may have been done or not. It was not sent again."
    : "The service ended while this was being carried out. It changes nothing: run it again.";
  return {
    ...run,
    status: run.isUnsafe ? "outcome_unknown" : "failed",
    failure: { code: "interrupted", message },
    finished: new Date(now).toISOString(),
  };
}
