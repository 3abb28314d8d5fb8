import {
  createTriggerJob,
  ROUTED_PAGE,
  type StoredTrigger,
  type SubscriptionLimit,
  TRIGGER_JOBS,
  type Trigger,
  type TriggerChange,
  type TriggerCounts,
  type TriggerStore,
  triggerApps,
} from "../../../core/ports/stores/trigger-store.ts";
import type { JobWriter } from "../../jobs/job-engine.ts";
import { lockAccount } from "../lock-account.ts";
import { areAmong, toAppRows } from "../queries/apps-column.ts";
import { createRowFinder } from "../queries/grouped-rows.ts";
import { COLUMNS, parseTrigger, toColumns, toFilterValues } from "../queries/trigger-rows.ts";
import type { Dialect, Queries, Row, Sql, Value } from "../sql.ts";
import { appendEntry, changeWithEntry } from "./audit-log.ts";

/** Creates a trigger store in a migrated database. The caller closes the database. */
export function createSqlTriggerStore(sql: Sql, jobs: JobWriter): TriggerStore {
  const list = listStatement(sql.dialect);
  const countSubscribers = countSubscribersStatement(sql.dialect);
  const find = createRowFinder(sql, { table: "triggers", columns: COLUMNS });
  return {
    add: (trigger, options) => addTrigger(sql, jobs, trigger, options),
    async find(id) {
      const row = await find(id);
      return row && parseTrigger(row);
    },
    findByAddress: async (digest) =>
      parseFirst(await sql.query(`select ${COLUMNS} from triggers where address = $1`, [digest])),
    findByClaim: async (key) =>
      parseFirst(await sql.query(`select ${COLUMNS} from triggers where claim = $1`, [key])),
    async findCursor(id) {
      const [row] = await sql.query("select cursor from triggers where id = $1", [id]);
      return row?.["cursor"] ?? undefined;
    },
    async list(filter) {
      const rows = await sql.query(list, toFilterValues(filter));
      return rows.map(parseTrigger);
    },
    async listByRouting(app, routing, after = "") {
      const rows = await sql.query(LIST_BY_ROUTING, [app, routing, after]);
      return rows.map(parseTrigger);
    },
    async count(account, user) {
      const [row] = await sql.query(COUNT, [account, Number(user !== undefined), user ?? ""]);
      return Number(row?.["number"]);
    },
    async save(trigger, change = {}) {
      await jobs.ready();
      return changeWithEntry(sql, change.entry, (queries) =>
        saveTrigger(queries, jobs, trigger, change),
      );
    },
    async saveSubscribers(trigger, { encryptedSecrets, limit }) {
      await jobs.ready();
      return sql.transaction(async (queries) => {
        if (limit && (await exceeds(queries, countSubscribers, trigger, limit))) return "full";
        return (await saveTrigger(queries, jobs, trigger, { encryptedSecrets }))
          ? "saved"
          : "stale";
      });
    },
    async remove(id, { entry, revision } = {}) {
      await jobs.ready();
      return changeWithEntry(sql, entry, async (queries) => {
        const rows = await queries.query(REMOVE, [id, revision ?? null]);
        if (rows.length === 0) return false;
        await jobs.cancel(queries, TRIGGER_JOBS.name, id);
        await queries.query(CANCEL_EVENTS, [id]);
        return true;
      });
    },
    async addMissingJobs(before) {
      await jobs.ready();
      const rows = await sql.query(DUE, [before]);
      if (rows.length === 0) return;
      const due = rows.map((row) => ({
        kind: TRIGGER_JOBS.name,
        key: String(row["id"]),
        due: Number(row["due"]),
        body: "{}",
      }));
      await sql.transaction((queries) => jobs.enqueue(queries, due, { onlyIfAbsent: true }));
    },
  };
}

type AddOptions = Parameters<TriggerStore["add"]>[1];

async function addTrigger(
  sql: Sql,
  jobs: JobWriter,
  trigger: Trigger,
  options: AddOptions,
): ReturnType<TriggerStore["add"]> {
  const { claim } = options;
  await jobs.ready();
  for (;;) {
    const outcome = await sql.transaction((queries) =>
      insertTrigger(queries, jobs, trigger, options),
    );
    if (outcome === "added") return { outcome };
    const [row] = claim
      ? await sql.query(`select ${COLUMNS}, claim_request from triggers where claim = $1`, [
          claim.key,
        ])
      : [];
    if (!row && outcome !== "existing") return { outcome: "full", of: outcome };
    if (!claim) throw new Error(`Trigger ${trigger.id} already exists.`);
    // The trigger was deleted between the two statements.
    if (!row) continue;
    return {
      outcome: "existing",
      stored: parseTrigger(row),
      request: String(row["claim_request"]),
    };
  }
}

