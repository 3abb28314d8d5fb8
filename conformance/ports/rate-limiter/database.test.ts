import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createDatabaseRateLimiter } from "../../../adapters/rate-limit/database.ts";
import { createMemoryRateLimiter } from "../../../adapters/rate-limit/memory.ts";
import { openRateLimiter } from "../../../adapters/rate-limit/open.ts";
import { startOn } from "../../../adapters/runtime/start-on.ts";
import { openDatabase } from "../../../adapters/storage/open.ts";
import type { Sql } from "../../../adapters/storage/sql.ts";
import { postgresSkipReason, startPostgres } from "../../fixtures/postgres.ts";
import { formatTitle, runProgram } from "../runtimes.ts";
import { RATE } from "./rate-limiter.ts";

describe("the rate limiter in PostgreSQL", () => {
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

    it("shares the connections of a process with other limiters, until the last one is closed", async () => {
      const countConnections = async () => {
        const [row] = await sql.query(
          "select count(*) as n from pg_stat_activity where datname = current_database() and application_name = 'jackfield' and pid <> pg_backend_pid()",
        );
        return Number(row!["n"]);
      };
      const before = await countConnections();
      const opened = await Promise.all([1, 2, 3].map(() => openRateLimiter(RATE, database.url)));
      const takeAll = () =>
        Promise.all(
          opened.flatMap(({ limiter }, index) =>
            Array.from({ length: 20 }, (_, client) => limiter.take(`shared ${index} ${client}`, 1)),
          ),
        );
      await takeAll();
      expect((await countConnections()) - before).toBeLessThanOrEqual(6);
      await opened[0]!.close();
      await opened[1]!.close();
      expect((await opened[2]!.limiter.take("one left", 1)).allowed).toBe(true);
      await opened[2]!.close();
      await expect.poll(countConnections).toBe(before);
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

    it("allows the whole burst if a statement has read the clock before an earlier one", async () => {
      let now = 5e9;
      const limiter = createDatabaseRateLimiter(sql, sql.dialect.rateLimits!, RATE, {
        now: () => now,
      });
      for (let index = 1; index < RATE.burst; index++) await limiter.take("late", 1);
      now -= 5e6;
      expect((await limiter.take("late", 1)).allowed).toBe(true);
      expect((await limiter.take("late", 1)).allowed).toBe(false);
    });

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
});

describe("opening a rate limiter", () => {
  const RATE = { quota: 20, windowSeconds: 3600, burst: 20 };
  const START = join(import.meta.dirname, "../../../adapters/start.ts");
  const skipReason = postgresSkipReason();

  describe("openRateLimiter()", () => {
    test("counts in memory without a database", async () => {
      const [one, two] = [
        await openRateLimiter(RATE, undefined),
        await openRateLimiter(RATE, undefined),
      ];
      expect([
        (await one.limiter.take("a", 1)).remaining,
        (await two.limiter.take("a", 1)).remaining,
      ]).toEqual([19, 19]);
      await one.close();
    });

    test("explains a failed connection without the password", async () => {
      await expect(openRateLimiter(RATE, "postgres://user:hush@127.0.0.1:1/none")).rejects.toThrow(
        /^(?!.*hush).*127\.0\.0\.1/,
      );
    });

    test.skipIf(skipReason)(
      "shares a client's count between processes with one database",
      async () => {
        const { url, drop } = await (await startPostgres()).database();
        const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
        const env = { SITE_PORT: "0", LOG: "off", DATABASE_URL: url, RATE_LIMIT: "20/3600/20" };
        const programs = await Promise.all(
          [1, 2].map(() => startOn("node", [START], { cwd: folder, env })),
        );
        const remaining = [];
        for (const { url } of [...programs, ...programs])
          remaining.push(
            (await fetch(`${url}/agent/search?q=tape`)).headers.get("ratelimit")?.split(";")[1],
          );
        expect(remaining).toEqual(["r=19", "r=18", "r=17", "r=16"]);
        expect(await Promise.all(programs.map(({ stop }) => stop()))).toEqual([0, 0]);
        await drop();
        rmSync(folder, { recursive: true });
      },
      60_000,
    );
  });
});
