import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseFile, type StorageLocation } from "../../adapters/storage/open.ts";
import { openPostgres } from "../../adapters/storage/postgres.ts";
import type { Sql } from "../../adapters/storage/sql.ts";
import { openSqlite } from "../../adapters/storage/sqlite.ts";

/** A store on an empty database that only one check uses. */
export interface StoreFixture<Store> {
  readonly store: Store;
  /** Opens the same database again, as another process would. */
  reopen(): Promise<Store>;
  /** Closes every open store and deletes the database. */
  close(): Promise<void>;
}

/** An empty database that only one check uses. */
export interface EmptyDatabase {
  readonly location: StorageLocation;
  /** Opens the database without migrating it. */
  openSql(): Promise<Sql>;
  remove(): Promise<void>;
}

/**
 * Creates a schema in the database if `location` is a PostgreSQL URL, and otherwise a SQLite file.
 */
export const createEmptyDatabase = (location = ""): Promise<EmptyDatabase> =>
  location.startsWith("postgres") ? createPostgresSchema(location) : createSqliteFolder();

async function createSqliteFolder(): Promise<EmptyDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  return {
    location: { folder },
    openSql: async () => openSqlite(databaseFile(folder)),
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

async function createPostgresSchema(url: string): Promise<EmptyDatabase> {
  const schema = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const schemaUrl = new URL(url);
  schemaUrl.searchParams.set("options", `-csearch_path=${schema}`);
  const sql = openPostgres(new URL(url));
  await sql.query(`create schema ${schema}`);
  return {
    location: { url: schemaUrl.href, folder: "/nowhere" },
    openSql: async () => openPostgres(schemaUrl),
    async remove() {
      await sql.query(`drop schema ${schema} cascade`);
      await sql.close();
    },
  };
}

/**
 * Opens a store with `open`. The fixture's `close` calls the `close` of each opened store, then
 * `remove`.
 */
export async function createStoreFixture<Store>(
  { location, remove }: Pick<EmptyDatabase, "location" | "remove">,
  open: (location: StorageLocation) => Promise<{ readonly store: Store; close(): Promise<void> }>,
): Promise<StoreFixture<Store>> {
  const closers: (() => Promise<void>)[] = [];
  const reopen = async () => {
    const { store, close } = await open(location);
    closers.push(close);
    return store;
  };
  return {
    store: await reopen(),
    reopen,
    async close() {
      for (const close of closers) await close();
      await remove();
    },
  };
}