/** Adds a trigger in a transaction. Returns who has too many triggers, if anyone. */
async function insertTrigger(
  queries: Queries,
  jobs: JobWriter,
  trigger: Trigger,
  { address, claim, max, ...change }: AddOptions,
): Promise<"added" | "existing" | "account" | "user"> {
  const full = max && (await findFull(queries, trigger, max));
  if (full) return full;
  const rows = await queries.query(ADD, [
    ...toColumns(trigger),
    address ?? null,
    claim?.key ?? null,
    claim?.request ?? null,
    change.cursor ?? null,
    change.encryptedSecrets ?? null,
  ]);
  if (rows.length === 0) return "existing";
  await setJob(queries, jobs, trigger);
  if (change.entry) await appendEntry(queries, change.entry);
  return "added";
}

/** Saves a trigger and its job in a transaction. Returns whether its revision was the next one. */
export async function saveTrigger(
  queries: Queries,
  jobs: JobWriter,
  trigger: Trigger,
  { encryptedSecrets, cursor }: TriggerChange,
): Promise<boolean> {
  const rows = await queries.query(SAVE, [
    trigger.id,
    trigger.revision - 1,
    trigger.revision,
    trigger.kind,
    trigger.app ?? "",
    trigger.connection ?? "",
    trigger.status,
    trigger.progress.due ?? null,
    JSON.stringify(trigger),
    cursor ?? null,
    encryptedSecrets ?? null,
    toAppRows(triggerApps(trigger)),
  ]);
  if (rows.length === 0) return false;
  await setJob(queries, jobs, trigger);
  return true;
}

/** Counts triggers while no other process adds one. */
async function findFull(
  queries: Queries,
  { account, user }: Trigger,
  { perAccount, perUser }: TriggerCounts,
): Promise<"account" | "user" | undefined> {
  await lockAccount(queries, account);
  const count = async (values: readonly Value[]) =>
    Number((await queries.query(COUNT, values))[0]?.["number"]);
  if ((await count([account, 0, ""])) >= perAccount) return "account";
  return user !== undefined && (await count([account, 1, user])) >= perUser ? "user" : undefined;
}

/** Counts the subscriptions of a key while no other process adds one. */
async function exceeds(
  queries: Queries,
  statement: string,
  { id, account, subscribers = [] }: Trigger,
  { key, max, at }: SubscriptionLimit,
): Promise<boolean> {
  await lockAccount(queries, account);
  const [row] = await queries.query(statement, [account, id, key, at]);
  const own = subscribers.filter((each) => each.key === key && each.until > at).length;
  return Number(row?.["number"]) + own > max;
}

async function setJob(queries: Queries, jobs: JobWriter, trigger: Trigger): Promise<void> {
  const job = createTriggerJob(trigger);
  if (job) await jobs.enqueue(queries, [job]);
  else await jobs.cancel(queries, TRIGGER_JOBS.name, trigger.id);
}

/** Cancels the events of a trigger that are in progress. */
export const CANCEL_EVENTS =
  "update events set status = 'canceled', revision = revision + 1 where trigger_id = $1 and status = 'acting'";

const ADD = `insert into triggers (id, account, owner, kind, app, connection, status, revision, due, document, apps, next_slot, address, claim, claim_request, cursor, sealed)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, $12, $13, $14, $15, $16) on conflict do nothing returning id`;

const SAVE = `update triggers set revision = $3, kind = $4, app = $5, connection = $6, status = $7, due = $8, document = $9,
    cursor = coalesce($10, cursor), sealed = coalesce($11, sealed), apps = $12
  where id = $1 and revision = $2 returning id`;

const COUNT =
  "select count(*) as number from triggers where account = $1 and ($2 = 0 or owner = $3) and status <> 'deleting'";

const REMOVE = "delete from triggers where id = $1 and (revision = $2 or $2 is null) returning id";

/** The live subscriptions of a key to the other triggers of the account. */
const countSubscribersStatement = ({ elements, jsonText }: Dialect) =>
  `select count(*) as number from triggers, ${elements(jsonText("triggers.document", "subscribers"))}
  where triggers.account = $1 and triggers.id <> $2 and triggers.status <> 'deleting'
    and each.value ->> 'key' = $3 and cast(each.value ->> 'until' as bigint) > $4`;

/** The most missing jobs that one call adds. */
const DUE =
  "select id, due from triggers where due is not null and due <= $1 order by due limit 5000";

/** One statement for all filters, because SQLite caches every prepared text. */
const listStatement = (dialect: Dialect) => `select ${COLUMNS} from triggers
  where account = $1 and ($2 = 0 or owner = $3)
    and ($4 = '' or kind = $4) and ($5 = '' or app = $5) and ($6 = '' or connection = $6)
    and ($7 = '' or status = $7) and status <> 'deleting'
    and ${areAmong(dialect, "triggers.apps", "$8")}
    and ($9 = '' or id < $9)
  order by id desc limit $10`;

const LIST_BY_ROUTING = `select ${COLUMNS.split(", ")
  .map((column) => `triggers.${column}`)
  .join(", ")} from connections
  join triggers on triggers.connection = connections.id and triggers.account = connections.account
  where connections.app = $1 and connections.routing = $2 and connections.status = 'active'
    and triggers.kind = 'app' and triggers.status <> 'deleting' and triggers.id > $3
  order by triggers.id limit ${ROUTED_PAGE}`;

const parseFirst = ([row]: readonly Row[]): StoredTrigger | undefined => row && parseTrigger(row);
