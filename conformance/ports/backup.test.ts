import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createBackup } from "../../adapters/storage/backup/create-backup.ts";
import { restoreBackup } from "../../adapters/storage/backup/restore-backup.ts";
import { BACKUP_TABLES } from "../../adapters/storage/backup/tables.ts";
import { migrations } from "../../adapters/storage/migrations/index.ts";
import type { Sql } from "../../adapters/storage/sql.ts";
import { tablesOf } from "../stored-data/encrypted-values.ts";
import { DATABASE_KINDS, type TestLocation, toStorageLocation } from "./databases.ts";
import { endClaims, ORDERED, openEngine, orderedJob, PLAIN, plainJob } from "./job-queue/engine.ts";

const folder = mkdtempSync(join(tmpdir(), "jackfield-backup-"));
afterAll(() => rmSync(folder, { recursive: true }));
let fileCount = 0;
const newFile = () => join(folder, `${++fileCount}.jsonl.gz`);

const KINDS = [PLAIN, ORDERED];
const SKIP_REASON = DATABASE_KINDS.map(({ skipReason }) => skipReason).find(Boolean);
const suffix = SKIP_REASON ? ` (${SKIP_REASON})` : "";

/** Databases of the current test. */
const created: TestLocation[] = [];
afterEach(async () => {
  for (const { remove } of created.splice(0)) await remove();
});
async function createEmpty(kind: (typeof DATABASE_KINDS)[number]) {
  const database = await kind.createLocation();
  created.push(database);
  return toStorageLocation(database.location);
}

const explain = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: Error) => `${error.name}: ${error.message}`,
  );

/** The value of a column in a filled table, which differs by row. */
const createValue = (table: string, column: string, type: string, row: number) => {
  if (!/int/.test(type)) return `${table} ${column} ${row} 'é\n\u{1f600}`;
  return row === 1 ? Number.MAX_SAFE_INTEGER : row;
};

/** Fills every table of a backup with three rows: all columns, large texts, and nulls. */
async function fillTables(sql: Sql): Promise<void> {
  for (const table of BACKUP_TABLES) {
    const columns = sql.dialect.hasJobTable
      ? await sql.query(
          `select name, type, "notnull" or pk as required from pragma_table_info($1)`,
          [table],
        )
      : await sql.query(
          "select column_name as name, data_type as type, case is_nullable when 'NO' then 1 else 0 end as required from information_schema.columns where table_schema = current_schema() and table_name = $1 order by ordinal_position",
          [table],
        );
    await sql.query(`delete from ${table}`);
    const names = columns.map(({ name }) => name).join(", ");
    const places = columns.map((_, index) => `$${index + 1}`).join(", ");
    for (const row of [1, 2, 3]) {
      const values = columns.map(({ name, type, required }) => {
        if (row === 3 && !required) return null;
        if (row === 2 && name === "document") return "x".repeat(600_000);
        return createValue(table, name, type, row);
      });
      await sql.query(`insert into ${table} (${names}) values (${places})`, values);
    }
  }
}

const readTables = async (sql: Sql) =>
  Object.fromEntries(
    Object.entries(await tablesOf(sql))
      .filter(([name]) => BACKUP_TABLES.some((table) => table === name))
      .map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).toSorted()]),
  );

/** Claims and completes all jobs, in the order in which the queue hands them out. */
async function drain({ queue, sql }: Awaited<ReturnType<typeof openEngine>>) {
  const handed: string[] = [];
  for (const kind of KINDS) {
    await endClaims(sql);
    for (;;) {
      const jobs = await queue.claim(kind.name, 10);
      if (jobs.length === 0) break;
      for (const job of jobs) {
        handed.push(`${job.sequence ?? "-"} ${job.key} ${job.body} ${job.attempt}`);
        await queue.complete(job);
      }
    }
  }
  return handed;
}

