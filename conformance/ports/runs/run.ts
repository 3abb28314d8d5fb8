// Runs the suite on the runtime that runs this file: one JSON line for each check. Nothing ends the process but its end.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPlatform, type Place } from "../../../adapters/storage/open.ts";
import { postgres } from "../../../adapters/storage/postgres.ts";
import { type RunsDriver, runsSuite } from "../runs.ts";

const sqliteDriver: RunsDriver = () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  return rig({ folder }, () => rmSync(folder, { recursive: true }));
};

/** A schema of its own in this database. */
const postgresDriver =
  (url: string): RunsDriver =>
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
  const closers: (() => Promise<void>)[] = [];
  const again = async () => {
    const { accounts, runs } = await openPlatform(place);
    closers.push(() => accounts.close());
    return runs;
  };
  const runs = await again();
  const close = async () => {
    for (const each of closers) await each();
    await remove();
  };
  return { runs, again, close };
}

const [url] = process.argv.slice(2);
const driver = url?.startsWith("postgres") ? postgresDriver(url) : sqliteDriver;
for (const { name, run } of runsSuite) {
  const error = await run(driver).then(
    () => undefined,
    (thrown: unknown) =>
      thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
  );
  console.log(JSON.stringify({ name, ...(error ? { error: error.slice(0, 3000) } : {}) }));
}
