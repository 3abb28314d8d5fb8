import { Problem } from "../../../http/problem.ts";
import { setRecent } from "../../../lib/kit/freshness.ts";

/** Makes attempts with passwords for one name wait longer after each failure. */
export interface PasswordDelays {
  /**
   * Counts an attempt, which counts as failed until `succeed`. Throws the `Problem` "rate_limited"
   * if it comes too early.
   */
  begin(name: string): void;
  succeed(name: string): void;
}

/** How many attempts need no wait. */
const FREE_ATTEMPTS = 5;
const MAX_DELAY_SECONDS = 300;
/** After this time without an attempt, failures are forgotten. */
const MEMORY_MILLISECONDS = 15 * 60_000;
const MAX_NAMES = 10_000;

export function createPasswordDelays(now: () => number): PasswordDelays {
  const attempts = new Map<
    string,
    { readonly count: number; readonly at: number; until: number }
  >();
  return {
    begin(name) {
      const at = now();
      const last = attempts.get(name);
      if (last && last.until > at) throw tooEarlyProblem(Math.ceil((last.until - at) / 1000));
      const count = last && at - last.at < MEMORY_MILLISECONDS ? last.count + 1 : 1;
      const delay =
        count < FREE_ATTEMPTS ? 0 : Math.min(2 ** (count - FREE_ATTEMPTS + 1), MAX_DELAY_SECONDS);
      setRecent(attempts, name, { count, at, until: at + delay * 1000 }, MAX_NAMES);
    },
    succeed: (name) => void attempts.delete(name),
  };
}

const tooEarlyProblem = (seconds: number) =>
  new Problem("rate_limited", "Too many wrong passwords for this name.", {
    hint: `Try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}, or use another way to sign in.`,
    headers: { "retry-after": String(seconds) },
  });
