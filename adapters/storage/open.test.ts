import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type PostgresServer,
  postgresSkipReason,
  startPostgres,
} from "../../conformance/fixtures/postgres.ts";
import { explainDatabaseError, explainFileError, explainFolderError } from "./explain-error.ts";
import { migrations } from "./migrations/index.ts";
import { openCheckoutStore, type StorageLocation } from "./open.ts";

const base = mkdtempSync(join(tmpdir(), "jackfield-"));
afterAll(() => rmSync(base, { recursive: true }));
let folderCount = 0;
const newFolder = () => join(base, String(++folderCount));
const explainOpen = (location: StorageLocation) =>
  openCheckoutStore(location).then(
    () => "opened",
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe("openStorage() with a folder", () => {
  it("makes the folder and the files for this user alone", async () => {
    const folder = join(newFolder(), "inner");
    const { storage } = await openCheckoutStore({ folder });
    await storage.recordEvent("evt_1", 1);
    const readMode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(readMode(folder)).toBe("700");
    expect(readdirSync(folder).map((name) => [name, readMode(join(folder, name))])).toEqual([
      ["jackfield.db", "600"],
      ["jackfield.db-shm", "600"],
      ["jackfield.db-wal", "600"],
    ]);
    await storage.close();
    expect(readdirSync(folder)).toEqual(["jackfield.db"]);
  });

  it("prepares the tables once, however many start at the same time", async () => {
    const folder = newFolder();
    const all = await Promise.all(Array.from({ length: 8 }, () => openCheckoutStore({ folder })));
    expect(await all[0]!.sql.query("select number from jackfield_migrations")).toEqual(
      migrations.map((_, at) => ({ number: at + 1 })),
    );
    for (const { storage } of all) await storage.close();
  });

  it("refuses what a newer version has made", async () => {
    const folder = newFolder();
    const { sql } = await openCheckoutStore({ folder });
    await sql.query("insert into jackfield_migrations (number, applied) values (99, '')");
    await sql.close();
    expect(await explainOpen({ folder })).toBe(
      `Problem: A newer version of Jackfield has used this database: its tables are at 99, this version knows them up to ${migrations.length}. Start the newer version.`,
    );
  });

  it("says what is wrong with a file that is none of its own", async () => {
    const folder = newFolder();
    const file = join(folder, "jackfield.db");
    mkdirSync(folder);
    writeFileSync(file, "Dear diary, ".repeat(1000));
    expect(await explainOpen({ folder })).toBe(
      `Problem: ${file} is no database of Jackfield's: move it away, or set DATA_DIR to another folder.`,
    );
    rmSync(file);
    const db = new DatabaseSync(file);
    db.exec("create table checkouts (a text)");
    db.close();
    expect(await explainOpen({ folder })).toBe(
      `Problem: ${file} holds tables of another program (table checkouts already exists): move it away, or set DATA_DIR to another folder.`,
    );
  });

  it("says that a file is damaged", async () => {
    const folder = newFolder();
    const file = join(folder, "jackfield.db");
    await (await openCheckoutStore({ folder })).storage.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(7, 100));
    expect(await explainOpen({ folder })).toBe(
      `Problem: ${file} is damaged: put a copy of it back, or move it away together with its -wal and -shm files to start with nothing.`,
    );
  });

  it("says that another program holds the file", async () => {
    const folder = newFolder();
    await (await openCheckoutStore({ folder })).storage.close();
    const db = new DatabaseSync(join(folder, "jackfield.db"));
    db.exec("drop table jackfield_migrations; begin immediate");
    expect(await explainOpen({ folder })).toBe(
      `Problem: ${join(folder, "jackfield.db")} has been held by another program for five seconds: end that one.`,
    );
    db.close();
  });

  it("says why the folder can't be made", async () => {
    writeFileSync(join(base, "file"), "");
    expect(await explainOpen({ folder: join(base, "file/inner") })).toBe(
      `Problem: ${join(base, "file/inner")} can't be made: something on its path is a file. Set DATA_DIR to another folder.`,
    );
  });

  it.each([
    [
      explainFolderError({ code: "EACCES" }, "/data"),
      "/data can't be written by this user: give it the right to, or set DATA_DIR to another folder.",
    ],
    [
      explainFolderError({ code: "EROFS" }, "/data"),
      "/data is on a disk that can only be read: set DATA_DIR to another folder.",
    ],
    [
      explainFolderError({ name: "NotCapable" }, "/data"),
      "Deno may not write to /data: start it with --allow-write.",
    ],
    [
      explainFileError({ errcode: 13, message: "database or disk is full" }, "/data/a.db"),
      "The disk of /data/a.db is full.",
    ],
    [
      explainFileError({ message: "database or disk is full" }, "/data/a.db"),
      "The disk of /data/a.db is full.",
    ],
    [
      explainFileError(
        { errcode: 1032, message: "attempt to write a readonly database" },
        "/data/a.db",
      ),
      "/data/a.db can't be written by this user: give it the right to, or set DATA_DIR to another folder.",
    ],
    [
      explainFileError({ errcode: 267, message: "database disk image is malformed" }, "/data/a.db"),
      "/data/a.db is damaged: put a copy of it back, or move it away together with its -wal and -shm files to start with nothing.",
    ],
  ])("says: %s", (message, expected) => expect(message).toBe(expected));
});

