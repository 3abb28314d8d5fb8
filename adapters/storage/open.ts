import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../../core/index.ts";
import type { Accounts } from "../../core/ports/accounts.ts";
import type { Connections } from "../../core/ports/connections.ts";
import type { Runs } from "../../core/ports/runs.ts";
import type { Storage } from "../../core/ports/storage.ts";
import { sqlAccounts } from "./accounts.ts";
import { sqlConnections } from "./connections.ts";
import { wrongWithDatabaseUrl } from "./database-url.ts";
import { gatheredRuns } from "./gathered-runs.ts";
import { migrate } from "./migrate.ts";
import { sqlRuns } from "./runs.ts";
import { whyNotDatabase, whyNotFile, whyNotFolder } from "./sentences.ts";
import type { Sql } from "./sql.ts";
import { sqlStorage } from "./storage.ts";

/** Whoever starts at the same time waits for this one; any number does, but it must stay the same. */
const ONE_AT_A_TIME = "select pg_advisory_xact_lock(7223640981)";

/** Where what must outlive the process is kept. */
export interface Place {
  /** A PostgreSQL database; none: a file. */
  readonly url?: string | undefined;
  /** The folder of the file `jackfield.db`; made if it isn't there, for this user alone. */
  readonly folder: string;
}

/** What is kept, and the database that it is kept in, for what keeps its own tables there; closing one closes both. */
export interface Opened {
  readonly storage: Storage;
  readonly sql: Sql;
}

/** Opens the place, and prepares its tables, for what the site keeps. Rejects with a `Problem` that says in a sentence what to do, and holds no password. */
export async function openStorage(place: Place): Promise<Opened> {
  const sql = await openSql(place);
  return { storage: sqlStorage(sql), sql };
}

/** The same for what the platform keeps of accounts alone. */
export const openAccounts = async (place: Place): Promise<Accounts> =>
  sqlAccounts(await openSql(place));

/** The same for all that the platform keeps, by one database; closing the accounts closes all of it. `fault` is told what could not be written that nobody waits for. */
export async function openPlatform(
  place: Place,
  fault?: (error: unknown) => void,
): Promise<{
  readonly accounts: Accounts;
  readonly connections: Connections;
  readonly runs: Runs;
  readonly sql: Sql;
}> {
  const sql = await openSql(place);
  const accounts = sqlAccounts(sql);
  const runs = gatheredRuns(sqlRuns(sql), fault);
  const close = () => runs.flush().then(() => accounts.close());
  return { accounts: { ...accounts, close }, connections: sqlConnections(sql), runs, sql };
}

/** The same for what the platform keeps of connections alone. */
export const openConnections = async (place: Place): Promise<Connections> =>
  sqlConnections(await openSql(place));

const openSql = ({ url, folder }: Place): Promise<Sql> =>
  url === undefined ? openFile(folder) : openDatabase(url);

/** The SQLite database of a data folder. */
export const databaseFile = (folder: string): string => join(folder, "jackfield.db");

async function openFile(folder: string): Promise<Sql> {
  const file = databaseFile(folder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw refusal(error, whyNotFolder(error, folder));
  }
  try {
    // SQLite gives the files beside it the same rights.
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    throw refusal(error, whyNotFolder(error, file));
  }
  // Loaded where it is used: the other one's users need neither.
  const { sqlite } = await import("./sqlite.ts");
  let sql: Sql | undefined;
  try {
    sql = await sqlite(file);
    await migrate(sql);
    return sql;
  } catch (error) {
    await sql?.close();
    throw refusal(error, whyNotFile(error, file));
  }
}

/** Opens a PostgreSQL database and prepares its tables; rejects as `openStorage` does. */
export async function openDatabase(
  text: string,
  options?: { readonly most?: number },
): Promise<Sql> {
  const wrong = wrongWithDatabaseUrl(text);
  if (wrong) throw new Problem("internal", `DATABASE_URL ${wrong}.`);
  const url = new URL(text);
  const { postgres } = await import("./postgres.ts");
  let sql: Sql | undefined;
  try {
    sql = postgres(url, options);
    await migrate(sql, { lock: ONE_AT_A_TIME });
    return sql;
  } catch (error) {
    await sql?.close();
    throw refusal(error, whyNotDatabase(error, url));
  }
}

const refusal = (error: unknown, sentence: string) =>
  error instanceof Problem ? error : new Problem("internal", sentence, { cause: error });
