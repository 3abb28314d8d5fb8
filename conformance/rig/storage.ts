import { migrate } from "../../adapters/storage/migrate.ts";
import { sqlite } from "../../adapters/storage/sqlite.ts";
import { sqlStorage } from "../../adapters/storage/storage.ts";
import type { Storage } from "../../core/ports/storage.ts";

/** The storage of a server, kept in memory. */
export async function rigStorage(): Promise<Storage> {
  const sql = await sqlite(":memory:");
  await migrate(sql);
  return sqlStorage(sql);
}
