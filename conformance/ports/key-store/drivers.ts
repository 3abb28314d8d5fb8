import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKeyStore, type StorageLocation } from "../../../adapters/storage/open.ts";
import { openPostgres } from "../../../adapters/storage/postgres.ts";
import type { Sql } from "../../../adapters/storage/sql.ts";
import { openSqlite } from "../../../adapters/storage/sqlite.ts";
import type { KeyStore } from "../../../core/ports/key-store.ts";
import type { KeyStoreDriver } from "../key-store.ts";

/** A file in a folder of its own. */
export const sqliteDriver: KeyStoreDriver = () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  return createFixture(
    { folder },
    () => openSqlite(join(folder, "jackfield.db")),
    () => rmSync(folder, { recursive: true }),
  );
};

/** A schema of its own in this database. */
export const postgresDriver =
  (url: string): KeyStoreDriver =>
  async () => {
    const schema = `test_${crypto.randomUUID().replaceAll("-", "")}`;
    const schemaUrl = new URL(url);
    schemaUrl.searchParams.set("options", `-csearch_path=${schema}`);
    const sql = openPostgres(new URL(url));
    await sql.query(`create schema ${schema}`);
    return createFixture(
      { url: schemaUrl.href, folder: "/nowhere" },
      () => openPostgres(schemaUrl),
      async () => {
        await sql.query(`drop schema ${schema} cascade`);
        await sql.close();
      },
    );
  };

async function createFixture(
  location: StorageLocation,
  open: () => Sql | Promise<Sql>,
  remove: () => void | Promise<void>,
) {
  const all: KeyStore[] = [];
  const reopen = async () => {
    const accounts = await openKeyStore(location);
    all.push(accounts);
    return accounts;
  };
  const accounts = await reopen();
  const sql = await open();
  const close = async () => {
    await sql.close();
    for (const each of all) await each.close();
    await remove();
  };
  return { accounts, sql, reopen, close };
}
