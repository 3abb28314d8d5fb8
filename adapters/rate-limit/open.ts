import type { Rate } from "../../core/lib/kit/rate.ts";
import type { RateLimiter } from "../../core/ports/rate-limiter.ts";
import { createMemoryRateLimiter } from "./memory.ts";

export interface OpenRateLimiter {
  readonly limiter: RateLimiter;
  close(): Promise<void>;
}

const SWEEP_INTERVAL_MS = 60_000;
const SWEEP_LIMIT = 10_000;
const MAX_CONNECTIONS = 4;

/**
 * Opens a rate limiter that all processes with the same database share or, without a database for
 * several processes, one in memory.
 */
export const openRateLimiter = async (
  rate: Rate,
  databaseUrl: string | undefined,
): Promise<OpenRateLimiter> =>
  (await openSharedRateLimiter(rate, databaseUrl)) ?? {
    limiter: createMemoryRateLimiter(rate),
    close: async () => {},
  };

/** Opens the limiter of a rate if there is one, and closes it with `resources`. */
export async function openRateLimit(
  rate: Rate | undefined,
  databaseUrl: string | undefined,
  resources: AsyncDisposableStack,
): Promise<{ readonly rate: Rate; readonly limiter: RateLimiter } | undefined> {
  if (!rate) return undefined;
  const { limiter, close } = await openRateLimiter(rate, databaseUrl);
  resources.defer(close);
  return { rate, limiter };
}

/** Like `openRateLimiter`, but returns undefined without a database for several processes. */
export async function openSharedRateLimiter(
  rate: Rate,
  databaseUrl: string | undefined,
): Promise<OpenRateLimiter | undefined> {
  if (databaseUrl === undefined) return undefined;
  const [{ openDatabase }, { createDatabaseRateLimiter }] = await Promise.all([
    import("../storage/open.ts"),
    import("./database.ts"),
  ]);
  const sql = await openDatabase(databaseUrl, { maxConnections: MAX_CONNECTIONS });
  const { rateLimits } = sql.dialect;
  if (!rateLimits) return sql.close().then(() => undefined);
  const limiter = createDatabaseRateLimiter(sql, rateLimits, rate);
  const timer = setInterval(
    () => void limiter.sweep(SWEEP_LIMIT).catch(() => {}),
    SWEEP_INTERVAL_MS,
  );
  timer.unref();
  const close = () => {
    clearInterval(timer);
    return sql.close();
  };
  return { limiter, close };
}
