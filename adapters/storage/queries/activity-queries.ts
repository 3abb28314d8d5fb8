import type {
  ActivityCounts,
  ActivityFilter,
  ActivityPage,
  ActivityPeriod,
  RunChange,
  RunRecord,
  RunStatus,
  RunStore,
} from "../../../core/ports/stores/run-store.ts";
import type { Row, Sql } from "../sql.ts";

/** The most runs that one call compares with a filter. */
const SCAN_LIMIT = 20_000;
/** The most runs that one call counts. */
const COUNT_LIMIT = 50_000;

/** The start of the IDs of runs that were created at a time. */
const idAt = (milliseconds: number): string =>
  `run_${Math.max(0, Math.trunc(milliseconds)).toString(16).padStart(12, "0")}`;

/** Sorts after the ID of every run in every collation. */
const AFTER_ALL = "run_g";

/** Before an index, `$1` to `$3` limit the runs that are compared with the filter. */
const NEWEST = `from runs where account = $1 and id < $2 and id >= $3 order by id desc`;

/** One statement for all filters, because SQLite caches every prepared text. */
const LIST = `select document from runs where id in (
    select id from (
      select id, owner, app, tool, status, source, key ${NEWEST} limit ${SCAN_LIMIT}
    ) as newest
    where ($4 = 0 or owner = $5) and ($6 = '' or app = $6) and ($7 = '' or tool = $7)
      and ($8 = '' or key = $8) and ($9 = '' or source = $9) and ($10 = '' or status = $10)
    order by id desc limit $11
  ) order by id desc`;

/** Returns the last run that `LIST` compares, if there are more. */
const LAST_SCANNED = `select id ${NEWEST} limit 1 offset ${SCAN_LIMIT - 1}`;

/** Lists the runs of an account. See `RunStore`. */
export async function listActivity(
  sql: Sql,
  {
    account,
    user,
    app = "",
    tool = "",
    key = "",
    source,
    status,
    from = 0,
    to,
    before,
    limit,
  }: ActivityFilter,
): Promise<ActivityPage> {
  const end = to === undefined ? AFTER_ALL : idAt(to);
  const range = [account, before !== undefined && before < end ? before : end, idAt(from)];
  const filter = [
    Number(user !== undefined),
    user ?? "",
    app,
    tool,
    key,
    source ?? "",
    status ?? "",
  ];
  const rows = await sql.query(LIST, [...range, ...filter, limit]);
  const runs = rows.map(parseRun);
  if (runs.length >= limit) return { runs };
  const [last] = await sql.query(LAST_SCANNED, range);
  return { runs, ...(last && { scannedTo: String(last["id"]) }) };
}

const COUNT = `select (created - cast($5 as bigint)) / cast($6 as bigint) as step, status, count(*) as scanned, max(changed) as position,
    sum(case when $3 = 0 or owner = $4 then 1 else 0 end) as runs
  from (
    select owner, status, created, changed from runs
    where account = $1 and id >= $2 order by id desc limit ${COUNT_LIMIT}
  ) as newest
  group by (created - cast($5 as bigint)) / cast($6 as bigint), status`;

/** Counts the runs of an account. See `RunStore`. */
export async function countActivity(
  sql: Sql,
  { account, user, from, step }: ActivityPeriod,
): Promise<ActivityCounts> {
  const rows = await sql.query(COUNT, [
    account,
    idAt(from),
    Number(user !== undefined),
    user ?? "",
    from,
    step,
  ]);
  const counts = rows.map((row) => ({
    step: Number(row["step"]),
    status: row["status"] as RunStatus,
    runs: Number(row["runs"]),
  }));
  const scanned = rows.reduce((sum, row) => sum + Number(row["scanned"]), 0);
  return {
    counts: counts.filter(({ runs }) => runs > 0),
    isComplete: scanned < COUNT_LIMIT,
    position: Math.max(0, ...rows.map(({ position }) => Number(position))),
  };
}

/** Lists the last changes of an account. See `RunStore`. */
export async function listChanges(
  sql: Sql,
  { account, after, limit }: Parameters<RunStore["listChanges"]>[0],
): Promise<readonly RunChange[]> {
  const rows = await sql.query(CHANGES, [account, after, limit]);
  return rows.map((row) => ({ run: parseRun(row), position: Number(row["changed"]) }));
}

const CHANGES =
  "select document, changed from runs where account = $1 and changed > $2 order by changed desc limit $3";

export const parseRun = ({ document }: Row): RunRecord => JSON.parse(String(document)) as RunRecord;
