import type { Rate, RateLimiter } from "../../core/index.ts";
import { createMemoryRateLimiter } from "./memory.ts";

/** Who keeps count, and how it is told that nobody needs it any more. */
export interface OpenRateLimiter {
  readonly limiter: RateLimiter;
  close(): Promise<void>;
}

/** How often clients that owe nothing are forgotten, how many at once, and how many connections counting may take. */
const SWEEP_INTERVAL_MS = 60_000;
const SWEEP_LIMIT = 10_000;
const MAX_CONNECTIONS = 4;

/** Counts in the database that is named, for all processes that name it; without one, in this process alone. */
export async function openRateLimiter(
  rate: Rate,
  databaseUrl: string | undefined,
): Promise<OpenRateLimiter> {
  if (databaseUrl === undefined)
    return { limiter: createMemoryRateLimiter(rate), close: async () => {} };
  const [{ openDatabase }, { createPostgresRateLimiter: postgresLimiter }] = await Promise.all([
    import("../storage/open.ts"),
    import("./postgres.ts"),
  ]);
  const sql = await openDatabase(databaseUrl, { most: MAX_CONNECTIONS });
  const limiter = postgresLimiter(sql, rate);
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
