import { createRate, type Rate } from "../../core/lib/kit/flow/rate.ts";
import type { RateLimiter } from "../../core/ports/rate-limiter.ts";
import { createMemoryRateLimiter } from "./memory.ts";
import { limitWideNetworks } from "./wide-networks.ts";

interface OpenRateLimiter {
  readonly limiter: RateLimiter;
  close(): Promise<void>;
}

interface OpenRateLimit {
  readonly rate: Rate;
  readonly limiter: RateLimiter;
}

const ANY_RATE = createRate(1, 1);
const SWEEP_INTERVAL_MS = 60_000;
const SWEEP_LIMIT = 10_000;
const MAX_CONNECTIONS = 6;

/**
 * Opens a rate limiter that all processes with the same database share or, without a database for
 * several processes, one in memory. It also limits the networks around IPv6 clients.
 */
export const openRateLimiter = async (
  rate: Rate,
  databaseUrl: string | undefined,
): Promise<OpenRateLimiter> => {
  const shared = await openDatabaseRateLimiters(databaseUrl);
  const create = shared?.create ?? createMemoryRateLimiter;
  const close = shared?.close ?? (async () => {});
  return { limiter: limitWideNetworks(create, rate), close };
};

/** Opens the limiter of a rate if there is one, and closes it with `resources`. */
export function openRateLimit(
  rate: Rate,
  databaseUrl: string | undefined,
  resources: AsyncDisposableStack,
): Promise<OpenRateLimit>;
export function openRateLimit(
  rate: Rate | undefined,
  databaseUrl: string | undefined,
  resources: AsyncDisposableStack,
): Promise<OpenRateLimit | undefined>;
export async function openRateLimit(
  rate: Rate | undefined,
  databaseUrl: string | undefined,
  resources: AsyncDisposableStack,
): Promise<OpenRateLimit | undefined> {
  if (!rate) return undefined;
  const { limiter, close } = await openRateLimiter(rate, databaseUrl);
  resources.defer(close);
  return { rate, limiter };
}

interface DatabaseRateLimiters {
  create(rate: Rate): RateLimiter;
  close(): Promise<void>;
}

/** The databases that are open, by URL. All limiters of this process share the connections. */
const opened = new Map<
  string,
  { readonly limiters: Promise<DatabaseRateLimiters | undefined>; users: number }
>();

/** Opens a database in which rate limiters can be created, if it is one for several processes. */
async function openDatabaseRateLimiters(
  databaseUrl: string | undefined,
): Promise<DatabaseRateLimiters | undefined> {
  if (databaseUrl === undefined) return undefined;
  const shared = opened.get(databaseUrl) ?? { limiters: connect(databaseUrl), users: 0 };
  opened.set(databaseUrl, shared);
  shared.users++;
  let isReleased = false;
  const release = async () => {
    // Closing one limiter twice must not close those of others.
    if (isReleased) return;
    isReleased = true;
    shared.users--;
    if (shared.users > 0) return;
    opened.delete(databaseUrl);
    await (await shared.limiters.catch(() => undefined))?.close();
  };
  try {
    const limiters = await shared.limiters;
    if (limiters) return { create: limiters.create, close: release };
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return undefined;
}

async function connect(databaseUrl: string): Promise<DatabaseRateLimiters | undefined> {
  const [{ openDatabase }, { createDatabaseRateLimiter }] = await Promise.all([
    import("../storage/open.ts"),
    import("./database.ts"),
  ]);
  const sql = await openDatabase(databaseUrl, { maxConnections: MAX_CONNECTIONS });
  const { rateLimits } = sql.dialect;
  if (!rateLimits) return sql.close().then(() => undefined);
  const create = (rate: Rate) => createDatabaseRateLimiter(sql, rateLimits, rate);
  // All limiters share a table, so any of them can sweep it.
  const sweeper = create(ANY_RATE);
  const timer = setInterval(
    () => void sweeper.sweep(SWEEP_LIMIT).catch(() => {}),
    SWEEP_INTERVAL_MS,
  );
  timer.unref();
  const close = () => {
    clearInterval(timer);
    return sql.close();
  };
  return { create, close };
}
