import { Problem } from "../../core/index.ts";
import { migrations } from "./migrations/index.ts";
import type { Queries, Sql } from "./sql.ts";

/**
 * Applies outstanding migrations, exactly once even if several processes start at the same time.
 * `lock` is a statement that makes the other processes wait, for databases whose transactions
 * don't. Rejects with a `Problem` if a newer Jackfield has migrated the database.
 */
export async function migrate(sql: Sql, { lock }: { lock?: string } = {}): Promise<void> {
  // Most starts find nothing to do. Checking first lets them run without permission to change
  // tables.
  if ((await readVersion(sql).catch(zeroIfMissing)) === migrations.length) return;
  await sql.transaction(async (queries) => {
    if (lock) await queries.query(lock);
    await queries.query(
      "create table if not exists jackfield_migrations (number bigint primary key, applied text not null)",
    );
    for (let number = (await readVersion(queries)) + 1; number <= migrations.length; number++) {
      for (const statement of migrations[number - 1]!) {
        if (typeof statement === "string") await queries.query(statement);
        else if (sql.kind === "postgres") await queries.query(statement.postgres);
      }
      await queries.query("insert into jackfield_migrations (number, applied) values ($1, $2)", [
        number,
        new Date().toISOString(),
      ]);
    }
  });
}

async function readVersion({ query }: Queries): Promise<number> {
  const rows = await query("select max(number) as version from jackfield_migrations");
  const version = Number(rows[0]?.["version"] ?? 0);
  if (version > migrations.length) {
    throw new Problem(
      "internal",
      `A newer version of Jackfield has migrated this database to schema ${version}, but this version supports ${migrations.length}. Start the newer version.`,
    );
  }
  return version;
}

function zeroIfMissing(error: unknown): number {
  const { code, message } = error as { code?: string; message?: string };
  if (code === "42P01" || message?.startsWith("no such table")) return 0;
  throw error;
}
