import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jobSchema } from "../../adapters/jobs/job-schema.ts";
import type { StorageDriver, StorageLocation } from "../../adapters/storage/driver.ts";
import { driverFor } from "../../adapters/storage/drivers.ts";
import {
  type OpenedCheckoutStore,
  openCheckoutStore as openStore,
} from "../../adapters/storage/open.ts";
import { postgresDriver } from "../../adapters/storage/postgres/driver.ts";
import type { Sql } from "../../adapters/storage/sql.ts";
import { sqliteDriver } from "../../adapters/storage/sqlite/driver.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";

/** A kind of database that Jackfield supports. */
export interface DatabaseKind {
  readonly name: string;
  readonly driver: StorageDriver;
  /** Why this machine can't run it. */
  readonly skipReason?: string | undefined;
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
    createLocation: createFolder,
    createNeighbor: createFolder,
  },
  {
    name: "postgres",
    driver: postgresDriver,
    skipReason: postgresSkipReason(),
    async createLocation() {
      const { url, drop } = await (await startPostgres()).database();
      return { location: url, remove: drop };
    },
    createNeighbor: createPostgresSchema,
  },
];

/** The kind of the database at a location from `createLocation`. */
const databaseKindOf = (location: string): DatabaseKind =>
  DATABASE_KINDS.find(({ driver }) => driver === driverFor(toStorageLocation(location)))!;

/**
 * Converts a location from `createLocation`, or a command-line argument, for the storage adapters.
 */
export const toStorageLocation = (location: string): StorageLocation =>
  URL.canParse(location) ? { url: location, folder: "/nowhere" } : { folder: location };

/** Creates an empty database of the same kind as the one at `location`, and beside it. */
export const createNeighbor = (location: string): Promise<TestLocation> =>
  databaseKindOf(location).createNeighbor(location);

/** A store on an empty database that only one check uses. */
export interface StoreFixture<Store> {
  readonly store: Store;
  /** The same database, for rows that the port can't write. */
  readonly sql: Sql;
  /** Opens the same database again, as another process would. */
  reopen(): Promise<Store>;
  /** Closes every open store and deletes the database. */
  close(): Promise<void>;
}

/** Opens a store on an empty database of the same kind as the one at the given location. */
export const inDatabase =
  <Store>(
    open: (
      location: StorageLocation,
    ) => Promise<{ readonly store: Store; readonly close: () => Promise<void> }>,
  ) =>
  async (location: string): Promise<StoreFixture<Store>> => {
    const neighbor = await createNeighbor(location);
    const storageLocation = toStorageLocation(neighbor.location);
    const closers: (() => Promise<void>)[] = [];
    const reopen = async () => {
      const { store, close } = await open(storageLocation);
      closers.push(close);
      return store;
    };
    const store = await reopen();
    const sql = await databaseKindOf(location).driver.open(storageLocation);
    return {
      store,
      sql,
      reopen,
      async close() {
        await sql.close();
        for (const close of closers) await close();
        await neighbor.remove();
      },
    };
  };

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
      await sql.query(`drop schema if exists ${jobSchema(schema)} cascade`);
      await sql.close();
    },
  };
}

/** Opens a checkout store at a PostgreSQL URL or in a folder. */
export const openCheckoutStore = (location: string): Promise<OpenedCheckoutStore> =>
  openStore(toStorageLocation(location));
