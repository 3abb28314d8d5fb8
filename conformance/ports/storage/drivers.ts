import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStorage, type Place } from "../../../adapters/storage/open.ts";
import { postgres } from "../../../adapters/storage/postgres.ts";
import type { Storage } from "../../../core/ports/storage.ts";
import type { StorageDriver } from "../storage.ts";

/** A file in a folder of its own. */
export const sqliteDriver: StorageDriver = () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  return rig({ folder }, () => rmSync(folder, { recursive: true }));
};

/** A schema of its own in this database. */
export const postgresDriver =
  (url: string): StorageDriver =>
  async () => {
    const schema = `test_${crypto.randomUUID().replaceAll("-", "")}`;
    const own = new URL(url);
    own.searchParams.set("options", `-csearch_path=${schema}`);
    const sql = postgres(new URL(url));
    await sql.query(`create schema ${schema}`);
    return rig({ url: own.href, folder: "/nowhere" }, async () => {
      await sql.query(`drop schema ${schema} cascade`);
      await sql.close();
    });
  };

async function rig(place: Place, remove: () => void | Promise<void>) {
  const all: Storage[] = [];
  const again = async () => {
    const { storage } = await openStorage(place);
    all.push(storage);
    return storage;
  };
  const storage = await again();
  const close = async () => {
    for (const each of all) await each.close();
    await remove();
  };
  return { storage, again, close };
}