describe.skipIf(SKIP_REASON)(`a backup${suffix}`, () => {
  for (const source of DATABASE_KINDS)
    for (const target of DATABASE_KINDS)
      it(`moves everything from ${source.name} to ${target.name}`, async () => {
        const from = await openEngine(await createEmpty(source));
        await fillTables(from.sql);
        const hour = 3_600_000;
        const due = Date.now() - 5_000;
        await from.add([plainJob("failing", { due }), plainJob("lost", { body: '"old"', due })]);
        const [failing, lost] = (await from.queue.claim(PLAIN.name, 10)).toSorted((a, b) =>
          a.key.localeCompare(b.key),
        );
        expect([failing!.key, lost!.key]).toEqual(["failing", "lost"]);
        await from.queue.retryAt(failing!, due);
        await from.add([plainJob("lost", { body: '"new"', due })]);
        await from.add([plainJob("discarded", { due })]);
        for (const job of await from.queue.claim(PLAIN.name, 10))
          if (job.key === "discarded") await from.queue.discard(job);
          else await from.queue.retryAt(job, due);
        await from.add([plainJob("discarded", { body: '"again"', due })]);
        await from.add([plainJob("later", { due: Date.now() + hour })]);
        const sequence = ["a1", "a2", "a3"].map((key) => orderedJob(key, { sequence: "a", due }));
        await from.add([...sequence, orderedJob("b1", { sequence: "b", due })]);
        const claimed = await from.queue.claim(ORDERED.name, 10);
        expect(claimed.map(({ key }) => key)).toEqual(["a1", "b1"]);
        await from.queue.retryAt(claimed[0]!, due);

        const file = newFile();
        const location = toStorageLocation(created[0]!.location);
        const written = await createBackup(location, file, "1.2.3");
        const empty = await createEmpty(target);
        const restored = await restoreBackup(empty, file, KINDS);
        expect([written.rows, restored.rows, restored.header.jackfield]).toEqual([
          BACKUP_TABLES.length * 3,
          BACKUP_TABLES.length * 3,
          "1.2.3",
        ]);

        const to = await openEngine(empty);
        expect(await readTables(to.sql)).toEqual(await readTables(from.sql));
        const stats = (await to.queue.stats()).get(PLAIN.name)!;
        expect([stats.waiting, stats.claimed, stats.discarded]).toEqual([4, 0, 1]);
        const handed = await drain(to);
        expect(handed.filter((line) => line.startsWith("-")).toSorted()).toEqual([
          '- discarded "again" 1',
          "- failing {} 3",
          expect.stringMatching(/^- lost "new" \d$/),
        ]);
        const ofSequence = (name: string) => handed.filter((line) => line.startsWith(`${name} `));
        expect(ofSequence("a")).toEqual(["a a1 {} 2", "a a2 {} 1", "a a3 {} 1"]);
        expect(ofSequence("b")).toEqual(["b b1 {} 2"]);
        await to.close();
        await from.close();
      }, 60_000);

  for (const kind of DATABASE_KINDS) {
    it(`contains every table of a database in ${kind.name}`, async () => {
      const { sql, close } = await openEngine(await createEmpty(kind));
      const names = (await sql.query(sql.dialect.listTables)).map(({ name }) => name);
      await close();
      expect(names.toSorted()).toEqual(
        [
          ...BACKUP_TABLES,
          "jackfield_migrations",
          kind.driver.dialect.hasJobTable ? "jobs" : "rates",
        ].toSorted(),
      );
    });

    it(`is one state of a database that changes, in ${kind.name}`, async () => {
      const location = await createEmpty(kind);
      const { sql, close } = await openEngine(location);
      await sql.query("insert into notices (id, keep) values ('before', 0)");
      const ids = await sql.snapshot(async (snapshot) => {
        const first = await snapshot.query("select count(*) as n from notices");
        await sql.query("insert into notices (id, keep) values ('during', 0)");
        const rows: string[] = [];
        for await (const { id } of snapshot.stream("select id from notices")) rows.push(id);
        return [first[0]!["n"], rows];
      });
      expect(ids).toEqual([1, ["before"]]);
      expect(await sql.query("select count(*) as n from notices")).toEqual([{ n: 2 }]);
      await close();
    });

    it(`isn't restored into a database in ${kind.name} that has been used`, async () => {
      const location = await createEmpty(kind);
      const file = newFile();
      await (await openEngine(location)).close();
      await createBackup(location, file, "1.2.3");
      expect(await explain(restoreBackup(location, file, KINDS))).toBe(
        `StartupError: Can't restore into ${kind.driver.describe(location)}, because it isn't empty. Set DATA_DIR to a new folder or DATABASE_URL to a new database, and restore before the first start.`,
      );
      const target = await createEmpty(kind);
      const both = await Promise.all([
        explain(restoreBackup(target, file, KINDS)),
        explain(restoreBackup(target, file, KINDS)),
      ]);
      expect(both.toSorted()[1]).toBe("done");
      expect(both.toSorted()[0]).toMatch(/isn't empty/);
    });
  }

  it("isn't restored into a PostgreSQL database with jobs of deleted tables", async () => {
    const postgres = DATABASE_KINDS.find(({ name }) => name === "postgres")!;
    const location = await createEmpty(postgres);
    const engine = await openEngine(location);
    const file = newFile();
    await createBackup(location, file, "1.2.3");
    await engine.add([plainJob("left")]);
    for (const { name } of await engine.sql.query(engine.sql.dialect.listTables))
      await engine.sql.query(`drop table ${name}`);
    await engine.close();
    expect(await explain(restoreBackup(location, file, KINDS))).toMatch(/because it isn't empty/);
  });
});

describe("a backup of SQLite", () => {
  const location = { folder: join(folder, "data") };
  const target = { folder: join(folder, "target") };
  let file: string;
  let text: string;
  const restore = (content: string | Buffer) => {
    const changed = newFile();
    writeFileSync(changed, typeof content === "string" ? gzipSync(content) : content);
    return explain(restoreBackup(target, changed, KINDS)).then((message) =>
      message.replaceAll(changed, "FILE"),
    );
  };

  beforeAll(async () => {
    file = newFile();
    const { sql, close } = await openEngine(location);
    await fillTables(sql);
    await close();
    await createBackup(location, file, "1.2.3");
    text = gunzipSync(readFileSync(file)).toString();
  });
  afterEach(() => rmSync(target.folder, { recursive: true, force: true }));

  it("is a file for this user only, and replaces no other", async () => {
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    expect(await explain(createBackup(location, file, "1.2.3"))).toBe(
      `StartupError: ${file} exists already. Choose another name.`,
    );
    expect(await explain(createBackup(location, join(folder, "no/b.gz"), "1.2.3"))).toMatch(
      /^StartupError: Can't write .+\/no\/b\.gz: ENOENT/,
    );
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
  });

  it("isn't written if there is no data", async () => {
    expect(await explain(createBackup(target, newFile(), "1.2.3"))).toBe(
      `StartupError: There is no data in ${target.folder}/jackfield.db yet. Check DATA_DIR and DATABASE_URL.`,
    );
    expect(existsSync(target.folder)).toBe(false);
  });

  it("is refused if it is damaged or incomplete, and nothing is created", async () => {
    const bytes = readFileSync(file);
    const damaged = "StartupError: FILE is damaged or incomplete. Use another backup.";
    for (const part of [0.1, 0.4, 0.7, 0.95]) {
      const changed = Buffer.from(bytes);
      const at = Math.floor(bytes.length * part);
      changed[at] = changed[at]! ^ 0x10;
      expect(await restore(changed)).toBe(damaged);
      expect(await restore(bytes.subarray(0, at))).toBe(damaged);
    }
    const lines = text.trimEnd().split("\n");
    const join = (kept: readonly string[]) => `${kept.join("\n")}\n`;
    expect(await restore(join(lines.slice(0, -1)))).toBe(damaged);
    expect(await restore(join(lines.toSpliced(5, 1)))).toBe(damaged);
    expect(await restore(join([...lines, lines[5]!]))).toBe(damaged);
    expect(await restore(join(lines.toSpliced(1, 1)))).toBe(damaged);
    expect(await restore(text.trimEnd())).toBe(damaged);
    expect(await restore(text.replace('"table":"people"', '"table":"sqlite_master"'))).toBe(
      damaged,
    );
    expect(await restore(text.replace('["id","name"', '["id","name) values (1); --"'))).toBe(
      damaged,
    );
    expect(existsSync(target.folder)).toBe(false);
  });

  it("is refused if it is another file", async () => {
    const other = "StartupError: FILE is not a backup of Jackfield.";
    expect(await restore(Buffer.from("Dear diary"))).toBe(other);
    expect(await restore(Buffer.alloc(0))).toMatch(/^StartupError: FILE is /);
    expect(await restore("Dear diary\n")).toBe(other);
    expect(await restore('{"format":"other","version":1}\n')).toBe(other);
    expect(await explain(restoreBackup(target, "/no/such/file", KINDS))).toBe(
      "StartupError: /no/such/file doesn't exist.",
    );
  });

  it("is refused if a newer version wrote it", async () => {
    expect(await restore(text.replace('"version":1', '"version":2'))).toBe(
      "StartupError: A newer version of Jackfield wrote FILE in format 2, but this version reads format 1. Restore it with the newer version.",
    );
    expect(await restore(text.replace(/"schema":\d+/, '"schema":99'))).toBe(
      `StartupError: A newer version of Jackfield wrote FILE from a database of schema 99, but this version supports ${migrations.length}. Restore it with the newer version.`,
    );
  });

  it("leaves an empty database if a row can't be stored", async () => {
    const lines = text.trimEnd().split("\n");
    const row = lines.findIndex((line) => line.includes('"table":"checkouts"')) + 1;
    const end = JSON.stringify({ end: true, rows: BACKUP_TABLES.length * 3 + 1 });
    const doubled = `${[...lines.toSpliced(row, 0, lines[row]!).slice(0, -1), end].join("\n")}\n`;
    expect(await restore(doubled)).toMatch(/UNIQUE constraint failed: checkouts/);
    expect(await restore(readFileSync(file))).toBe("done");
  });
});
