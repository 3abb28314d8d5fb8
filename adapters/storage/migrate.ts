import { StartupError } from "../runtime/startup-error.ts";
import { migrations } from "./migrations/index.ts";
import type { Dialect, Queries, Sql } from "./sql.ts";

/**
 * Applies outstanding migrations, exactly once even if several processes start at the same time.
 * Rejects with a `StartupError` if a newer Jackfield has migrated the database.
 */
export async function migrate(sql: Sql): Promise<void> {
  // Most starts find nothing to do. Checking first lets them run without permission to change
  // tables.
  if ((await readSchemaVersion(sql, sql.dialect)) === migrations.length) return;
  await sql.transaction(async (queries) => {
    await lockMigrations(queries, sql.dialect);
    await applyMigrations(queries, sql.dialect);
  });
}

/** Makes other processes that migrate the database wait until the end of the transaction. */
export async function lockMigrations(
  { query }: Queries,
  { migrationLock }: Dialect,
): Promise<void> {
  if (migrationLock) await query(migrationLock);
}

/**
 * Applies outstanding migrations up to a number, or all of them, in a transaction that has locked
 * them.
 */
export async function applyMigrations(
  queries: Queries,
  dialect: Dialect,
  until: number = migrations.length,
): Promise<void> {
  await queries.query(
    "create table if not exists jackfield_migrations (number bigint primary key, applied text not null)",
  );
  const version = await readVersion(queries);
  for (const [index, statements] of migrations.slice(0, until).entries()) {
    const number = index + 1;
    if (number <= version) continue;
    for (const statement of statements) {
      const text = typeof statement === "string" ? statement : statement(dialect);
      if (text !== undefined) await queries.query(text);
    }
    await queries.query("insert into jackfield_migrations (number, applied) values ($1, $2)", [
      number,
      new Date().toISOString(),
    ]);
  }
}

/**
 * Returns the number of the last migration that was applied, 0 if there is none. Rejects like
 * `migrate`. Not for use in a transaction, because a missing table ends it.
 */
export async function readSchemaVersion(queries: Queries, dialect: Dialect): Promise<number> {
  try {
    return await readVersion(queries);
  } catch (error) {
    if (dialect.isMissingTable(error)) return 0;
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
