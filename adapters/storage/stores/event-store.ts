import type { Job } from "../../../core/ports/job-queue.ts";
import {
  type AcceptRequest,
  type AcceptResult,
  actionJobKind,
  type EventAction,
  type EventFilter,
  type EventRecord,
  type EventStore,
  eventApps,
  type OldestFilter,
  type StoredEvent,
} from "../../../core/ports/stores/event-store.ts";
import type { Trigger } from "../../../core/ports/stores/trigger-store.ts";
import type { JobWriter } from "../../jobs/job-engine.ts";
import { createAcceptTogether } from "../accept-together.ts";
import { areAmong, toAppList, toAppRows } from "../queries/apps-column.ts";
import {
  createEventSaver,
  createRowFinder,
  SAVE_EVENT,
  toSaveValues,
} from "../queries/grouped-rows.ts";
import { createInsert, type InsertEvents, insertEvents } from "../queries/insert-events.ts";
import type { Dialect, Queries, Row, Sql, Value } from "../sql.ts";
import { appendEntry, executeWithEntry } from "./audit-log.ts";
import { CANCEL_EVENTS, saveTrigger } from "./trigger-store.ts";

const MINUTE = 60_000;
/** The most events, and the most data, that one sweep deletes. */
const SWEEP_LIMIT = 2_000;

/** Creates an event store in a migrated database. The caller closes the database. */
export function createSqlEventStore(sql: Sql, jobs: JobWriter): EventStore {
  const list = listStatement(sql.dialect);
  const oldest = oldestStatements(sql.dialect);
  const lock = lockStatement(sql.dialect);
  const insert = createInsert(sql.dialect);
  const find = createRowFinder(sql, {
    table: "events",
    columns: `${COLUMNS}, sealed`,
    condition: "document is not null",
  });
  const save = createEventSaver(sql);
  return {
    accept: createAcceptTogether(async (request) => {
      await jobs.ready();
      try {
        return await sql.transaction((queries) =>
          acceptEvents(queries, { jobs, lock, insert }, request),
        );
      } catch (error) {
        if (error instanceof StaleTriggerError) return { outcome: "stale" };
        throw error;
      }
    }),
    async find(id) {
      const row = await find(id);
      return row && parseEvent(row);
    },
    async list(filter) {
      const rows = await sql.query(list, toFilterValues(filter));
      return rows.map(parseEvent);
    },
    async listOldest({ trigger, ...filter }) {
      const values = toOldestValues(filter);
      const rows = await (trigger === undefined
        ? sql.query(oldest.ofAccount, values)
        : sql.query(oldest.ofTrigger, [...values, trigger]));
      return rows.map(parseEvent);
    },
    async findLast(trigger) {
      const [row] = await sql.query(FIND_LAST, [trigger]);
      return row && parseEvent(row);
    },
    async save(event, { revision, enqueue = [], isSerial = false }) {
      const { id, status } = event;
      const apps = toAppRows(eventApps(event));
      const change = { id, revision, status, document: JSON.stringify(event), apps };
      if (enqueue.length === 0) return save(change);
      await jobs.ready();
      return sql.transaction(async (queries) => {
        const rows = await queries.query(SAVE_EVENT, toSaveValues(change));
        if (rows.length === 0) return false;
        const trigger = { order: isSerial ? ("serial" as const) : ("none" as const) };
        const added = enqueue.map((action) => createJob(event, action, action.next ?? 0, trigger));
        await jobs.enqueue(queries, added);
        return true;
      });
    },
    async cancelAll(trigger) {
      await sql.query(CANCEL_EVENTS, [trigger]);
    },
    remove: (id, entry) => executeWithEntry(sql, entry, REMOVE, [id]),
    async countActing(account, limit) {
      const [row] = await sql.query(COUNT_ACTING, [account, limit]);
      return Number(row?.["number"]);
    },
    async deleteExpired(oldest, now) {
      await sql.query(DELETE_DATA, [now, SWEEP_LIMIT]);
      await sql.query(DELETE_EVENTS, [idAt(oldest), SWEEP_LIMIT]);
    },
  };
}

/** Thrown inside a transaction to roll it back. */
class StaleTriggerError extends Error {}

async function acceptEvents(
  queries: Queries,
  {
    jobs,
    lock,
    insert,
  }: { readonly jobs: JobWriter; readonly lock: string; readonly insert: InsertEvents },
  { trigger, events, save, keepData, now }: AcceptRequest,
): Promise<AcceptResult> {
  // The trigger's row is changed last, because others wait for it.
  const existing = await insertEvents(queries, insert, events, keepData);
  const accepted = events.map(({ event }) => event).filter(({ id }) => !existing.has(id));
  const acting = accepted.filter(({ status }) => status === "acting");
  const interval = MINUTE / trigger.maxPerMinute;
  const increment = Math.ceil(acting.length * interval);
  const [row] =
    accepted.length > 0
      ? await queries.query(TAKE_SLOTS, [trigger.id, now, increment, Number(acting.length > 0)])
      : await queries.query(lock, [trigger.id]);
  if (!row || (save && Number(row["revision"]) !== save.trigger.revision - 1))
    throw new StaleTriggerError();
  const slot = Number(row["next_slot"]);
  const added = acting.flatMap((event, index): Job[] => {
    const due = Math.ceil(slot - increment + (index + 1) * interval - MINUTE);
    return event.actions.map((action) => createJob(event, action, Math.max(now, due), trigger));
  });
  if (added.length > 0) await jobs.enqueue(queries, added, { areNew: true });
  if (save) {
    // The row is locked, and its revision was compared above.
    if (!(await saveTrigger(queries, jobs, save.trigger, save))) throw new StaleTriggerError();
    if (save.entry) await appendEntry(queries, save.entry);
  }
  return {
    outcome: "accepted",
    accepted: accepted.map(({ id }) => id),
    duplicates: events.flatMap(({ event }) => existing.get(event.id) ?? []),
    delay: Math.max(0, slot - MINUTE - now),
  };
}

