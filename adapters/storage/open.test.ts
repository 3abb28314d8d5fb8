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
import { afterAll, describe, expect, it } from "vitest";
import type { StorageLocation } from "./driver.ts";
import { migrations } from "./migrations/index.ts";
import { openCheckoutStore } from "./open.ts";

const base = mkdtempSync(join(tmpdir(), "jackfield-"));
afterAll(() => rmSync(base, { recursive: true }));
let folderCount = 0;
const newFolder = () => join(base, String(++folderCount));
const explainOpen = (location: StorageLocation) =>
  openCheckoutStore(location).then(
    () => "opened",
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe("openCheckoutStore() with a folder", () => {
  it("creates the folder and the files with access for this user only", async () => {
    const folder = join(newFolder(), "inner");
    const { checkoutStore } = await openCheckoutStore({ folder });
    await checkoutStore.recordEvent("evt_1", 1);
    const readMode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect(readMode(folder)).toBe("700");
    expect(readdirSync(folder).map((name) => [name, readMode(join(folder, name))])).toEqual([
      ["jackfield.db", "600"],
      ["jackfield.db-shm", "600"],
      ["jackfield.db-wal", "600"],
      ["jackfield.lock", "600"],
    ]);
    await checkoutStore.close();
    expect(readdirSync(folder)).toEqual(["jackfield.db", "jackfield.lock"]);
  });

  it("migrates once when several processes start at the same time", async () => {
    const folder = newFolder();
    const all = await Promise.all(Array.from({ length: 8 }, () => openCheckoutStore({ folder })));
    expect(await all[0]!.sql.query("select number from jackfield_migrations")).toEqual(
      migrations.map((_, at) => ({ number: at + 1 })),
    );
    for (const { checkoutStore } of all) await checkoutStore.close();
  });

  it("rejects a database that a newer version has migrated", async () => {
    const folder = newFolder();
    const { sql } = await openCheckoutStore({ folder });
    await sql.query("insert into jackfield_migrations (number, applied) values (99, '')");
    await sql.close();
    expect(await explainOpen({ folder })).toBe(
      `StartupError: A newer version of Jackfield has migrated this database to schema 99, but this version supports ${migrations.length}. Start the newer version.`,
    );
  });

  it("explains that a file belongs to another program", async () => {
    const folder = newFolder();
    const file = join(folder, "jackfield.db");
    mkdirSync(folder);
    writeFileSync(file, "Dear diary, ".repeat(1000));
    expect(await explainOpen({ folder })).toBe(
      `StartupError: ${file} is not a Jackfield database. Move the file, or set DATA_DIR to another folder.`,
    );
    rmSync(file);
    const db = new DatabaseSync(file);
    db.exec("create table checkouts (a text)");
    db.close();
    expect(await explainOpen({ folder })).toBe(
      `StartupError: ${file} contains another program's tables (table checkouts already exists). Move the file, or set DATA_DIR to another folder.`,
    );
  });

  it("explains that a file is damaged", async () => {
    const folder = newFolder();
    const file = join(folder, "jackfield.db");
    await (await openCheckoutStore({ folder })).checkoutStore.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(7, 100));
    expect(await explainOpen({ folder })).toBe(
      `StartupError: ${file} is damaged. Restore a backup, or start with an empty database by moving the file and its -wal and -shm files.`,
    );
  });

  it("explains that another program has locked the file", async () => {
    const folder = newFolder();
    await (await openCheckoutStore({ folder })).checkoutStore.close();
    const db = new DatabaseSync(join(folder, "jackfield.db"));
    db.exec("drop table jackfield_migrations; begin immediate");
    expect(await explainOpen({ folder })).toBe(
      `StartupError: Another program has locked ${join(folder, "jackfield.db")} for more than 5 seconds. Stop that program and try again.`,
    );
    db.close();
  });

  it("explains why it can't create the folder", async () => {
    writeFileSync(join(base, "file"), "");
    expect(await explainOpen({ folder: join(base, "file/inner") })).toBe(
      `StartupError: Can't create ${join(base, "file/inner")}, because part of its path is a file. Set DATA_DIR to another folder.`,
    );
  });
});
