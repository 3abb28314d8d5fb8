/** The state of a rate limit: how many requests remain now, and the seconds until there are more. */
export interface RemainingRequests {
  readonly remaining: number;
  readonly seconds: number;
}

/** A rate limit: requests in a window of seconds. */
export interface RatePolicy {
  readonly quota: number;
  readonly seconds: number;
}

/**
 * Parses `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10, §4). Of several limits, the one with
 * the fewest remaining requests counts.
 */
export const parseRateLimit = (header: string | undefined): RemainingRequests | undefined =>
  parseItems(header)
    .flatMap(({ r: remaining, t: seconds = 1 }) =>
      remaining === undefined ? [] : [{ remaining, seconds }],
    )
    .sort((a, b) => a.remaining - b.remaining)[0];

/** Parses `RateLimit-Policy` (§3). Of several policies, the slowest counts. */
export const parseRatePolicy = (header: string | undefined): RatePolicy | undefined =>
  parseItems(header)
    .flatMap(({ q: quota, w: seconds }) =>
      quota !== undefined && seconds !== undefined ? [{ quota, seconds }] : [],
    )
    .sort((a, b) => a.quota / a.seconds - b.quota / b.seconds)[0];

/** Returns the integer parameters of each item of a structured list. */
const parseItems = (header = ""): Partial<Record<string, number>>[] =>
  header
    .split(",")
    .map((item) =>
      Object.fromEntries(
        [...item.matchAll(/;\s*([a-z]+)=(\d+)/g)].map(([, name, value]) => [name!, Number(value)]),
      ),
    );
