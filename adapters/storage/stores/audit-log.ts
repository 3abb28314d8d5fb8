import type { AuditEntry, AuditLog } from "../../../core/ports/stores/audit-log.ts";
import type { Queries, Sql, Value } from "../sql.ts";

/** The most entries that one sweep deletes. */
const SWEEP_LIMIT = 5_000;

/** Creates an audit log in a migrated database. The caller closes the database. */
export const createSqlAuditLog = (sql: Sql): AuditLog => ({
  append: (entry) => appendEntry(sql, entry),
  async list(account, { before = "", limit }) {
    const rows = await sql.query(LIST, [account, before, limit]);
    return rows.map(({ document }) => JSON.parse(String(document)) as AuditEntry);
  },
  async deleteOld(oldest) {
    await sql.query(DELETE_OLD, [`aud_${oldest.toString(16).padStart(12, "0")}`, SWEEP_LIMIT]);
  },
});

/** Appends an entry, for stores that do so in the transaction of a change. */
export async function appendEntry({ query }: Queries, entry: AuditEntry): Promise<void> {
  await query("insert into audit (id, account, document) values ($1, $2, $3)", [
    entry.id,
    entry.account,
    JSON.stringify(entry),
  ]);
}

/** Commits a change together with its audit entry, if `change` resolves with true. */
export const changeWithEntry = (
  sql: Sql,
  entry: AuditEntry | undefined,
  change: (queries: Queries) => Promise<boolean>,
): Promise<boolean> =>
  sql.transaction(async (queries) => {
    const hasChanged = await change(queries);
    if (hasChanged && entry) await appendEntry(queries, entry);
    return hasChanged;
  });

/**
 * Executes a statement that returns the changed rows, together with its audit entry. Returns whether
 * it changed any.
 */
export async function executeWithEntry(
  sql: Sql,
  entry: AuditEntry | undefined,
  text: string,
  values: readonly Value[],
): Promise<boolean> {
  const execute = async ({ query }: Queries) => (await query(text, values)).length > 0;
  return entry ? changeWithEntry(sql, entry, execute) : execute(sql);
}

const LIST = `select document from audit where account = $1 and ($2 = '' or id < $2) order by id desc limit $3`;
const DELETE_OLD =
  "delete from audit where id in (select id from audit where id < $1 order by id limit $2)";
