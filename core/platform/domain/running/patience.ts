/** Seconds that an answer asks to wait (RFC 9110, section 10.2.3), or when its rate begins anew; at most a day. */
export function retryAfter(
  headers: { get(name: string): string | null },
  now: number,
): number | undefined {
  const said = headers.get("retry-after")?.trim();
  if (said) {
    const seconds = /^\d+(?:\.\d+)?$/.test(said)
      ? Number(said)
      : /[a-z]/i.test(said)
        ? (Date.parse(said) - now) / 1000
        : NaN;
    if (Number.isFinite(seconds)) return bounded(seconds);
  }
  if (headers.get("x-ratelimit-remaining") !== "0") return undefined;
  const reset = Number(headers.get("x-ratelimit-reset") ?? "NaN");
  if (!Number.isFinite(reset)) return undefined;
  // Some count seconds, others say the time in seconds since 1970.
  return bounded(reset > 1_000_000_000 ? reset - now / 1000 : reset);
}

const bounded = (seconds: number) => Math.min(Math.max(Math.ceil(seconds), 0), 86_400);

/** How often a request is sent at most. */
export const MOST_ATTEMPTS = 4;

/** Milliseconds to wait before the next attempt where the app says nothing: about half a second, and twice as long each time. */
export const pauseAfter = (attempts: number, random: number): number =>
  Math.round(500 * 2 ** (attempts - 1) * (0.5 + random));

/** What a status says of sending the same again: 425, 429, 502, 503 and 504 may pass by themselves. */
export const mayPass = (status: number): boolean =>
  status === 425 || status === 429 || status === 502 || status === 503 || status === 504;