const createJob = (
  event: EventRecord,
  action: EventAction,
  due: number,
  trigger: Pick<Trigger, "order">,
): Job => {
  const { name, isSequential = false } = actionJobKind(trigger, action);
  return {
    kind: name,
    key: `${event.id}.${action.id}`,
    ...(isSequential && { sequence: event.trigger }),
    due,
    body: "{}",
  };
};

/** The start of the IDs of events that were accepted at a time. */
const idAt = (milliseconds: number): string =>
  `evt_${Math.max(0, Math.trunc(milliseconds)).toString(16).padStart(12, "0")}`;

/** Sorts after the ID of every event in every collation. */
const AFTER_ALL = "evt_g";

const COLUMNS = "document, status, revision";

/** Also makes other processes wait that accept events of the same trigger. */
const lockStatement = ({ forUpdate }: Dialect) =>
  `select revision, next_slot from triggers where id = $1${forUpdate}`;

/** Reserves the time of the actions of new events. Its last parameter is 0 if there are none. */
const TAKE_SLOTS = `update triggers set last_event = $2,
    next_slot = case when $4 = 0 or next_slot > $2 then next_slot else $2 end + $3
  where id = $1 returning revision, next_slot`;

const REMOVE = `update events set document = null, sealed = null, keep_data = null, status = 'canceled', revision = revision + 1
  where id = $1 and document is not null returning id`;

/** One statement for all filters, because SQLite caches every prepared text. */
const listStatement = (dialect: Dialect) => `select ${COLUMNS} from events
  where account = $1 and document is not null and ($2 = 0 or owner = $3)
    and ($4 = '' or trigger_id = $4) and ($5 = '' or type = $5) and ($6 = '' or status = $6)
    and ($7 = '' or app = $7) and ($8 = '' or connection = $8)
    and ${areAmong(dialect, "events.apps", "$9")}
    and id >= $10 and id < $11
  order by id desc limit $12`;

/** The events of a trigger have an index of their own. */
const oldestStatements = (dialect: Dialect) => {
  const among = areAmong(dialect, "events.apps", "$4");
  const select = (condition: string) => `select ${COLUMNS} from events
  where account = $1 and document is not null and ($2 = 0 or owner = $3) and ${among}
    and ($5 = '' or type = $5) and ($6 = '' or status = $6)
    and id >= $7 and id < $8 and id > $9${condition}
  order by id limit $10`;
  return { ofAccount: select(""), ofTrigger: select(" and trigger_id = $11") };
};

const FIND_LAST = `select ${COLUMNS}, sealed from events
  where trigger_id = $1 and document is not null and sealed is not null order by id desc limit 1`;

const COUNT_ACTING = `select count(*) as number from (
  select 1 as one from events where account = $1 and status = 'acting' limit $2) as acting`;

const DELETE_DATA = `update events set sealed = null, keep_data = null
  where id in (select id from events where keep_data is not null and keep_data <= $1 order by keep_data limit $2)`;
const DELETE_EVENTS =
  "delete from events where id in (select id from events where id < $1 order by id limit $2)";

const toFilterValues = ({
  account,
  user,
  trigger = "",
  type = "",
  status,
  app = "",
  connection = "",
  apps,
  from = 0,
  to,
  before,
  limit,
}: EventFilter): Value[] => {
  const end = to === undefined ? AFTER_ALL : idAt(to);
  return [
    account,
    Number(user !== undefined),
    user ?? "",
    trigger,
    type,
    status ?? "",
    app,
    connection,
    toAppList(apps),
    idAt(from),
    before !== undefined && before < end ? before : end,
    limit,
  ];
};

const toOldestValues = ({
  account,
  user,
  apps,
  type = "",
  status,
  from,
  to,
  after = "",
  limit,
}: Omit<OldestFilter, "trigger">): Value[] => [
  account,
  Number(user !== undefined),
  user ?? "",
  toAppList(apps),
  type,
  status ?? "",
  from === undefined ? "" : idAt(from),
  to === undefined ? AFTER_ALL : idAt(to),
  after,
  limit,
];

/** The status of an event changes without its document when its trigger is deleted. */
const parseEvent = ({ document, status, revision, sealed }: Row): StoredEvent => ({
  event: { ...(JSON.parse(String(document)) as EventRecord), status },
  revision: Number(revision),
  ...(typeof sealed === "string" && { encryptedData: sealed }),
});
