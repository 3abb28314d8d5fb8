import { StartupError } from "../config/startup-error.ts";
import { migrations } from "./migrations/index.ts";
import type { Queries, Sql } from "./sql.ts";

/**
 * Applies outstanding migrations, exactly once even if several processes start at the same time.
 * Rejects with a `StartupError` if a newer Jackfield has migrated the database.
 */
export async function migrate(sql: Sql): Promise<void> {
  const { dialect } = sql;
  // Most starts find nothing to do. Checking first lets them run without permission to change
  // tables.
  if ((await findVersion(sql)) === migrations.length) return;
  await sql.transaction(async (queries) => {
    if (dialect.migrationLock) await queries.query(dialect.migrationLock);
    await queries.query(
      "create table if not exists jackfield_migrations (number bigint primary key, applied text not null)",
    );
    for (let number = (await readVersion(queries)) + 1; number <= migrations.length; number++) {
      for (const statement of migrations[number - 1]!) {
        const text = typeof statement === "string" ? statement : statement(dialect);
        if (text !== undefined) await queries.query(text);
      }
      await queries.query("insert into jackfield_migrations (number, applied) values ($1, $2)", [
        number,
        new Date().toISOString(),
      ]);
    }
  });
}

async function findVersion(sql: Sql): Promise<number> {
  try {
    return await readVersion(sql);
  } catch (error) {
    if (sql.dialect.isMissingTable(error)) return 0;
    throw error;
  }
}

async function readVersion({ query }: Queries): Promise<number> {
  const rows = await query("select max(number) as version from jackfield_migrations");
  const version = Number(rows[0]?.["version"] ?? 0);
  if (version > migrations.length) {
    throw new StartupError(
      `A newer version of Jackfield has migrated this database to schema ${version}, but this version supports ${migrations.length}. Start the newer version.`,
    );
  }
  return version;
}
