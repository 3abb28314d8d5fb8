import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StorageLocation } from "../../adapters/storage/driver.ts";
import { migrations } from "../../adapters/storage/migrations/index.ts";
import { openCheckoutStore, openPlatformStores } from "../../adapters/storage/open.ts";
import { type PostgresServer, postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";

const explainOpen = (location: StorageLocation) =>
  openCheckoutStore(location).then(
    () => "opened",
    (error: Error) => `${error.name}: ${error.message}`,
  );

const skipReason = postgresSkipReason();
describe.skipIf(skipReason)(
  `openCheckoutStore() with a database${skipReason ? ` (${skipReason})` : ""}`,
  () => {
    let server: PostgresServer;
    let database: Awaited<ReturnType<PostgresServer["database"]>>;
    const folder = "/nowhere";
    beforeAll(async () => {
      server = await startPostgres();
      database = await server.database();
    });
    afterAll(async () => {
      await database?.drop();
      await server?.stop();
    });
    const modifyUrl = (modify: (url: URL) => void) => {
      const url = new URL(database.url);
      modify(url);
      return url;
    };

    it("migrates once when several processes start at the same time", async () => {
      const all = await Promise.all(
        Array.from({ length: 8 }, () => openCheckoutStore({ url: database.url, folder })),
      );
      expect(await all[0]!.sql.query("select number from jackfield_migrations")).toEqual(
        migrations.map((_, at) => ({ number: at + 1 })),
      );
      for (const { checkoutStore } of all) await checkoutStore.close();
    });

    it("starts for a user who can't create tables, once they exist", async () => {
      const { sql } = await openCheckoutStore({ url: database.url, folder });
      const user = `user_${crypto.randomUUID().slice(0, 8)}`;
      const url = modifyUrl((url) => {
        url.username = user;
        url.password = "";
      });
      await sql.query(`create role ${user} login`);
      expect(await explainOpen({ url: url.href, folder })).toBe(
        `StartupError: Database ${url.pathname.slice(1)} at ${url.host} denied access to user "${user}": permission denied for table jackfield_migrations. Grant the user permission to create tables in its schema.`,
      );
      await sql.query(
        `grant select, insert, update, delete on all tables in schema public to ${user}`,
      );
      expect(await explainOpen({ url: url.href, folder })).toBe("opened");
      await sql.query(`drop owned by ${user}`);
      await sql.query(`drop role ${user}`);
      await sql.close();
    });

    it("starts the platform for a user who can't create schemas, once the one for jobs exists", async () => {
      const other = await server.database();
      const { sql } = await openCheckoutStore({ url: other.url, folder });
      const user = `user_${crypto.randomUUID().slice(0, 8)}`;
      const url = new URL(other.url);
      url.username = user;
      url.password = "";
      await sql.query(`create role ${user} login`);
      await sql.query(
        `grant select, insert, update, delete on all tables in schema public to ${user}`,
      );
      const explainPlatform = () =>
        openPlatformStores({ url: url.href, folder }).then(
          async ({ keyStore }) => {
            await keyStore.close();
            return "opened";
          },
          (error: Error) => `${error.name}: ${error.message}`,
        );
      const name = url.pathname.slice(1);
      expect(await explainPlatform()).toBe(
        `StartupError: Database ${name} at ${url.host} denied access to user "${user}": permission denied for database ${name}. Grant the user permission to create schemas in it.`,
      );
      await sql.query(`create schema jackfield_jobs authorization ${user}`);
      expect(await explainPlatform()).toBe("opened");
      await sql.query(`drop owned by ${user} cascade`);
      await sql.query(`drop role ${user}`);
      await sql.close();
      await other.drop();
    });

    it("rejects a database that a newer version or another program has used", async () => {
      const other = await server.database();
      const { sql } = await openCheckoutStore({ url: other.url, folder });
      await sql.query("insert into jackfield_migrations (number, applied) values (99, '')");
      expect(await explainOpen({ url: other.url, folder })).toMatch(
        /^StartupError: A newer version of Jackfield has migrated this database to schema 99, /,
      );
      await sql.query("drop table jackfield_migrations");
      expect(await explainOpen({ url: other.url, folder })).toBe(
        `StartupError: Database ${new URL(other.url).pathname.slice(1)} at ${new URL(other.url).host} contains another program's tables (relation "checkouts" already exists). Use a separate database, or add ?options=-csearch_path%3Dname to DATABASE_URL to use a separate schema.`,
      );
      await sql.close();
      await other.drop();
    });

    it("explains why it can't open a database, without the password", async () => {
      const cases = [
        [
          modifyUrl((url) => {
            url.pathname = "/none";
          }),
          /^Database none at .+ doesn't exist\. Create it with createdb, or set DATABASE_URL to another database\.$/,
        ],
        [
          modifyUrl((url) => {
            url.username = "stranger";
          }),
          /^Database test_\w+ at .+ rejected user "stranger": .+\. Check DATABASE_URL and the access rules of the server\.$/,
        ],
        [
          modifyUrl((url) => {
            url.port = "1";
          }),
          /^Can't connect to database test_\w+ at .+:1: connect ECONNREFUSED .+\.$/,
        ],
        [
          modifyUrl((url) => {
            url.hostname = "nowhere.invalid";
          }),
          /^Can't connect to database test_\w+ at nowhere\.invalid:\d+: .+\.$/,
        ],
        [
          modifyUrl((url) => url.searchParams.set("sslmode", "verify-full")),
          /^Database test_\w+ at .+ doesn't support TLS\. If the network to it is trusted, remove sslmode from DATABASE_URL\.$/,
        ],
        [
          modifyUrl((url) => url.searchParams.set("options", "-csearch_path=none")),
          /^Database test_\w+ at .+ has no schema for new tables: .+\. Create the schema first\.$/,
        ],
        [
          modifyUrl((url) =>
            url.searchParams.set(
              "options",
              "-cdefault_transaction_read_only=on -csearch_path=pg_temp",
            ),
          ),
          /^Database test_\w+ at .+ is read-only\. Set DATABASE_URL to the writable server\.$/,
        ],
      ] as const;
      for (const [url, expected] of cases) {
        url.password = "sekret";
        const error = await openCheckoutStore({ url: url.href, folder }).then(
          () => undefined,
          (error: Error) => error,
        );
        expect(error?.name).toBe("StartupError");
        expect(error?.message).toMatch(expected);
        expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("sekret");
      }
    });

    it("rejects a URL that isn't PostgreSQL's", async () => {
      expect(await explainOpen({ url: "mysql://me:sekret@db.example/shop", folder })).toBe(
        "StartupError: DATABASE_URL begins with mysql://. Use postgres:// or postgresql://.",
      );
    });
  },
);
