// Runs the suite on the runtime that runs this file: one JSON line for each check. Nothing ends the process but its end.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPlatformStores, type StorageLocation } from "../../../adapters/storage/open.ts";
import { openPostgres } from "../../../adapters/storage/postgres.ts";
import { type RunStoreDriver, runStoreSuite } from "../run-store.ts";

const sqliteDriver: RunStoreDriver = () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  return createFixture({ folder }, () => rmSync(folder, { recursive: true }));
};

/** A schema of its own in this database. */
const postgresDriver =
  (url: string): RunStoreDriver =>
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
  const closers: (() => Promise<void>)[] = [];
  const reopen = async () => {
    const { accounts, runs } = await openPlatformStores(location);
    closers.push(() => accounts.close());
    return runs;
  };
  const runs = await reopen();
  const close = async () => {
    for (const each of closers) await each();
    await remove();
  };
  return { runs, reopen, close };
}

const [url] = process.argv.slice(2);
const driver = url?.startsWith("postgres") ? postgresDriver(url) : sqliteDriver;
for (const { name, run } of runStoreSuite) {
  const error = await run(driver).then(
    () => undefined,
    (caught: unknown) =>
      caught instanceof Error ? (caught.stack ?? caught.message) : String(caught),
  );
  console.log(JSON.stringify({ name, ...(error ? { error: error.slice(0, 3000) } : {}) }));
}
