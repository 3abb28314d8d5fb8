import type { Sql } from "../sql.ts";
import { openSqlite } from "./sql.ts";

interface ExclusiveDatabase {
  readonly opened: Promise<Sql>;
  users: number;
}

/** The databases that only this process has open, by path. */
const databases = new Map<string, ExclusiveDatabase>();

/**
 * Opens a database on a full disk, where SQLite can't create the file through which processes share
 * it. Then only this process can open the database until it restarts. Reads work, and writes do as
 * soon as there is space. Several callers share the connection.
 */
export async function openOnFullDisk(file: string): Promise<Sql> {
  const database = databases.get(file) ?? { opened: openSqlite(file, true), users: 0 };
  databases.set(file, database);
  database.users += 1;
  let closing: Promise<void> | undefined;
  const release = async () => {
    database.users -= 1;
    if (database.users > 0) return;
    databases.delete(file);
    await database.opened.then((sql) => sql.close());
  };
  try {
    const sql = await database.opened;
    return { ...sql, close: () => (closing ??= release()) };
  } catch (error) {
    databases.delete(file);
    throw error;
  }
}
