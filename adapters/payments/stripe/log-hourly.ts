/** Says the same sentence once an hour at most: an outage asks often. */
export function createHourlyLog(
  log: (message: string) => void,
  now: () => number,
): (message: string) => void {
  const loggedAt = new Map<string, number>();
  return (message) => {
    const last = loggedAt.get(message);
    if (last !== undefined && now() - last < 3_600_000) return;
    if (loggedAt.size >= 2_000) loggedAt.clear();
    loggedAt.set(message, now());
    log(message);
  };
}
