import { clearTimeout, setTimeout } from "node:timers";

/** A value that is read again and again behind the answers. */
export interface RefreshingValue<T> {
  /** As it was when it last could be read. */
  readonly value: T | undefined;
  /** Why it could not be read the last time. */
  readonly failure: unknown;
  /** Resolves after the first attempt, whatever came of it, or after so many milliseconds. */
  firstAttempt(timeoutMs: number): Promise<void>;
  /** Resolves once there is a value. */
  readonly ready: Promise<void>;
  close(): void;
}

export interface RefreshingValueOptions<T> {
  /** From the end of one reading to the next, give or take a fifth, so that many services don't ask in step. */
  readonly refreshMs: number;
  /** After a failure it is tried again this soon; twice as late after each further one, up to `everyMs`. */
  readonly retryMs?: number;
  /** Hears of each reading. */
  onRefresh?(value: T | undefined, failure: unknown): void;
}

/** Begins to read at once. Timers don't hold the process. */
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
    const wait = failures === 0 ? refreshMs : Math.min(refreshMs, retryMs * 2 ** (failures - 1));
    timer = setTimeout(() => void refresh(), wait * (0.8 + 0.4 * Math.random())).unref();
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
