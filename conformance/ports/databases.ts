import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StorageDriver, StorageLocation } from "../../adapters/storage/driver.ts";
import { driverFor } from "../../adapters/storage/drivers.ts";
import { postgresDriver } from "../../adapters/storage/postgres/driver.ts";
import { sqliteDriver } from "../../adapters/storage/sqlite/driver.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";

/** A kind of database that Jackfield supports. */
export interface DatabaseKind {
  readonly name: string;
  readonly driver: StorageDriver;
  /** Why this machine can't run it. */
  readonly skipReason?: string | undefined;
  /** A query for the names of all tables. */
  readonly listTables: string;
  /** Creates an empty database. `location` is a folder or a URL. */
  createLocation(): Promise<TestLocation>;
  /** Creates an empty database beside or within another. */
  createNeighbor(location: string): Promise<TestLocation>;
}

export interface TestLocation {
  readonly location: string;
  remove(): Promise<void>;
}

export const DATABASE_KINDS: readonly DatabaseKind[] = [
  {
    name: "sqlite",
    driver: sqliteDriver,
    listTables: "select name from sqlite_master where type = 'table'",
    createLocation: createFolder,
    createNeighbor: createFolder,
  },
  {
    name: "postgres",
    driver: postgresDriver,
    skipReason: postgresSkipReason(),
    listTables: "select tablename as name from pg_tables where schemaname = current_schema()",
    async createLocation() {
      const { url, drop } = await (await startPostgres()).database();
      return { location: url, remove: drop };
    },
    createNeighbor: createPostgresSchema,
  },
];

/** The kind of the database at a location from `createLocation`. */
export const databaseKindOf = (location: string): DatabaseKind =>
  DATABASE_KINDS.find(({ driver }) => driver === driverFor(toStorageLocation(location)))!;

/**
 * Converts a location from `createLocation`, or a command-line argument, for the storage adapters.
 */
export const toStorageLocation = (location: string): StorageLocation =>
  URL.canParse(location) ? { url: location, folder: "/nowhere" } : { folder: location };

async function createFolder(): Promise<TestLocation> {
  const location = mkdtempSync(join(tmpdir(), "jackfield-"));
  return { location, remove: async () => rmSync(location, { recursive: true }) };
}

async function createPostgresSchema(location: string): Promise<TestLocation> {
  const schema = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const url = new URL(location);
  url.searchParams.set("options", `-csearch_path=${schema}`);
  const sql = await postgresDriver.open(toStorageLocation(location));
  await sql.query(`create schema ${schema}`);
  return {
    location: url.href,
    async remove() {
      await sql.query(`drop schema ${schema} cascade`);
      await sql.close();
    },
  };
}
