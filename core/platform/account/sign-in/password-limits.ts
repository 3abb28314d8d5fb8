import { Problem } from "../../../http/problem.ts";
import type { RateLimiter } from "../../../ports/rate-limiter.ts";

/** Count wrong passwords for a name. All processes share them. */
export interface PasswordLimiters {
  /** Those from one network, or from one device that the person has used. */
  readonly source: RateLimiter;
  /**
   * Those from all networks together, except devices that the person has used. One network can't
   * use up its rate.
   */
  readonly allNetworks: RateLimiter;
}

/** An attempt to sign in with a password. */
interface PasswordAttempt {
  /** The normalized name. */
  readonly name: string;
  /** A device that the person has used, or the network. */
  readonly source: string;
  readonly isKnown: boolean;
}

/** Limits wrong passwords for a name, without letting strangers keep the person out. */
export interface PasswordLimits {
  /**
   * Counts an attempt as failed until `succeed`. Throws the `Problem` "rate_limited" if it comes too
   * early. Limiters that fail allow it.
   */
  begin(attempt: PasswordAttempt): Promise<void>;
  succeed(attempt: PasswordAttempt): Promise<void>;
}

export function createPasswordLimits(
  limiters: PasswordLimiters | undefined,
  onError: (error: unknown) => void,
): PasswordLimits {
  const keysOf = ({ name, source, isKnown }: PasswordAttempt) =>
    limiters
      ? [
          { limiter: limiters.source, key: `password ${source} ${name}` },
          ...(isKnown ? [] : [{ limiter: limiters.allNetworks, key: `password ${name}` }]),
        ]
      : [];
  const take = async ({ limiter, key }: ReturnType<typeof keysOf>[number], cost: number) => {
    try {
      return await limiter.take(key, cost);
    } catch (error) {
      onError(error);
      return undefined;
    }
  };
  return {
    async begin(attempt) {
      for (const counted of keysOf(attempt)) {
        const result = await take(counted, 1);
        if (result && !result.allowed) throw tooEarlyProblem(Math.ceil(result.retryAfterSeconds));
      }
    },
    async succeed(attempt) {
      for (const counted of keysOf(attempt)) await take(counted, -1);
    },
  };
}

const tooEarlyProblem = (seconds: number) =>
  new Problem("rate_limited", "Too many wrong passwords for this name.", {
    hint: `Try again in ${seconds <= 1 ? "a second" : `${seconds} seconds`}, or use another way to sign in.`,
    headers: { "retry-after": String(Math.max(seconds, 1)) },
  });
