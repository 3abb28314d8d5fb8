import { setImmediate } from "node:timers/promises";
import { createGrouped } from "../../../core/lib/kit/flow/grouped.ts";
import type { Row, Sql, Value } from "../sql.ts";

/** The most calls that share a statement. */
const MAX_TOGETHER = 100;

/**
 * Creates a function that selects the row with an ID. Calls of the same moment share a statement if
 * each one is a request to a server. `condition` selects among the rows, and may be empty.
 */
export function createRowFinder(
  sql: Sql,
  {
    table,
    columns,
    condition = "true",
  }: { readonly table: string; readonly columns: string; readonly condition?: string },
): (id: string) => Promise<Row | undefined> {
  const { isRemote, elements } = sql.dialect;
  const select = `select ${columns} from ${table} where ${condition} and`;
  const one = `${select} id = $1`;
  if (!isRemote) return async (id) => (await sql.query(one, [id]))[0];
  const several = `select id as found_id, ${columns} from ${table} where ${condition}
    and id in (select value ->> 0 from ${elements("$1")})`;
  return createGrouped(
    async (ids: readonly string[]) => {
      if (ids.length === 1) return sql.query(one, ids).then((rows) => [rows[0]]);
      const rows = await sql.query(several, [JSON.stringify([...new Set(ids)].map((id) => [id]))]);
      const found = new Map(rows.map((row) => [row["found_id"], row]));
      return ids.map((id) => found.get(id));
    },
    { max: MAX_TOGETHER, gather: setImmediate },
  );
}

/** A change of a row if its `revision` is the expected one. */
interface RowChange {
  readonly id: string;
  readonly revision: number;
  readonly status: string;
  readonly document: string;
  /** The column `apps`. */
  readonly apps: string;
}

/**
 * Creates a function that changes the row of an event if its revision is the expected one, and
 * increases the revision. Returns whether it did. Calls of the same moment share a statement if each
 * one is a request to a server.
 */
export function createEventSaver(sql: Sql): (change: RowChange) => Promise<boolean> {
  const { isRemote, elements } = sql.dialect;
  const saveOne = async (change: RowChange) =>
    (await sql.query(SAVE_EVENT, toSaveValues(change))).length > 0;
  if (!isRemote) return saveOne;
  // A statement that waited for a row would hold the others meanwhile, and two such could wait for
  // each other. So this one skips rows that others are changing.
  const several = `with changes as (
      select value ->> 0 as id, cast(value ->> 1 as bigint) as revision, value ->> 2 as status, value ->> 3 as document, value ->> 4 as apps
      from ${elements("$1")}
    ), locked as (
      select events.id from events join changes on events.id = changes.id and events.revision = changes.revision
      for update of events skip locked
    )
    update events set status = changes.status, document = changes.document, apps = changes.apps, revision = events.revision + 1
    from changes join locked on locked.id = changes.id where events.id = changes.id
    returning events.id`;
  return createGrouped(
    async (changes: readonly RowChange[]) => {
      const groups = Map.groupBy(changes, ({ id }) => id);
      const firsts = [...groups.values()].flatMap((group) => group.slice(0, 1));
      const rows = await sql.query(several, [JSON.stringify(firsts.map(toSaveValues))]);
      const saved = new Set(rows.map((row) => row["id"]));
      return changes.map(
        (change) => (saved.has(change.id) && firsts.includes(change)) || saveOne(change),
      );
    },
    { max: MAX_TOGETHER, gather: setImmediate },
  );
}

/** Changes an event. Its values are those of `toSaveValues`. */
export const SAVE_EVENT =
  "update events set status = $3, document = $4, apps = $5, revision = revision + 1 where id = $1 and revision = $2 returning id";

export const toSaveValues = ({ id, revision, status, document, apps }: RowChange): Value[] => [
  id,
  revision,
  status,
  document,
  apps,
];
