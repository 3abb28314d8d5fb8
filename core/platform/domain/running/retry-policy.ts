/** Seconds that an answer asks to wait (RFC 9110, section 10.2.3), or when its rate begins anew; at most a day. */
export function parseRetryAfter(
  headers: { get(name: string): string | null },
  now: number,
): number | undefined {
  const retryAfter = headers.get("retry-after")?.trim();
  if (retryAfter) {
    const seconds = /^\d+(?:\.\d+)?$/.test(retryAfter)
      ? Number(retryAfter)
      : /[a-z]/i.test(retryAfter)
        ? (Date.parse(retryAfter) - now) / 1000
        : NaN;
    if (Number.isFinite(seconds)) return clampSeconds(seconds);
  }
  if (headers.get("x-ratelimit-remaining") !== "0") return undefined;
  const reset = Number(headers.get("x-ratelimit-reset") ?? "NaN");
  if (!Number.isFinite(reset)) return undefined;
  // Some count seconds, others say the time in seconds since 1970.
  return clampSeconds(reset > 1_000_000_000 ? reset - now / 1000 : reset);
}

const clampSeconds = (seconds: number) => Math.min(Math.max(Math.ceil(seconds), 0), 86_400);

/** How often a request is sent at most. */
export const MAX_ATTEMPTS = 4;

/** Milliseconds to wait before the next attempt where the app says nothing: about half a second, and twice as long each time. */
export const retryDelay = (attempts: number, random: number): number =>
  Math.round(500 * 2 ** (attempts - 1) * (0.5 + random));

/** What a status says of sending the same again: 425, 429, 502, 503 and 504 may pass by themselves. */
export const isTransientStatus = (status: number): boolean =>
  status === 425 || status === 429 || status === 502 || status === 503 || status === 504;
