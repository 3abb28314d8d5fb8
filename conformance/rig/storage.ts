import { migrate } from "../../adapters/storage/migrate.ts";
import { openSqlite } from "../../adapters/storage/sqlite.ts";
import { createSqlCheckoutStore } from "../../adapters/storage/storage.ts";
import type { CheckoutStore } from "../../core/ports/storage.ts";

/** The storage of a server, kept in memory. */
export async function createMemoryStore(): Promise<CheckoutStore> {
  const sql = await openSqlite(":memory:");
  await migrate(sql);
  return createSqlCheckoutStore(sql);
}
