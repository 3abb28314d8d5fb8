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

/** Whoever starts at the same time waits for this one; any number does, but it must stay the same. */
const MIGRATION_LOCK = "select pg_advisory_xact_lock(7223640981)";

/** Where what must outlive the process is kept. */
export interface StorageLocation {
  /** A PostgreSQL database; none: a file. */
  readonly url?: string | undefined;
  /** The folder of the file `jackfield.db`; made if it isn't there, for this user alone. */
  readonly folder: string;
}

/** What is kept, and the database that it is kept in, for what keeps its own tables there; closing one closes both. */
export interface OpenedCheckoutStore {
  readonly storage: CheckoutStore;
  readonly sql: Sql;
}

/** Opens the place, and prepares its tables, for what the site keeps. Rejects with a `Problem` that says in a sentence what to do, and holds no password. */
export async function openCheckoutStore(location: StorageLocation): Promise<OpenedCheckoutStore> {
  const sql = await openSql(location);
  return { storage: createSqlCheckoutStore(sql), sql };
}

/** The same for what the platform keeps of accounts alone. */
export const openKeyStore = async (location: StorageLocation): Promise<KeyStore> =>
  createSqlKeyStore(await openSql(location));

/** The same for all that the platform keeps, by one database; closing the accounts closes all of it. `fault` is told what could not be written that nobody waits for. */
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

/** The same for what the platform keeps of connections alone. */
export const openConnectionStore = async (location: StorageLocation): Promise<ConnectionStore> =>
  createSqlConnectionStore(await openSql(location));

const openSql = ({ url, folder }: StorageLocation): Promise<Sql> =>
  url === undefined ? openFile(folder) : openDatabase(url);

/** The SQLite database of a data folder. */
export const databaseFile = (folder: string): string => join(folder, "jackfield.db");

async function openFile(folder: string): Promise<Sql> {
  const file = databaseFile(folder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toProblem(error, explainFolderError(error, folder));
  }
  try {
    // SQLite gives the files beside it the same rights.
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    throw toProblem(error, explainFolderError(error, file));
  }
  // Loaded where it is used: the other one's users need neither.
  const { openSqlite: sqlite } = await import("./sqlite.ts");
  let sql: Sql | undefined;
  try {
    sql = await sqlite(file);
    await migrate(sql);
    return sql;
  } catch (error) {
    await sql?.close();
    throw toProblem(error, explainFileError(error, file));
  }
}

/** Opens a PostgreSQL database and prepares its tables; rejects as `openStorage` does. */
export async function openDatabase(
  text: string,
  options?: { readonly most?: number },
): Promise<Sql> {
  const problem = explainInvalidDatabaseUrl(text);
  if (problem) throw new Problem("internal", `DATABASE_URL ${problem}.`);
  const url = new URL(text);
  const { openPostgres: postgres } = await import("./postgres.ts");
  let sql: Sql | undefined;
  try {
    sql = postgres(url, options);
    await migrate(sql, { lock: MIGRATION_LOCK });
    return sql;
  } catch (error) {
    await sql?.close();
    throw toProblem(error, explainDatabaseError(error, url));
  }
}

const toProblem = (error: unknown, message: string) =>
  error instanceof Problem ? error : new Problem("internal", message, { cause: error });
