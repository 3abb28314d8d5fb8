import type { RunFilter, RunRecord } from "../../../core/ports/stores/run-store.ts";
import type { Dialect, Sql } from "../sql.ts";
import { parseRun } from "./activity-queries.ts";
import { areAmong, toAppList } from "./apps-column.ts";

/**
 * One statement for all filters, because SQLite caches every prepared text. An empty value matches
 * everything.
 */
const listStatement = (dialect: Dialect) => `select document from runs
  where account = $1 and owner = $2
    and ($3 = '' or app = $3) and ($4 = '' or tool = $4) and ($5 = '' or connection = $5) and ($6 = '' or status = $6)
    and ($7 = '' or ${dialect.contains("$7", "' ' || app || ' '")})
    and (event_id is null or ${areAmong(dialect, "runs.apps", "$7")})
    and ($8 = '' or trigger_id = $8) and ($9 = '' or event_id = $9)
    and ($10 = '' or id < $10)
  order by id desc limit $11`;

/** Returns the runs of a user that match a filter, the newest first. */
export async function listRuns(
  sql: Sql,
  {
    account,
    user = "",
    app = "",
    tool = "",
    connection = "",
    status,
    trigger = "",
    event = "",
    apps,
    before,
    limit,
  }: RunFilter,
): Promise<readonly RunRecord[]> {
  const rows = await sql.query(listStatement(sql.dialect), [
    account,
    user,
    app,
    tool,
    connection,
    status ?? "",
    toAppList(apps),
    trigger,
    event,
    before ?? "",
    limit,
  ]);
  return rows.map(parseRun);
}
