import {
  type BeginResult,
  type RunClaim,
  type RunRecord,
  type RunStore,
  runApps,
  type StoredResult,
} from "../../../core/ports/stores/run-store.ts";
import { countActivity, listActivity, listChanges, parseRun } from "../queries/activity-queries.ts";
import { toAppRows } from "../queries/apps-column.ts";
import { listRuns } from "../queries/list-runs.ts";
import type { Dialect, Sql, Value } from "../sql.ts";
import { executeWithEntry } from "./audit-log.ts";

/** The most results, claims and runs that one sweep deletes. */
const SWEEP_LIMIT = 1000;

/** Stores several finished runs that never began, in few statements. */
export interface BatchRunStore {
  addFinished(runs: readonly FinishArguments[]): Promise<void>;
}
type FinishArguments = Parameters<RunStore["finish"]>;

/** Creates a run store in a migrated database. The caller closes the database. */
export function createSqlRunStore(sql: Sql): RunStore & BatchRunStore {
  const addFinished = addFinishedStatement(sql.dialect, 1);
  const addBatch = addFinishedStatement(sql.dialect, BATCH_SIZE);
  const finish = finishStatement(sql.dialect);
  return {
    begin: (run, { until, now, claim }) => beginRun(sql, run, until, now, claim),
    async addFinished(runs) {
      const batchedCount = runs.length - (runs.length % BATCH_SIZE);
      const batches = Array.from({ length: batchedCount / BATCH_SIZE }, (_, index) =>
        runs.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
      );
      await Promise.all([
        ...batches.map((batch) => sql.query(addBatch, batch.flatMap(toFinishedColumns))),
        ...runs.slice(batchedCount).map((run) => sql.query(addFinished, toFinishedColumns(run))),
      ]);
    },
    async finish(run, options) {
      const rows = options.wasBegun
        ? await sql.query(finish, toBegunColumns(run, options))
        : await sql.query(addFinished, toFinishedColumns([run, options]));
      return rows.length > 0;
    },
    async findClaimed({ key }, now) {
      const [row] = await sql.query(
        "select document, request, until from runs where claim = $1 and claim_keep > $2",
        [key, now],
      );
      return (
        row && { run: parseRun(row), request: String(row["request"]), until: Number(row["until"]) }
      );
    },
    async find(account, user = "", id) {
      const rows = await sql.query(
        "select document from runs where id = $1 and account = $2 and owner = $3",
        [id, account, user],
      );
      return rows.map(parseRun)[0];
    },
    async findResult(id) {
      const [row] = await sql.query(
        "select result, result_encoding from runs where id = $1 and result is not null",
        [id],
      );
      return (
        row && {
          data: String(row["result"]),
          encoding: row["result_encoding"] as StoredResult["encoding"],
        }
      );
    },
    list: (filter) => listRuns(sql, filter),
    async findInAccount(account, id) {
      const rows = await sql.query("select document from runs where id = $1 and account = $2", [
        id,
        account,
      ]);
      return rows.map(parseRun)[0];
    },
    listActivity: (filter) => listActivity(sql, filter),
    countActivity: (period) => countActivity(sql, period),
    listChanges: (options) => listChanges(sql, options),
    remove: (account, user = "", id, entry) =>
      executeWithEntry(sql, entry, REMOVE, [id, account, user]),
    async listAbandoned(now) {
      const rows = await sql.query(
        "select document from runs where status in ('queued', 'running') and until <= $1 order by until limit 500",
        [now],
      );
      return rows.map(parseRun);
    },
    async deleteExpired(oldest, now) {
      await sql.query(SWEEP_RESULTS, [now, SWEEP_LIMIT]);
      await sql.query(SWEEP_CLAIMS, [now, SWEEP_LIMIT]);
      await sql.query(SWEEP_RUNS, [`run_${oldest.toString(16).padStart(12, "0")}`, SWEEP_LIMIT]);
    },
  };
}

