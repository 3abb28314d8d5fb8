import type { Limiter, Rate } from "../../core/index.ts";
import { memoryLimiter } from "./memory.ts";

/** Who keeps count, and how it is told that nobody needs it any more. */
export interface OpenLimiter {
  readonly limiter: Limiter;
  close(): Promise<void>;
}

/** How often clients that owe nothing are forgotten, how many at once, and how many connections counting may take. */
const SWEEP_MILLISECONDS = 60_000;
const SWEEP = 10_000;
const CONNECTIONS = 4;

/** Counts in the database that is named, for all processes that name it; without one, in this process alone. */
export async function openLimiter(
  rate: Rate,
  databaseUrl: string | undefined,
): Promise<OpenLimiter> {
  if (databaseUrl === undefined) return { limiter: memoryLimiter(rate), close: async () => {} };
  const [{ openDatabase }, { postgresLimiter }] = await Promise.all([
    import("../storage/open.ts"),
    import("./postgres.ts"),
  ]);
  const sql = await openDatabase(databaseUrl, { most: CONNECTIONS });
  const limiter = postgresLimiter(sql, rate);
  const timer = setInterval(() => void limiter.sweep(SWEEP).catch(() => {}), SWEEP_MILLISECONDS);
  timer.unref();
  const close = () => {
    clearInterval(timer);
    return sql.close();
  };
  return { limiter, close };
}
