import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer } from "../../conformance/fixtures/postgres/server.ts";
import { postgresSkipReason, startPostgres } from "../../conformance/fixtures/postgres.ts";
import { createSqlCheckoutStore } from "./checkout-store.ts";
import { migrate } from "./migrate.ts";
import { openPostgres } from "./postgres.ts";
import type { Sql } from "./sql.ts";
import { openSqlite } from "./sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
afterAll(() => rmSync(folder, { recursive: true }));
const skipReason = postgresSkipReason();

interface TestDatabase {
  open(): Promise<Sql>;
  remove(): Promise<void>;
}

const KINDS = [
  {
    name: "sqlite",
    whyNot: undefined,
    make: async (): Promise<TestDatabase> => ({
      open: () => openSqlite(join(folder, "a.db")),
      remove: async () => {},
    }),
  },
  {
    name: "postgres",
    whyNot: skipReason,
    async make(): Promise<TestDatabase> {
      const { url, drop } = await (await startPostgres()).database();
      return { open: async () => openPostgres(new URL(url)), remove: drop };
    },
  },
];

for (const { name, whyNot: skipReason, make: create } of KINDS) {
  describe.skipIf(skipReason)(`Sql by ${name}${skipReason ? ` (${skipReason})` : ""}`, () => {
    let sql: Sql;
    let database: TestDatabase;
    beforeAll(async () => {
      database = await create();
      sql = await database.open();
      await sql.query("create table a (id text primary key, n bigint, t text)");
    });
    afterAll(async () => {
      await sql?.close();
      await database?.remove();
    });
    const ids = async () => (await sql.query("select id from a order by id")).map(({ id }) => id);

    it("gives rows as plain objects, whole numbers as numbers, and nothing as null", async () => {
      const values = ["x", Number.MAX_SAFE_INTEGER, null];
      expect(
        await sql.query("insert into a (id, n, t) values ($1, $2, $3) returning id, n, t", values),
      ).toStrictEqual([{ id: "x", n: 9_007_199_254_740_991, t: null }]);
      expect(
        await sql.query("select count(*) as n from a where n = $1", [Number.MAX_SAFE_INTEGER]),
      ).toStrictEqual([{ n: 1 }]);
      expect(await sql.query("delete from a")).toStrictEqual([]);
    });

    it("does all of a transaction, and gives what it gives", async () => {
      const result = await sql.transaction(async ({ query }) => {
        await query("insert into a (id) values ('one')");
        await query("insert into a (id) values ('two')");
        return (await query("select count(*) as n from a"))[0]!["n"];
      });
      expect([result, await ids()]).toEqual([2, ["one", "two"]]);
    });

    it("does nothing of a transaction that fails, be it in a statement or beside it", async () => {
      const runFailing = (fail: string) =>
        sql.transaction(async ({ query }) => {
          await query("insert into a (id) values ('three')");
          await query(fail);
          throw new Error("beside");
        });
      await expect(runFailing("insert into a (id) values ('three')")).rejects.toThrow(/unique/i);
      await expect(runFailing("select 1 as one")).rejects.toThrow("beside");
      await expect(runFailing("no words that it knows")).rejects.toThrow(/syntax error/);
      expect(await ids()).toEqual(["one", "two"]);
    });

    it("keeps apart what is asked at the same time as a transaction", async () => {
      const failed = sql.transaction(async ({ query }) => {
        await query("insert into a (id) values ('three')");
        await new Promise((resolve) => setTimeout(resolve, 50));
        throw new Error("in the end");
      });
      const [, outside] = await Promise.allSettled([
        failed,
        sql.query("insert into a (id) values ('four')"),
      ]);
      expect([outside.status, await ids()]).toEqual(["fulfilled", ["four", "one", "two"]]);
    });

    it("rejects of many statements at the same time only the one that can't be done", async () => {
      await sql.query("insert into a (id, n) values ('many', 0)");
      const statements = [
        "insert into a (id) values ('many')",
        "no words that it knows",
        ...Array<string>(20).fill("update a set n = n + 1 where id = 'many'"),
      ];
      const outcomes = await Promise.allSettled(statements.map((text) => sql.query(text)));
      expect(outcomes.map(({ status }) => status)).toEqual([
        "rejected",
        "rejected",
        ...Array<string>(20).fill("fulfilled"),
      ]);
      expect(await sql.query("delete from a where id = 'many' returning n")).toEqual([{ n: 20 }]);
    });

    it("does many transactions at the same time, from several places", async () => {
      const other = await database.open();
      await sql.query("insert into a (id, n) values ('count', 0)");
      const add = (one: Sql) =>
        one.transaction(
          async ({ query }) => void (await query("update a set n = n + 1 where id = 'count'")),
        );
      await Promise.all(Array.from({ length: 40 }, (_, each) => add(each % 2 ? sql : other)));
      await other.close();
      expect(await sql.query("select n from a where id = 'count'")).toEqual([{ n: 40 }]);
    });

    it("forgets at most a thousand keys and a thousand notices at a time", async () => {
      await migrate(sql);
      await sql.query(
        "with recursive i (n) as (select 1 union all select n + 1 from i where n < 1500) insert into notices (id, keep) select 'evt_' || n, n from i",
      );
      const storage = createSqlCheckoutStore(sql);
      const countLeft = async () =>
        (await sql.query("select count(*) as n, min(keep) as first from notices"))[0];
      await storage.deleteExpired(1400);
      expect(await countLeft()).toEqual({ n: 500, first: 1001 });
      await storage.deleteExpired(1400);
      expect(await countLeft()).toEqual({ n: 100, first: 1401 });
    });
  });
}

describe.skipIf(skipReason)(
  `a PostgreSQL that goes away${skipReason ? ` (${skipReason})` : ""}`,
  () => {
    it("rejects what was asked of a connection that is lost, and makes another one", async () => {
      const { url, drop } = await (await startPostgres()).database();
      const sql = openPostgres(new URL(url));
      const die = "select pg_terminate_backend(pg_backend_pid())";
      await expect(sql.query(die)).rejects.toMatchObject({ code: "57P01" });
      await expect(sql.transaction(({ query }) => query(die))).rejects.toMatchObject({
        code: "57P01",
      });
      // Nobody waits for an answer on the one that is lost now.
      await sql
        .transaction(async ({ query }) => {
          const [row] = await query("select pg_backend_pid() as id");
          await sql.query("select pg_terminate_backend($1)", [row!["id"]!]);
          await new Promise((resolve) => setTimeout(resolve, 100));
          await expect(query("select 1 as one")).rejects.toThrow();
        })
        .catch(() => {});
      expect(await sql.query("select 1 as one")).toEqual([{ one: 1 }]);
      await sql.close();
      await drop();
    });

    it.skipIf(process.env["TEST_POSTGRES_URL"])("rejects while the server is away", async () => {
      const { url, stop } = await startServer();
      const sql = openPostgres(new URL(url));
      expect(
        await Promise.all([1, 2, 3].map((n) => sql.query("select $1::bigint as n", [n]))),
      ).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
      await stop();
      await expect(sql.query("select 1 as one")).rejects.toThrow();
      await expect(sql.transaction(({ query }) => query("select 1 as one"))).rejects.toThrow();
      await sql.close();
    });
  },
);
