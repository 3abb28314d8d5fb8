import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAccounts, type Place } from "../../../adapters/storage/open.ts";
import { postgres } from "../../../adapters/storage/postgres.ts";
import type { Sql } from "../../../adapters/storage/sql.ts";
import { sqlite } from "../../../adapters/storage/sqlite.ts";
import type { Accounts } from "../../../core/ports/accounts.ts";
import type { AccountsDriver } from "../accounts.ts";

/** A file in a folder of its own. */
export const sqliteDriver: AccountsDriver = () => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  return rig(
    { folder },
    () => sqlite(join(folder, "jackfield.db")),
    () => rmSync(folder, { recursive: true }),
  );
};

/** A schema of its own in this database. */
export const postgresDriver =
  (url: string): AccountsDriver =>
  async () => {
    const schema = `test_${crypto.randomUUID().replaceAll("-", "")}`;
    const own = new URL(url);
    own.searchParams.set("options", `-csearch_path=${schema}`);
    const sql = postgres(new URL(url));
    await sql.query(`create schema ${schema}`);
    return rig(
      { url: own.href, folder: "/nowhere" },
      () => postgres(own),
      async () => {
        await sql.query(`drop schema ${schema} cascade`);
        await sql.close();
      },
    );
  };

async function rig(
  place: Place,
  open: () => Sql | Promise<Sql>,
  remove: () => void | Promise<void>,
) {
  const all: Accounts[] = [];
  const again = async () => {
    const accounts = await openAccounts(place);
    all.push(accounts);
    return accounts;
  };
  const accounts = await again();
  const sql = await open();
  const close = async () => {
    await sql.close();
    for (const each of all) await each.close();
    await remove();
  };
  return { accounts, sql, again, close };
}
