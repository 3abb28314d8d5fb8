import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryRateLimiter } from "../../adapters/rate-limit/memory.ts";
import { createPostgresRateLimiter } from "../../adapters/rate-limit/postgres.ts";
import { openDatabase } from "../../adapters/storage/open.ts";
import type { Sql } from "../../adapters/storage/sql.ts";
import { type Rate, take } from "../../core/index.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";
import { createRateLimiterSuite } from "./rate-limiter.ts";

const RATE: Rate = { quota: 60, windowSeconds: 60, burst: 20 };

describe("the limiter in memory", () => {
  const checks = createRateLimiterSuite((rate) => {
    let now = 0;
    return {
      limiter: createMemoryRateLimiter(rate, { now: () => now }),
      advance: (seconds) => void (now += seconds * 1000),
    };
  });
  for (const check of checks) it(check.name, check.run);

  it("forgets whoever has been quiet longest when there are too many, and no one else", async () => {
    const limiter = createMemoryRateLimiter(RATE, { maxKeys: 4, now: () => 0 });
    const left = async (key: string) => (await limiter.take(key, 1)).remaining;
    expect([await left("a"), await left("b"), await left("c"), await left("a")]).toEqual([
      19, 19, 19, 18,
    ]);
    expect([await left("d"), await left("a"), await left("c")]).toEqual([19, 17, 18]);
    expect(await left("b")).toBe(19);
  });

  it("answers as if it forgot nobody, while there is room", async () => {
    let now = 0;
    const limiter = createMemoryRateLimiter(RATE, { now: () => now });
    const dues = new Map<string, number>();
    for (let each = 0; each < 20_000; each++) {
      now += (each * 7919) % 400;
      const key = `client ${(each * 104_729) % 13}`;
      const { due, ...expected } = take(RATE, dues.get(key), now, each % 3 ? 1 : 4);
      dues.set(key, due);
      expect(await limiter.take(key, each % 3 ? 1 : 4)).toMatchObject(expected);
    }
  });

  it("takes no longer for many clients than for one", async () => {
    const limiter = createMemoryRateLimiter(RATE, { maxKeys: 50_000, now: () => 0 });
    const before = performance.now();
    for (let each = 0; each < 300_000; each++) void limiter.take(`client ${each}`, 1);
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it("does not grow without end", async () => {
    let now = 0;
    const limiter = createMemoryRateLimiter(RATE, { maxKeys: 1000, now: () => now });
    const before = process.memoryUsage().heapUsed;
    for (let each = 0; each < 200_000; each++)
      await limiter.take(`2001:db8:${each.toString(16)}::/64`, 1), (now += 0.01);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(60e6);
  });
});

const skipReason = postgresSkipReason();

describe.skipIf(skipReason)(
  `the limiter in PostgreSQL${skipReason ? ` (${skipReason})` : ""}`,
  () => {
    let database: { url: string; drop(): Promise<void> };
    let sql: Sql;
    beforeAll(async () => {
      database = await (await startPostgres()).database();
      sql = await openDatabase(database.url);
    });
    afterAll(async () => {
      await sql?.close();
      await database?.drop();
    });
    const rows = async () => Number((await sql.query("select count(*) as n from rates"))[0]!["n"]);

    let limiters = 0;
    const checks = createRateLimiterSuite((rate) => {
      // Each knows nobody: clients of one are strangers to the next.
      const mine = `limiter ${++limiters} `;
      let now = 0;
      const limiter = createPostgresRateLimiter(sql, rate, { now: () => now });
      return {
        limiter: { take: (key, cost) => limiter.take(mine + key, cost) },
        advance: (seconds) => void (now += Math.ceil(seconds * 1e9)),
      };
    });
    for (const check of checks) it(check.name, check.run);

    it("keeps its count in a table that is not logged, without the clients' own names", async () => {
      await createPostgresRateLimiter(sql, RATE).take("network 203.0.113.9", 1);
      expect(
        await sql.query("select relpersistence as kind from pg_class where relname = 'rates'"),
      ).toEqual([{ kind: "u" }]);
      expect(await sql.query("select key from rates where key like '%203.0%'")).toEqual([]);
    });

    it("asks once, whether it lets in or refuses", async () => {
      let queryCount = 0;
      const limiter = createPostgresRateLimiter(
        { ...sql, query: (...params) => (queryCount++, sql.query(...params)) },
        RATE,
        { now: () => 0 },
      );
      for (let each = 0; each < 25; each++) await limiter.take("asks once", 1);
      expect(queryCount).toBe(25);
    });

    it("answers as the one in memory does", async () => {
      let now = 0;
      const [here, there] = [
        createMemoryRateLimiter(RATE, { now: () => now }),
        createPostgresRateLimiter(sql, RATE, { now: () => now * 1e6 }),
      ];
      for (let each = 0; each < 300; each++) {
        now += (each * 7919) % 1400;
        const [one, two] = [
          await here.take(`same ${each % 3}`, each % 5 ? 1 : 0.1),
          await there.take(`same ${each % 3}`, each % 5 ? 1 : 0.1),
        ];
        expect([each, two.allowed, two.remaining]).toEqual([each, one.allowed, one.remaining]);
        expect(two.resetSeconds).toBeCloseTo(one.resetSeconds, 4);
        expect(two.retryAfterSeconds).toBeCloseTo(one.retryAfterSeconds, 4);
      }
    });

    it("is one count for several processes", async () => {
      const run = promisify(execFile);
      const request = [1, 2, 3].map(() =>
        run(process.execPath, [
          join(import.meta.dirname, "rate-limiter/process.ts"),
          database.url,
          "shared",
          "20",
        ]),
      );
      const allowed = (await Promise.all(request)).map(({ stdout }) => Number(stdout));
      expect(allowed.reduce((sum, each) => sum + each)).toBe(20);
    }, 60_000);

    it("forgets whoever owes nothing any more, a number at a time", async () => {
      await sql.query("delete from rates");
      let now = 0;
      const limiter = createPostgresRateLimiter(sql, RATE, { now: () => now });
      for (const key of ["a", "b", "c", "d"]) await limiter.take(key, 1);
      now = 0.5e9;
      await limiter.sweep(10);
      expect(await rows()).toBe(4);
      now = 2e9;
      await limiter.sweep(3);
      expect(await rows()).toBe(1);
      expect((await limiter.take("a", 1)).remaining).toBe(19);
    });

    it("rejects soon while the database does not answer, leaves it alone for a while, and then asks again", async () => {
      let queryCount = 0;
      let hangs = true;
      const limiter = createPostgresRateLimiter(
        {
          ...sql,
          query: (...params) => (
            queryCount++, hangs ? new Promise(() => {}) : sql.query(...params)
          ),
        },
        RATE,
        { timeoutMs: 50, cooldownMs: 200 },
      );
      const before = performance.now();
      await expect(limiter.take("waits", 1)).rejects.toThrow(/has not answered for 50 ms/);
      await expect(limiter.take("waits", 1)).rejects.toThrow(/has not answered/);
      expect([performance.now() - before < 5_000, queryCount]).toEqual([true, 1]);
      hangs = false;
      await new Promise((resolve) => setTimeout(resolve, 250));
      expect((await limiter.take("waits", 1)).allowed).toBe(true);
    });
  },
);
