import type { Sql } from "../../../adapters/storage/sql.ts";
import { ACCOUNT, type Columns, PERSON, USER } from "./probes.ts";

const text = (value: string) => `'${value}'`;
const EMPTY = text("{}");
const EVENT = {
  account: text(ACCOUNT),
  owner: text(USER),
  app: text("notes"),
  connection: text("conn_1"),
  revision: "1",
  document: text('{"actions": []}'),
  apps: text('[["notes"]]'),
};

/** The columns of a row of each table that lists read. */
const ROWS: Readonly<Record<string, Columns>> = {
  api_keys: { account: text(ACCOUNT), created: text("2026"), document: EMPTY },
  added_apps: { account: text(ACCOUNT), added: text("2026"), compiled: EMPTY },
  connections: {
    account: text(ACCOUNT),
    owner: text(USER),
    app: text("notes"),
    status: text("active"),
    is_default: "0",
    version: "1",
    leased_until: "0",
    created: text("2026"),
    updated: text("2026"),
    routing: text("r1"),
    document: EMPTY,
  },
  data_keys: { wrapped: text("x") },
  oauth_clients: { sealed: text("x"), failure: text('{"at":"2026","message":"x"}') },
  tool_lists: { account: text(ACCOUNT), owner: text(USER), app: text("notes"), sign_in: "1" },
  runs: {
    account: text(ACCOUNT),
    owner: text(USER),
    app: text("notes"),
    tool: text("notes.list_notes"),
    status: text("succeeded"),
    until: "0",
    created: "1",
    changed: "1",
    document: EMPTY,
  },
  triggers: { ...EVENT, kind: text("app"), status: text("active"), next_slot: "0" },
  events: { ...EVENT, trigger_id: text("trg_1"), type: text("event"), status: text("acting") },
  members: { account: text(ACCOUNT), role: text("member"), since: text("2026") },
  people: { name: text("A person"), created: text("2026") },
  passkeys: { person: text(PERSON), counter: "0", document: EMPTY },
  identities: { issuer: text("https://id.test"), person: text(PERSON), linked: text("2026") },
  tickets: {
    kind: text("invitation"),
    account: text(ACCOUNT),
    expires: "9000000000000",
    spent: "0",
  },
  sessions: {
    account: text(ACCOUNT),
    person: text(PERSON),
    seen: "1",
    expires: "9000000000000",
    document: EMPTY,
  },
  audit: { account: text(ACCOUNT), document: EMPTY },
};

/** Inserts rows with the numbers from `first` to `last`. */
export async function insertRows(
  sql: Sql,
  table: string,
  columns: Columns,
  [first, last]: readonly [number, number],
): Promise<void> {
  const all = { ...ROWS[table], ...columns };
  await sql.query(`insert into ${table} (${Object.keys(all).join(", ")})
    with recursive numbers (n) as (
      select ${first} union all select n + 1 from numbers where n < ${last}
    ) select ${Object.values(all).join(", ")} from numbers`);
}
