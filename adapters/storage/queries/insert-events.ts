import { requireValue } from "../../../core/lib/kit/require-value.ts";
import { eventApps, type NewEvent } from "../../../core/ports/stores/event-store.ts";
import type { Dialect, Queries, Row } from "../sql.ts";
import { toAppRows } from "./apps-column.ts";

const byKey = (a: NewEvent, b: NewEvent): number =>
  a.event.key < b.event.key ? -1 : Number(a.event.key > b.event.key);

/** Inserts events. Returns, by the ID of each one whose key is known, the ID of the event that has it. */
export async function insertEvents(
  { query }: Queries,
  insert: InsertEvents,
  events: readonly NewEvent[],
  keepData: number,
): Promise<Map<string, string>> {
  if (events.length === 0) return new Map();
  // The order of the keys is the same in all transactions, so that no two wait for each other.
  const sorted = events.toSorted(byKey);
  const inserted = await insert({ query }, sorted.map(toRow), keepData);
  const insertedIds = new Set(inserted.map(({ id }) => id));
  const existing = new Map<string, string>();
  for (const { event } of sorted.filter(({ event }) => !insertedIds.has(event.id))) {
    const [row] = await query("select id from events where trigger_id = $1 and dedupe = $2", [
      event.trigger,
      event.key,
    ]);
    existing.set(event.id, String(requireValue(row, "the event with the same key")["id"]));
  }
  return existing;
}

/** Inserts rows. Returns the IDs of those whose key isn't known. */
export type InsertEvents = (
  queries: Queries,
  rows: readonly (readonly string[])[],
  keepData: number,
) => Promise<readonly Row[]>;

const toRow = ({ event, encryptedData }: NewEvent): readonly string[] => [
  event.id,
  event.account,
  event.user ?? "",
  event.trigger,
  event.key,
  event.type,
  event.app ?? "",
  event.connection ?? "",
  event.status,
  JSON.stringify(event),
  encryptedData,
  toAppRows(eventApps(event)),
];

/** Where a statement is a request to a server, one inserts all rows. Otherwise that takes longer. */
export function createInsert({ isRemote, elements }: Dialect): InsertEvents {
  const several = `insert into events (${INSERTED})
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8,
      value ->> 9, value ->> 10, value ->> 11, cast($2 as bigint), 1
    from ${elements("$1")} where true ${UNLESS_KNOWN}`;
  if (isRemote)
    return ({ query }, rows, keepData) => query(several, [JSON.stringify(rows), keepData]);
  return async ({ query }, rows, keepData) => {
    const inserted: Row[] = [];
    for (const row of rows) inserted.push(...(await query(INSERT, [...row, keepData])));
    return inserted;
  };
}

const INSERTED =
  "id, account, owner, trigger_id, dedupe, type, app, connection, status, document, sealed, apps, keep_data, revision";
const UNLESS_KNOWN = "on conflict (trigger_id, dedupe) do nothing returning id";
const INSERT = `insert into events (${INSERTED})
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 1) ${UNLESS_KNOWN}`;
