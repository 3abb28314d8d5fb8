/**
 * The number of seconds to wait, from `Retry-After` (RFC 9110, section 10.2.3) or from the reset
 * time of an exhausted rate limit. At most one day. `now` is in milliseconds.
 */
export function parseRetryAfter(
  headers: { get(name: string): string | null },
  now: number,
): number | undefined {
  const retryAfter = headers.get("retry-after")?.trim();
  if (retryAfter) {
    const seconds = parseDelay(retryAfter, now);
    if (Number.isFinite(seconds)) return clampSeconds(seconds);
  }
  if (headers.get("x-ratelimit-remaining") !== "0") return undefined;
  const reset = Number(headers.get("x-ratelimit-reset") ?? "NaN");
  if (!Number.isFinite(reset)) return undefined;
  // Some apps send a number of seconds, others a Unix time.
  return clampSeconds(reset > 1_000_000_000 ? reset - now / 1000 : reset);
}

function parseDelay(retryAfter: string, now: number): number {
  if (/^\d+(?:\.\d+)?$/.test(retryAfter)) return Number(retryAfter);
  // Date.parse accepts numbers such as "-5", but an HTTP date contains letters.
  return /[a-z]/i.test(retryAfter) ? (Date.parse(retryAfter) - now) / 1000 : NaN;
}

const clampSeconds = (seconds: number) => Math.min(Math.max(Math.ceil(seconds), 0), 86_400);
