import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../../core/index.ts";
import type { CheckoutStore } from "../../core/ports/checkout-store.ts";
import type { ConnectionStore } from "../../core/ports/connection-store.ts";
import type { KeyStore } from "../../core/ports/key-store.ts";
import type { RunStore } from "../../core/ports/run-store.ts";
import { createBatchedRunStore } from "./batched-runs.ts";
import { createSqlCheckoutStore } from "./checkout-store.ts";
import { createSqlConnectionStore } from "./connection-store.ts";
import { explainInvalidDatabaseUrl } from "./database-url.ts";
import { explainDatabaseError, explainFileError, explainFolderError } from "./explain-error.ts";
import { createSqlKeyStore } from "./key-store.ts";
import { migrate } from "./migrate.ts";
import { createSqlRunStore } from "./run-store.ts";
import type { Sql } from "./sql.ts";

/**
 * Makes processes that start at the same time migrate one after another. The number is arbitrary
 * but must never change.
 */
const MIGRATION_LOCK = "select pg_advisory_xact_lock(7223640981)";

export interface StorageLocation {
  /** The URL of a PostgreSQL database. Absent: a SQLite file in `folder`. */
  readonly url?: string | undefined;
  /**
   * The data folder, which contains `jackfield.db`. Created if missing, with access for this user
   * only.
   */
  readonly folder: string;
}

/**
 * A checkout store and its database, for adapters with their own tables. Closing one closes both.
 */
export interface OpenedCheckoutStore {
  readonly storage: CheckoutStore;
  readonly sql: Sql;
}

/**
 * Opens and migrates the database of the site. Rejects with a `Problem` that explains the fix and
 * contains no password.
 */
export async function openCheckoutStore(location: StorageLocation): Promise<OpenedCheckoutStore> {
  const sql = await openSql(location);
  return { storage: createSqlCheckoutStore(sql), sql };
}

/** Opens only the key store. Rejects like `openCheckoutStore`. */
export const openKeyStore = async (location: StorageLocation): Promise<KeyStore> =>
  createSqlKeyStore(await openSql(location));

/**
 * Opens all stores of the platform in one database. Closing `accounts` writes pending runs and
 * closes the database. `onError` receives the errors of background writes. Rejects like
 * `openCheckoutStore`.
 */
export async function openPlatformStores(
  location: StorageLocation,
  onError?: (error: unknown) => void,
): Promise<{
  readonly accounts: KeyStore;
  readonly connections: ConnectionStore;
  readonly runs: RunStore;
  readonly sql: Sql;
}> {
  const sql = await openSql(location);
  const keyStore = createSqlKeyStore(sql);
  const runs = createBatchedRunStore(createSqlRunStore(sql), onError);
  const close = () => runs.flush().then(() => keyStore.close());
  return {
    accounts: { ...keyStore, close },
    connections: createSqlConnectionStore(sql),
    runs,
    sql,
  };
}

/** Opens only the connection store. Rejects like `openCheckoutStore`. */
export const openConnectionStore = async (location: StorageLocation): Promise<ConnectionStore> =>
  createSqlConnectionStore(await openSql(location));

const openSql = ({ url, folder }: StorageLocation): Promise<Sql> =>
  url === undefined ? openFile(folder) : openDatabase(url);

/** Returns the path of the SQLite database in a data folder. */
export const databaseFile = (folder: string): string => join(folder, "jackfield.db");

async function openFile(folder: string): Promise<Sql> {
  const file = databaseFile(folder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toProblem(error, explainFolderError(error, folder));
  }
  try {
    // SQLite creates its -wal and -shm files with the same mode.
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    throw toProblem(error, explainFolderError(error, file));
  }
  // Imported on demand, so that a deployment loads only the driver that it uses.
  const { openSqlite } = await import("./sqlite.ts");
  let sql: Sql | undefined;
  try {
    sql = await openSqlite(file);
    await migrate(sql);
    return sql;
  } catch (error) {
    await sql?.close();
    throw toProblem(error, explainFileError(error, file));
  }
}

/** Opens and migrates a PostgreSQL database. Rejects like `openCheckoutStore`. */
export async function openDatabase(
  text: string,
  options?: { readonly maxConnections?: number },
): Promise<Sql> {
  const problem = explainInvalidDatabaseUrl(text);
  if (problem) throw new Problem("internal", `DATABASE_URL ${problem}.`);
  const url = new URL(text);
  const { openPostgres } = await import("./postgres.ts");
  let sql: Sql | undefined;
  try {
    sql = openPostgres(url, options);
    await migrate(sql, { lock: MIGRATION_LOCK });
    return sql;
  } catch (error) {
    await sql?.close();
    throw toProblem(error, explainDatabaseError(error, url));
  }
}

const toProblem = (error: unknown, message: string) =>
  error instanceof Problem ? error : new Problem("internal", message, { cause: error });
