/** The time from the start of the service to the first run, so that requests come first. */
const FIRST_MS = 10_000;
const INTERVAL_MS = 60_000;

interface BackgroundWorkOptions {
  readonly firstMs?: number;
  readonly intervalMs?: number;
}

/**
 * Runs work repeatedly, one run at a time. Ignores failures, because whoever needs the result gets
 * them. Returns a function that stops it. Its timers don't keep the process alive.
 */
export function startBackgroundWork(
  run: () => Promise<void>,
  { firstMs = FIRST_MS, intervalMs = INTERVAL_MS }: BackgroundWorkOptions = {},
): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const schedule = (ms: number) => {
    timer = setTimeout(async () => {
      await run().catch(() => undefined);
      if (!isStopped) schedule(intervalMs);
    }, ms);
    timer.unref();
  };
  schedule(firstMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