const COLUMNS =
  "id, account, owner, app, tool, connection, status, document, key, source, created, trigger_id, event_id, apps, until";

const addStatement = ({ clock }: Dialect) =>
  `insert into runs (${COLUMNS}, claim, request, claim_keep, changed)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, ${clock}) on conflict do nothing returning id`;

const FINISHED_COLUMNS = 18;
/** How many runs one statement stores. */
const BATCH_SIZE = 40;

/** Returns a statement that stores several finished runs. */
function addFinishedStatement({ clock }: Dialect, runs: number): string {
  const rows = Array.from({ length: runs }, (_, row) => {
    const values = Array.from(
      { length: FINISHED_COLUMNS },
      (_, column) => `$${row * FINISHED_COLUMNS + column + 1}`,
    );
    return `(${values.join(", ")}, ${clock})`;
  });
  return `insert into runs (${COLUMNS}, result, result_encoding, result_keep, changed)
  values ${rows.join(", ")} on conflict do nothing returning id`;
}

const finishStatement = ({ clock }: Dialect) =>
  `update runs set status = $2, document = $3, connection = $4, result = $5, result_encoding = $6, result_keep = $7, changed = ${clock}
  where id = $1 and status in ('queued', 'running') returning id`;

const REMOVE =
  "delete from runs where id = $1 and account = $2 and owner = $3 and status not in ('queued', 'running') returning id";

/** Removes an expired idempotency key from its run. */
const FREE_CLAIM =
  "update runs set claim = null, claim_keep = null where claim = $1 and claim_keep <= $2";

const SWEEP_RESULTS = `update runs set result = null, result_encoding = null, result_keep = null
  where id in (select id from runs where result_keep is not null and result_keep <= $1 order by result_keep limit $2)`;
const SWEEP_CLAIMS = `update runs set claim = null, claim_keep = null
  where id in (select id from runs where claim_keep is not null and claim_keep <= $1 order by claim_keep limit $2)`;
const SWEEP_RUNS =
  "delete from runs where id in (select id from runs where id < $1 order by id limit $2)";

async function beginRun(
  sql: Sql,
  run: RunRecord,
  until: number,
  now: number,
  claim: RunClaim | undefined,
): Promise<BeginResult> {
  const add = addStatement(sql.dialect);
  for (;;) {
    const [inserted] = await sql.query(add, [
      ...toColumns(run),
      until,
      claim?.key ?? null,
      claim?.request ?? null,
      claim?.keep ?? null,
    ]);
    if (inserted) return { outcome: "acquired" };
    if (!claim) throw new Error(`Run ${run.id} already exists.`);
    const [existing] = await sql.query(
      "select document, request, claim_keep from runs where claim = $1",
      [claim.key],
    );
    // The claim was removed between the two statements.
    if (!existing) continue;
    if (Number(existing["claim_keep"]) <= now) await sql.query(FREE_CLAIM, [claim.key, now]);
    else if (existing["request"] !== claim.request) return { outcome: "conflict" };
    else return { outcome: "existing", run: parseRun(existing) };
  }
}

const toColumns = (run: RunRecord): Value[] => [
  run.id,
  run.account,
  run.user ?? "",
  run.app,
  run.tool,
  run.connection ?? null,
  run.status,
  JSON.stringify(run),
  run.key,
  run.source ?? "",
  Date.parse(run.created),
  run.trigger ?? null,
  run.event ?? null,
  run.event === undefined ? null : toAppRows(runApps(run)),
];

const toResultColumns = ({ result, keepResult }: FinishArguments[1]): Value[] => [
  result?.data ?? null,
  result?.encoding ?? null,
  (result && keepResult) ?? null,
];
const toBegunColumns = (run: RunRecord, options: FinishArguments[1]): Value[] => [
  run.id,
  run.status,
  JSON.stringify(run),
  run.connection ?? null,
  ...toResultColumns(options),
];
const toFinishedColumns = ([run, options]: FinishArguments): Value[] => [
  ...toColumns(run),
  0,
  ...toResultColumns(options),
];