const skipReason = postgresSkipReason();
describe.skipIf(skipReason)(
  `openStorage() with a database${skipReason ? ` (${skipReason})` : ""}`,
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

    it("prepares the tables once, however many start at the same time", async () => {
      const all = await Promise.all(
        Array.from({ length: 8 }, () => openCheckoutStore({ url: database.url, folder })),
      );
      expect(await all[0]!.sql.query("select number from jackfield_migrations")).toEqual(
        migrations.map((_, at) => ({ number: at + 1 })),
      );
      for (const { storage } of all) await storage.close();
    });

    it("starts for a user that may make no tables, once they are there", async () => {
      const { sql } = await openCheckoutStore({ url: database.url, folder });
      const user = `user_${crypto.randomUUID().slice(0, 8)}`;
      const url = modifyUrl((url) => ((url.username = user), (url.password = "")));
      await sql.query(`create role ${user} login`);
      expect(await explainOpen({ url: url.href, folder })).toBe(
        `Problem: The database ${url.pathname.slice(1)} at ${url.host} does not let the user ${user} do what is needed: permission denied for table jackfield_migrations. It needs the right to make tables in its schema.`,
      );
      await sql.query(
        `grant select, insert, update, delete on all tables in schema public to ${user}`,
      );
      expect(await explainOpen({ url: url.href, folder })).toBe("opened");
      await sql.query(`drop owned by ${user}`);
      await sql.query(`drop role ${user}`);
      await sql.close();
    });

    it("refuses what a newer version has made, and tables of another program", async () => {
      const other = await server.database();
      const { sql } = await openCheckoutStore({ url: other.url, folder });
      await sql.query("insert into jackfield_migrations (number, applied) values (99, '')");
      expect(await explainOpen({ url: other.url, folder })).toMatch(
        /^Problem: A newer version of Jackfield has used this database: its tables are at 99, /,
      );
      await sql.query("drop table jackfield_migrations");
      expect(await explainOpen({ url: other.url, folder })).toBe(
        `Problem: The database ${new URL(other.url).pathname.slice(1)} at ${new URL(other.url).host} holds tables of another program (relation "checkouts" already exists): give Jackfield a database of its own, or a schema by adding ?options=-csearch_path%3Dname to DATABASE_URL.`,
      );
      await sql.close();
      await other.drop();
    });

    it("says what keeps it from a database, without the password", async () => {
      const cases = [
        [
          modifyUrl((url) => (url.pathname = "/none")),
          /^The database none at .+ is not there: make it with createdb, or name another one in DATABASE_URL\.$/,
        ],
        [
          modifyUrl((url) => (url.username = "stranger")),
          /^The database test_\w+ at .+ lets the user stranger not in: .+\.$/,
        ],
        [
          modifyUrl((url) => (url.port = "1")),
          /^The database test_\w+ at .+:1 can't be reached: connect ECONNREFUSED .+\.$/,
        ],
        [
          modifyUrl((url) => (url.hostname = "nowhere.invalid")),
          /^The database test_\w+ at nowhere\.invalid:\d+ can't be reached: .+\.$/,
        ],
        [
          modifyUrl((url) => url.searchParams.set("sslmode", "verify-full")),
          /^The database test_\w+ at .+ speaks no TLS: leave sslmode out of DATABASE_URL if the way to it is safe\.$/,
        ],
        [
          modifyUrl((url) => url.searchParams.set("options", "-csearch_path=none")),
          /^The database test_\w+ at .+ has no schema to make tables in: .+\.$/,
        ],
        [
          modifyUrl((url) =>
            url.searchParams.set(
              "options",
              "-cdefault_transaction_read_only=on -csearch_path=pg_temp",
            ),
          ),
          /^The database test_\w+ at .+ can only be read: DATABASE_URL must name the one that is written to\.$/,
        ],
      ] as const;
      for (const [url, expected] of cases) {
        url.password = "sekret";
        const error = await openCheckoutStore({ url: url.href, folder }).then(
          () => undefined,
          (error: Error) => error,
        );
        expect(error?.name).toBe("Problem");
        expect(error?.message).toMatch(expected);
        expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("sekret");
      }
    });

    it("refuses what is no address of a PostgreSQL", async () => {
      expect(await explainOpen({ url: "mysql://me:sekret@db.example/shop", folder })).toBe(
        "Problem: DATABASE_URL begins with mysql://: it must begin with postgres:// or postgresql://.",
      );
    });

    const url = new URL("postgres://me:sekret@db.example:6432/shop");
    it.each([
      [
        { code: "28P01", message: 'password authentication failed for user "me"' },
        "The database shop at db.example:6432 refuses the password of the user me in DATABASE_URL.",
      ],
      [
        { message: "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string" },
        "The database shop at db.example:6432 wants a password from the user me: DATABASE_URL has none.",
      ],
      [
        { code: "53100", message: "could not extend file" },
        "The database shop at db.example:6432 has a full disk.",
      ],
      [
        { code: "53300", message: "sorry, too many clients already" },
        "The database shop at db.example:6432 has no connection left.",
      ],
      [
        {
          code: "SELF_SIGNED_CERT_IN_CHAIN",
          message: "self-signed certificate in certificate chain",
        },
        "The database shop at db.example:6432 shows a certificate that is not believed (self-signed certificate in certificate chain): add sslrootcert=file to DATABASE_URL, or sslmode=require not to ask who it is.",
      ],
      [
        { code: "XX000", message: "something else" },
        "The database shop at db.example:6432 answers XX000: something else.",
      ],
    ])("says of %o: %s", (error, expected) =>
      expect(explainDatabaseError(error, url)).toBe(expected),
    );
  },
);
