import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCheckoutStore, type StorageLocation } from "../../../adapters/storage/open.ts";
import { openPostgres } from "../../../adapters/storage/postgres.ts";
import type { CheckoutStore } from "../../../core/ports/checkout-store.ts";
import type { CheckoutStoreDriver } from "../checkout-store.ts";

/** A file in a folder of its own. */
export const sqliteDriver: CheckoutStoreDriver = () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  return createFixture({ folder }, () => rmSync(folder, { recursive: true }));
};

/** A schema of its own in this database. */
export const postgresDriver =
  (url: string): CheckoutStoreDriver =>
  async () => {
    const schema = `test_${crypto.randomUUID().replaceAll("-", "")}`;
    const schemaUrl = new URL(url);
    schemaUrl.searchParams.set("options", `-csearch_path=${schema}`);
    const sql = openPostgres(new URL(url));
    await sql.query(`create schema ${schema}`);
    return createFixture({ url: schemaUrl.href, folder: "/nowhere" }, async () => {
      await sql.query(`drop schema ${schema} cascade`);
      await sql.close();
    });
  };

async function createFixture(location: StorageLocation, remove: () => void | Promise<void>) {
  const all: CheckoutStore[] = [];
  const reopen = async () => {
    const { storage } = await openCheckoutStore(location);
    all.push(storage);
    return storage;
  };
  const storage = await reopen();
  const close = async () => {
    for (const each of all) await each.close();
    await remove();
  };
  return { storage, reopen, close };
}
