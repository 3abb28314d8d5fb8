import { clearTimeout, setTimeout } from "node:timers";

/** A value that is read again and again behind the answers. */
export interface KeptFresh<T> {
  /** As it was when it last could be read. */
  readonly value: T | undefined;
  /** Why it could not be read the last time. */
  readonly failure: unknown;
  /** Resolves after the first attempt, whatever came of it, or after so many milliseconds. */
  firstAttempt(mostMs: number): Promise<void>;
  /** Resolves once there is a value. */
  readonly whenThere: Promise<void>;
  close(): void;
}

export interface KeptFreshOptions<T> {
  /** From the end of one reading to the next, give or take a fifth, so that many services don't ask in step. */
  readonly everyMs: number;
  /** After a failure it is tried again this soon; twice as late after each further one, up to `everyMs`. */
  readonly retryMs?: number;
  /** Hears of each reading. */
  heard?(value: T | undefined, failure: unknown): void;
}

/** Begins to read at once. Timers don't hold the process. */
export function keptFresh<T>(
  read: () => Promise<T>,
  { everyMs, retryMs = 5_000, heard }: KeptFreshOptions<T>,
): KeptFresh<T> {
  let value: T | undefined;
  let failure: unknown;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const there = Promise.withResolvers<void>();
  const attempt = async (): Promise<void> => {
    try {
      value = await read();
      failures = 0;
      failure = undefined;
    } catch (error) {
      failures += 1;
      failure = error;
    }
    if (isClosed) return;
    heard?.(failures === 0 ? value : undefined, failure);
    if (failures === 0) there.resolve();
    const wait = failures === 0 ? everyMs : Math.min(everyMs, retryMs * 2 ** (failures - 1));
    timer = setTimeout(() => void attempt(), wait * (0.8 + 0.4 * Math.random())).unref();
  };
  const first = attempt();
  return {
    get value() {
      return value;
    },
    get failure() {
      return failure;
    },
    whenThere: there.promise,
    async firstAttempt(mostMs) {
      const late = Promise.withResolvers<void>();
      const limit = setTimeout(late.resolve, mostMs);
      await Promise.race([first, late.promise]);
      clearTimeout(limit);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
