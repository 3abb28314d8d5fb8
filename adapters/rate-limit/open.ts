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
 * Opens a rate limiter that all processes with the same database share or, without a database, one
 * in memory.
 */
export async function openRateLimiter(
  rate: Rate,
  databaseUrl: string | undefined,
): Promise<OpenRateLimiter> {
  if (databaseUrl === undefined)
    return { limiter: createMemoryRateLimiter(rate), close: async () => {} };
  const [{ openDatabase }, { createPostgresRateLimiter }] = await Promise.all([
    import("../storage/open.ts"),
    import("./postgres.ts"),
  ]);
  const sql = await openDatabase(databaseUrl, { maxConnections: MAX_CONNECTIONS });
  const limiter = createPostgresRateLimiter(sql, rate);
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
