import type {
  Begun,
  KeptResult,
  RunClaim,
  RunFilter,
  RunRecord,
  Runs,
} from "../../core/ports/runs.ts";
import type { Row, Sql, Value } from "./sql.ts";

/** How many are forgotten, or found left, at once. */
const SWEEP = 1000;

/** Keeps several finished runs that were never begun, in few statements. */
export interface ManyRuns {
  addFinished(all: readonly Finished[]): Promise<void>;
}
type Finished = Parameters<Runs["finish"]>;

/** What is kept of runs, in a database that `migrate` has prepared and that is closed elsewhere. */
export function sqlRuns(sql: Sql): Runs & ManyRuns {
  return {
    begin: (run, { until, now, claim }) => begin(sql, run, until, now, claim),
    async addFinished(all) {
      const together = all.length - (all.length % AT_ONCE);
      const asked = Array.from({ length: together / AT_ONCE }, (_, at) =>
        sql.query(ADD_MANY, all.slice(at * AT_ONCE, (at + 1) * AT_ONCE).flatMap(finishedColumns)),
      );
      await Promise.all([
        ...asked,
        ...all.slice(together).map((each) => sql.query(ADD_FINISHED, finishedColumns(each))),
      ]);
    },
    async finish(run, options) {
      const { wasBegun } = options;
      const kept = keptColumns(options);
      if (!wasBegun)
        return (await sql.query(ADD_FINISHED, finishedColumns([run, options]))).length > 0;
      return (
        (
          await sql.query(FINISH, [
            run.id,
            run.status,
            JSON.stringify(run),
            run.connection ?? null,
            ...kept,
          ])
        ).length > 0
      );
    },
    async claimed({ key }, now) {
      const [row] = await sql.query(
        "select document, request, until from runs where claim = $1 and claim_keep > $2",
        [key, now],
      );
      return (
        row && { run: runIn(row), request: String(row["request"]), until: Number(row["until"]) }
      );
    },
    run: async (account, user = "", id) =>
      (
        await sql.query("select document from runs where id = $1 and account = $2 and owner = $3", [
          id,
          account,
          user,
        ])
      ).map(runIn)[0],
    async result(id) {
      const [row] = await sql.query(
        "select result, result_encoding from runs where id = $1 and result is not null",
        [id],
      );
      return (
        row && {
          data: String(row["result"]),
          encoding: row["result_encoding"] as KeptResult["encoding"],
        }
      );
    },
    list: (filter) => list(sql, filter),
    remove: async (account, user = "", id) =>
      (
        await sql.query(
          "delete from runs where id = $1 and account = $2 and owner = $3 and status not in ('queued', 'running') returning id",
          [id, account, user],
        )
      ).length > 0,
    abandoned: async (now) =>
      (
        await sql.query(
          "select document from runs where status in ('queued', 'running') and until <= $1 order by until limit 500",
          [now],
        )
      ).map(runIn),
    async sweep(oldest, now) {
      await sql.query(SWEEP_RESULTS, [now, SWEEP]);
      await sql.query(SWEEP_CLAIMS, [now, SWEEP]);
      await sql.query(SWEEP_RUNS, [`run_${oldest.toString(16).padStart(12, "0")}`, SWEEP]);
    },
  };
}

const ADD = `insert into runs (id, account, owner, app, tool, connection, status, document, until, claim, request, claim_keep)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing returning id`;
const ADD_FINISHED = `insert into runs (id, account, owner, app, tool, connection, status, document, until, result, result_encoding, result_keep)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing returning id`;
/** How many runs one statement keeps. */
const AT_ONCE = 40;
const ADD_MANY = `insert into runs (id, account, owner, app, tool, connection, status, document, until, result, result_encoding, result_keep)
  values ${Array.from({ length: AT_ONCE }, (_, row) => `(${Array.from({ length: 12 }, (_, column) => `$${row * 12 + column + 1}`).join(", ")})`).join(", ")} on conflict do nothing`;
const FINISH = `update runs set status = $2, document = $3, connection = $4, result = $5, result_encoding = $6, result_keep = $7
  where id = $1 and status in ('queued', 'running') returning id`;

/** A key whose time is over is nobody's. */
const FREE =
  "update runs set claim = null, claim_keep = null where claim = $1 and claim_keep <= $2";

const SWEEP_RESULTS = `update runs set result = null, result_encoding = null, result_keep = null
  where id in (select id from runs where result_keep is not null and result_keep <= $1 order by result_keep limit $2)`;
const SWEEP_CLAIMS = `update runs set claim = null, claim_keep = null
  where id in (select id from runs where claim_keep is not null and claim_keep <= $1 order by claim_keep limit $2)`;
const SWEEP_RUNS =
  "delete from runs where id in (select id from runs where id < $1 order by id limit $2)";

async function begin(
  sql: Sql,
  run: RunRecord,
  until: number,
  now: number,
  claim: RunClaim | undefined,
): Promise<Begun> {
  for (;;) {
    const [mine] = await sql.query(ADD, [
      ...columnsOf(run),
      until,
      claim?.key ?? null,
      claim?.request ?? null,
      claim?.keep ?? null,
    ]);
    if (mine) return { outcome: "yours" };
    if (!claim) throw new Error(`There is a run ${run.id} already.`);
    const [known] = await sql.query(
      "select document, request, claim_keep from runs where claim = $1",
      [claim.key],
    );
    // Forgotten between the two.
    if (!known) continue;
    if (Number(known["claim_keep"]) <= now) await sql.query(FREE, [claim.key, now]);
    else if (known["request"] !== claim.request) return { outcome: "other" };
    else return { outcome: "known", run: runIn(known) };
  }
}

/** One statement for every list, since each text is prepared once and kept: an empty value stands for any. */
const LIST = `select document from runs
  where account = $1 and owner = $2
    and ($3 = '' or app = $3) and ($4 = '' or tool = $4) and ($5 = '' or connection = $5) and ($6 = '' or status = $6)
    and ($7 = '' or strpos_or_instr)
    and ($8 = '' or id < $8)
  order by id desc limit $9`;

async function list(
  sql: Sql,
  {
    account,
    user = "",
    app = "",
    tool = "",
    connection = "",
    status,
    apps,
    before,
    limit,
  }: RunFilter,
): Promise<readonly RunRecord[]> {
  const text = LIST.replace(
    "strpos_or_instr",
    sql.kind === "postgres"
      ? "strpos($7, ' ' || app || ' ') > 0"
      : "instr($7, ' ' || app || ' ') > 0",
  );
  const among = apps ? ` ${apps.join(" ")} ` : "";
  return (
    await sql.query(text, [
      account,
      user,
      app,
      tool,
      connection,
      status ?? "",
      among,
      before ?? "",
      limit,
    ])
  ).map(runIn);
}

const columnsOf = (run: RunRecord): Value[] => [
  run.id,
  run.account,
  run.user ?? "",
  run.app,
  run.tool,
  run.connection ?? null,
  run.status,
  JSON.stringify(run),
];

const keptColumns = ({ result, keepResult }: Finished[1]): Value[] => [
  result?.data ?? null,
  result?.encoding ?? null,
  (result && keepResult) ?? null,
];
const finishedColumns = ([run, options]: Finished): Value[] => [
  ...columnsOf(run),
  0,
  ...keptColumns(options),
];

/** Only what `columnsOf` and `finish` wrote is read. */
const runIn = ({ document }: Row): RunRecord => JSON.parse(String(document)) as RunRecord;
