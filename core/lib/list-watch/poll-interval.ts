import { backoff, jitter } from "../kit/flow/backoff.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
/** After this many checks without an event, the interval doubles. */
const QUIET_CHECKS = 20;
const MAX_FACTOR = 8;
const SHARE = 0.1;

interface CheckOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** In milliseconds. */
  readonly interval: number;
  /** Whether the interval grows while nothing happens. */
  readonly isAdaptive: boolean;
  /** The number of checks since the last event. */
  readonly quiet: number;
  /** Any integer from 0. Lists with the same phase are checked at the same times. */
  readonly phase: number;
}

/**
 * Returns the time of the next check, in milliseconds since 1970. After 20 checks without an event
 * the interval doubles, and so on up to 8 times the interval and an hour. The delay is from half of
 * the interval to one and a half.
 */
export function nextCheck({ now, interval, isAdaptive, quiet, phase }: CheckOptions): number {
  const doublings = isAdaptive ? Math.floor(quiet / QUIET_CHECKS) : 0;
  const grown = Math.min(interval * Math.min(2 ** doublings, MAX_FACTOR), Math.max(interval, HOUR));
  const sinceLast = (now - (phase % grown)) % grown;
  const next = now - sinceLast + grown;
  return next - now < grown / 2 ? next + grown : next;
}

/** Rate limits of an app, as its responses state them. */
interface RateHeaders {
  get(name: string): string | null;
}

/**
 * Returns how long to wait because less than a tenth of the app's rate limit is left, in
 * milliseconds, so that the runs of people come first. 0: not at all.
 */
export function yieldDelay(headers: RateHeaders, now: number): number {
  const remaining = Number(headers.get("x-ratelimit-remaining") ?? Number.NaN);
  const limit = Number(headers.get("x-ratelimit-limit") ?? Number.NaN);
  const reset = Number(headers.get("x-ratelimit-reset") ?? Number.NaN);
  if (!(remaining < limit / 10) || !Number.isFinite(reset)) return 0;
  // Some apps send a number of seconds, others a Unix time.
  const at = reset > 1_000_000_000 ? reset * 1_000 : now + reset * 1_000;
  return Math.min(Math.max(0, at - now), HOUR);
}

/** The delay after consecutive failures, in milliseconds: a minute, doubled up to an hour. */
export const failureDelay = (failures: number, random: number): number =>
  jitter(backoff(failures, { first: MINUTE, max: HOUR }), SHARE, random);
