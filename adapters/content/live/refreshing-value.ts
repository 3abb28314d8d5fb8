import { clearTimeout, setTimeout } from "node:timers";
import { backoff, jitter } from "../../../core/lib/kit/flow/backoff.ts";

/** A value that is refreshed in the background. */
interface RefreshingValue<T> {
  /** The last value that was read. */
  readonly value: T | undefined;
  /** The error of the last read, if it failed. */
  readonly failure: unknown;
  /** Resolves after the first read, even if it failed, or after `timeoutMs`. */
  firstAttempt(timeoutMs: number): Promise<void>;
  /** Resolves once there is a value. */
  readonly ready: Promise<void>;
  close(): void;
}

interface RefreshingValueOptions<T> {
  /** The time from the end of one read to the next, ±20 % so that deployments don't synchronize. */
  readonly refreshMs: number;
  /** The time until the first retry, which doubles with each failure up to `refreshMs`. */
  readonly retryMs?: number;
  /** Called after each read. */
  onRefresh?(value: T | undefined, failure: unknown): void;
}

/** Starts reading immediately. Its timers don't keep the process alive. */
export function createRefreshingValue<T>(
  read: () => Promise<T>,
  { refreshMs, retryMs = 5_000, onRefresh }: RefreshingValueOptions<T>,
): RefreshingValue<T> {
  let value: T | undefined;
  let failure: unknown;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const ready = Promise.withResolvers<void>();
  const refresh = async (): Promise<void> => {
    try {
      value = await read();
      failures = 0;
      failure = undefined;
    } catch (error) {
      failures += 1;
      failure = error;
    }
    if (isClosed) return;
    onRefresh?.(failures === 0 ? value : undefined, failure);
    if (failures === 0) ready.resolve();
    const wait = failures === 0 ? refreshMs : backoff(failures, { first: retryMs, max: refreshMs });
    timer = setTimeout(() => void refresh(), jitter(wait, 0.2, Math.random())).unref();
  };
  const first = refresh();
  return {
    get value() {
      return value;
    },
    get failure() {
      return failure;
    },
    ready: ready.promise,
    async firstAttempt(timeoutMs) {
      const timeout = Promise.withResolvers<void>();
      const timeoutTimer = setTimeout(timeout.resolve, timeoutMs);
      await Promise.race([first, timeout.promise]);
      clearTimeout(timeoutTimer);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
