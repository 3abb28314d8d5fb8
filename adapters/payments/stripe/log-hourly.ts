const HOUR_MS = 3_600_000;
const MAX_MESSAGES = 2_000;

/**
 * Logs each distinct message at most once an hour, because an outage repeats it with every request.
 */
export function createHourlyLog(
  log: (message: string) => void,
  now: () => number,
): (message: string) => void {
  const loggedAt = new Map<string, number>();
  return (message) => {
    const last = loggedAt.get(message);
    if (last !== undefined && now() - last < HOUR_MS) return;
    if (loggedAt.size >= MAX_MESSAGES) loggedAt.clear();
    loggedAt.set(message, now());
    log(message);
  };
}
