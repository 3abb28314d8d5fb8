import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabaseRateLimiter } from "../../../adapters/rate-limit/database.ts";
import { createMemoryRateLimiter } from "../../../adapters/rate-limit/memory.ts";
import { openDatabase } from "../../../adapters/storage/open.ts";
import type { Sql } from "../../../adapters/storage/sql.ts";
import { postgresSkipReason, startPostgres } from "../../fixtures/postgres.ts";
import { RATE } from "../rate-limiter.ts";
import { formatTitle, runProgram } from "../runtimes.ts";

const skipReason = postgresSkipReason();

describe.skipIf(skipReason)(formatTitle("the rate limiter in PostgreSQL", skipReason), () => {
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
  const countRows = async () =>
    Number((await sql.query("select count(*) as n from rates"))[0]!["n"]);

  it("stores counts in an unlogged table, without client addresses", async () => {
    await createDatabaseRateLimiter(sql, sql.dialect.rateLimits!, RATE).take(
      "network 203.0.113.9",
      1,
    );
    expect(
      await sql.query("select relpersistence as kind from pg_class where relname = 'rates'"),
    ).toEqual([{ kind: "u" }]);
    expect(await sql.query("select key from rates where key like '%203.0%'")).toEqual([]);
  });

  it("sends one query for each request, allowed or rejected", async () => {
    let queryCount = 0;
    const countedSql: Sql = {
      ...sql,
      query(...args) {
        queryCount += 1;
        return sql.query(...args);
      },
    };
    const limiter = createDatabaseRateLimiter(countedSql, countedSql.dialect.rateLimits!, RATE, {
      now: () => 0,
    });
    for (let index = 0; index < 25; index++) await limiter.take("one query", 1);
    expect(queryCount).toBe(25);
  });

  it("returns the same results as the rate limiter in memory", async () => {
    let now = 0;
    const inMemory = createMemoryRateLimiter(RATE, { now: () => now });
    const inPostgres = createDatabaseRateLimiter(sql, sql.dialect.rateLimits!, RATE, {
      now: () => now * 1e6,
    });
    for (let index = 0; index < 300; index++) {
      now += (index * 7919) % 1400;
      const key = `same ${index % 3}`;
      const cost = index % 5 ? 1 : 0.1;
      const expected = await inMemory.take(key, cost);
      const actual = await inPostgres.take(key, cost);
      expect([index, actual.allowed, actual.remaining]).toEqual([
        index,
        expected.allowed,
        expected.remaining,
      ]);
      expect(actual.resetSeconds).toBeCloseTo(expected.resetSeconds, 4);
      expect(actual.retryAfterSeconds).toBeCloseTo(expected.retryAfterSeconds, 4);
    }
  });

  it("shares its counts between processes", async () => {
    const results = await Promise.all(
      [1, 2, 3].map(() =>
        runProgram("node", "rate-limiter/process.ts", { args: [database.url, "shared", "20"] }),
      ),
    );
    const allowedCounts = results.map(({ lines }) => Number(lines[0]));
    expect(allowedCounts.reduce((sum, count) => sum + count)).toBe(20);
  }, 60_000);

  it("deletes clients with a full burst, up to the given number", async () => {
    await sql.query("delete from rates");
    let now = 0;
    const limiter = createDatabaseRateLimiter(sql, sql.dialect.rateLimits!, RATE, {
      now: () => now,
    });
    for (const key of ["a", "b", "c", "d"]) await limiter.take(key, 1);
    now = 0.5e9;
    await limiter.sweep(10);
    expect(await countRows()).toBe(4);
    now = 2e9;
    await limiter.sweep(3);
    expect(await countRows()).toBe(1);
    expect((await limiter.take("a", 1)).remaining).toBe(19);
  });

  it("rejects quickly while the database hangs, and queries it again after the cooldown", async () => {
    let queryCount = 0;
    let hangs = true;
    const hangingSql: Sql = {
      ...sql,
      query(...args) {
        queryCount += 1;
        return hangs ? new Promise(() => {}) : sql.query(...args);
      },
    };
    const limiter = createDatabaseRateLimiter(hangingSql, hangingSql.dialect.rateLimits!, RATE, {
      timeoutMs: 50,
      cooldownMs: 200,
    });
    await expect(limiter.take("waits", 1)).rejects.toThrow("50 ms");
    await expect(limiter.take("waits", 1)).rejects.toThrow("50 ms");
    expect(queryCount).toBe(1);
    hangs = false;
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect((await limiter.take("waits", 1)).allowed).toBe(true);
  });
});
