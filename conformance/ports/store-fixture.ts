import type { StorageLocation } from "../../adapters/storage/driver.ts";
import type { Sql } from "../../adapters/storage/sql.ts";
import { databaseKindOf, toStorageLocation } from "./databases.ts";

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

/** Creates an empty database of the same kind as the one at `location`, by default of SQLite. */
export async function createEmptyDatabase(location = ""): Promise<EmptyDatabase> {
  const { driver, createNeighbor } = databaseKindOf(location);
  const neighbor = await createNeighbor(location);
  const storageLocation = toStorageLocation(neighbor.location);
  return {
    location: storageLocation,
    openSql: () => driver.open(storageLocation),
    remove: neighbor.remove,
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
