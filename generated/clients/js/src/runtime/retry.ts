import type { JackfieldError } from "./errors.ts";

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** A service that asks for a longer wait gets no further request. */
const MAX_RETRY_AFTER_SECONDS = 60;

/**
 * The codes of errors after which nothing was sent, as Node.js, Bun and Deno name them in the error
 * or its cause.
 */
const UNSENT = /ECONNREFUSED|ConnectionRefused|Connection refused|ENOTFOUND|EAI_AGAIN|dns error/;

/** Whether a failed `fetch` has certainly sent nothing. */
export function wasUnsent(error: unknown): boolean {
  for (let cause = error, depth = 0; cause && depth < 4; depth++) {
    const { code, message, errors } = cause as {
      code?: unknown;
      message?: unknown;
      errors?: readonly unknown[];
    };
    if (UNSENT.test(`${code} ${message}`)) return true;
    cause = (cause as { cause?: unknown }).cause ?? errors?.[0];
  }
  return false;
}

/** A failed attempt. */
export interface Failure {
  readonly error: JackfieldError;
  /** Whether the request has certainly not reached the service. */
  readonly isUnsent: boolean;
}

/**
 * Returns the milliseconds to wait before the request is sent again, or undefined if it must not
 * be: because it may have been carried out and would then be carried out twice, or because another
 * attempt would fail too.
 *
 * @param repeats Whether carrying out the request twice has the same effect as once.
 */
export function retryDelay(failure: Failure, repeats: boolean): number | undefined {
  if (!mayRepeat(failure, repeats)) return undefined;
  const { retryAfter, attempts } = failure.error;
  if (retryAfter === undefined) {
    const delay = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
    return delay * (0.5 + Math.random() / 2);
  }
  return retryAfter <= MAX_RETRY_AFTER_SECONDS ? retryAfter * 1_000 : undefined;
}

function mayRepeat({ error, isUnsent }: Failure, repeats: boolean): boolean {
  const { code, status, problem, retryAfter } = error;
  if (code === "aborted" || problem?.retryable === false) return false;
  // The service rejected the request before it did anything.
  if (isUnsent || status === 429 || status === 503) return true;
  if (!repeats) return false;
  if (status === undefined) return true;
  return status >= 500 || (status === 409 && retryAfter !== undefined);
}

/** Reads `Retry-After` (RFC 9110, section 10.2.3): seconds or a date. Returns seconds. */
export function parseRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const time = /^[A-Z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, (time - now) / 1_000);
}
