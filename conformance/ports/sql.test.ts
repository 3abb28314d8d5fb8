import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../../adapters/storage/migrate.ts";
import { openPostgres } from "../../adapters/storage/postgres/sql.ts";
import type { Sql } from "../../adapters/storage/sql.ts";
import { createSqlCheckoutStore } from "../../adapters/storage/stores/checkout-store.ts";
import { postgresSkipReason, startPostgres, startServer } from "../fixtures/postgres.ts";
import { DATABASE_KINDS, type TestLocation, toStorageLocation } from "./databases.ts";

const skipReason = postgresSkipReason();

for (const { name, driver, skipReason, createLocation } of DATABASE_KINDS) {
  describe.skipIf(skipReason)(`Sql on ${name}${skipReason ? ` (${skipReason})` : ""}`, () => {
    let sql: Sql;
    let database: TestLocation;
    const open = () => driver.open(toStorageLocation(database.location));
    beforeAll(async () => {
      database = await createLocation();
      sql = await open();
      await sql.query("create table a (id text primary key, n bigint, t text)");
    });
    afterAll(async () => {
      await sql?.close();
      await database?.remove();
    });
    const ids = async () => (await sql.query("select id from a order by id")).map(({ id }) => id);

    it("returns rows as plain objects, integers as numbers, and null", async () => {
      const values = ["x", Number.MAX_SAFE_INTEGER, null];
      expect(
        await sql.query("insert into a (id, n, t) values ($1, $2, $3) returning id, n, t", values),
      ).toStrictEqual([{ id: "x", n: 9_007_199_254_740_991, t: null }]);
      expect(
        await sql.query("select count(*) as n from a where n = $1", [Number.MAX_SAFE_INTEGER]),
      ).toStrictEqual([{ n: 1 }]);
      expect(await sql.query("delete from a")).toStrictEqual([]);
    });

    it("commits a transaction and returns its result", async () => {
      const result = await sql.transaction(async ({ query }) => {
        await query("insert into a (id) values ('one')");
        await query("insert into a (id) values ('two')");
        return (await query("select count(*) as n from a"))[0]!["n"];
      });
      expect([result, await ids()]).toEqual([2, ["one", "two"]]);
    });

    it("rolls back a transaction if a statement or other code fails", async () => {
      const runFailing = (fail: string) =>
        sql.transaction(async ({ query }) => {
          await query("insert into a (id) values ('three')");
          await query(fail);
          throw new Error("other code");
        });
      await expect(runFailing("insert into a (id) values ('three')")).rejects.toThrow(/unique/i);
      await expect(runFailing("select 1 as one")).rejects.toThrow("other code");
      await expect(runFailing("not a statement")).rejects.toThrow(/syntax error/);
      expect(await ids()).toEqual(["one", "two"]);
    });

    it("isolates statements outside a transaction from it", async () => {
      const failed = sql.transaction(async ({ query }) => {
        await query("insert into a (id) values ('three')");
        await new Promise((resolve) => setTimeout(resolve, 50));
        throw new Error("at the end");
      });
      const [, outside] = await Promise.allSettled([
        failed,
        sql.query("insert into a (id) values ('four')"),
      ]);
      expect([outside.status, await ids()]).toEqual(["fulfilled", ["four", "one", "two"]]);
    });

    it("rejects only the failing ones of many concurrent statements", async () => {
      await sql.query("insert into a (id, n) values ('many', 0)");
      const statements = [
        "insert into a (id) values ('many')",
        "not a statement",
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

    it("rolls back only the failing ones of many concurrent transactions", async () => {
      const numbers = Array.from({ length: 100 }, (_, index) => index);
      const results = await Promise.allSettled(
        numbers.map((number) =>
          sql.transaction(async ({ query }) => {
            await query("insert into a (id, n) values ($1, $2)", [`group ${number}`, number]);
            if (number % 3 === 1) throw new Error("other code");
            if (number % 3 === 2) await query("insert into a (id) values ('one')");
            return number;
          }),
        ),
      );
      const expected = numbers.filter((number) => number % 3 === 0);
      const stored = await sql.query("select n from a where id like 'group %' order by n");
      expect(stored.map(({ n }) => n)).toEqual(expected);
      expect(results.flatMap((each) => (each.status === "fulfilled" ? each.value : []))).toEqual(
        expected,
      );
      await sql.query("delete from a where id like 'group %'");
    });

    it("handles many concurrent transactions on several connections", async () => {
      const other = await open();
      await sql.query("insert into a (id, n) values ('count', 0)");
      const add = (one: Sql) =>
        one.transaction(
          async ({ query }) => void (await query("update a set n = n + 1 where id = 'count'")),
        );
      await Promise.all(Array.from({ length: 40 }, (_, each) => add(each % 2 ? sql : other)));
      await other.close();
      expect(await sql.query("select n from a where id = 'count'")).toEqual([{ n: 40 }]);
    });

    it("deletes at most 1,000 payment events per sweep", async () => {
      await migrate(sql);
      await sql.query(
        "with recursive i (n) as (select 1 union all select n + 1 from i where n < 1500) insert into notices (id, keep) select 'evt_' || n, n from i",
      );
      const checkoutStore = createSqlCheckoutStore(sql);
      const countLeft = async () =>
        (await sql.query("select count(*) as n, min(keep) as first from notices"))[0];
      await checkoutStore.deleteExpired(1400);
      expect(await countLeft()).toEqual({ n: 500, first: 1001 });
      await checkoutStore.deleteExpired(1400);
      expect(await countLeft()).toEqual({ n: 100, first: 1401 });
    });
  });
}

describe.skipIf(skipReason)(
  `a PostgreSQL server that disconnects${skipReason ? ` (${skipReason})` : ""}`,
  () => {
    it("rejects queries on a lost connection and opens a new one", async () => {
      const { url, drop } = await (await startPostgres()).database();
      const sql = openPostgres(new URL(url));
      const die = "select pg_terminate_backend(pg_backend_pid())";
      await expect(sql.query(die)).rejects.toMatchObject({ code: "57P01" });
      await expect(sql.transaction(({ query }) => query(die))).rejects.toMatchObject({
        code: "57P01",
      });
      // This connection is idle when it is lost.
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

    it.skipIf(process.env["TEST_POSTGRES_URL"])(
      "rejects queries while the server is down",
      async () => {
        const { url, stop } = await startServer();
        const sql = openPostgres(new URL(url));
        expect(
          await Promise.all([1, 2, 3].map((n) => sql.query("select $1::bigint as n", [n]))),
        ).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
        await stop();
        await expect(sql.query("select 1 as one")).rejects.toThrow();
        await expect(sql.transaction(({ query }) => query("select 1 as one"))).rejects.toThrow();
        await sql.close();
      },
    );
  },
);
