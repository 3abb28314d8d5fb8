import { createDatabaseRateLimiter } from "../../../adapters/rate-limit/database.ts";
import { createMemoryRateLimiter } from "../../../adapters/rate-limit/memory.ts";
import { openDatabase } from "../../../adapters/storage/open.ts";
import { DATABASE_KINDS } from "../databases.ts";
import { portSuite } from "../port-suite.ts";
import { RATE, rateLimiterSuite } from "./rate-limiter.ts";

await portSuite({
  name: "RateLimiter in memory",
  checks: rateLimiterSuite,
  program: import.meta.filename,
  open() {
    let now = 0;
    return {
      limiter: createMemoryRateLimiter(RATE, { now: () => now }),
      advance(seconds) {
        now += seconds * 1000;
      },
      close() {},
    };
  },
});

await portSuite({
  name: "RateLimiter",
  checks: rateLimiterSuite,
  databases: DATABASE_KINDS.filter(({ name }) => name === "postgres"),
  program: import.meta.filename,
  async open(url) {
    const sql = await openDatabase(url);
    // All checks share one table, so each has its own keys.
    const prefix = `${crypto.randomUUID()} `;
    let now = 0;
    const limiter = createDatabaseRateLimiter(sql, sql.dialect.rateLimits!, RATE, {
      now: () => now,
    });
    return {
      limiter: { take: (key, cost) => limiter.take(prefix + key, cost) },
      advance(seconds) {
        now += Math.ceil(seconds * 1e9);
      },
      close: () => sql.close(),
    };
  },
});
