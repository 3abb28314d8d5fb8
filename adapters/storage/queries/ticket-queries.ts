import type { PeopleStore, Ticket } from "../../../core/ports/stores/people-store.ts";
import { MAX_LISTED } from "../list-limit.ts";
import type { Queries, Row, Sql } from "../sql.ts";
import { executeWithEntry } from "../stores/audit-log.ts";

/** The most tickets that one sweep deletes. */
const SWEEP_LIMIT = 5_000;

type TicketQueries = Pick<
  PeopleStore,
  | "addTicket"
  | "findTicket"
  | "spendTicket"
  | "removeTickets"
  | "listTickets"
  | "removeTicket"
  | "deleteExpiredTickets"
>;

/** Creates the part of a people store that stores tickets. */
export const createTicketQueries = (sql: Sql): TicketQueries => ({
  async addTicket(ticket, entry) {
    const { digest, kind, account, person = null, creator = null, data = null, expires } = ticket;
    const values = [digest, kind, account, person, creator, data, expires];
    await executeWithEntry(sql, entry, ADD, values);
  },
  findTicket: async (digest, kind, now) =>
    (await sql.query(`select ${COLUMNS} from tickets where ${USABLE}`, [digest, kind, now])).map(
      parseTicket,
    )[0],
  spendTicket: (digest, kind, now) => spendTicket(sql, digest, kind, now),
  async removeTickets(account, kind) {
    await sql.query("delete from tickets where account = $1 and kind = $2 and spent = 0", [
      account,
      kind,
    ]);
  },
  listTickets: async (account, kind, now) =>
    (await sql.query(LIST, [account, kind, now])).map(parseTicket),
  removeTicket: ({ account, digest, kind }, entry) =>
    executeWithEntry(sql, entry, REMOVE, [account, digest, kind]),
  async deleteExpiredTickets(now) {
    await sql.query(SWEEP, [now, SWEEP_LIMIT]);
  },
});

const ADD = `insert into tickets (digest, kind, account, person, creator, data, expires, spent)
  values ($1, $2, $3, $4, $5, $6, $7, 0) returning digest`;

/** Spends a ticket, for stores that do so in the transaction of a change. */
export async function spendTicket(
  { query }: Queries,
  digest: string,
  kind: Ticket["kind"],
  now: number,
): Promise<Ticket | undefined> {
  const rows = await query(`update tickets set spent = 1 where ${USABLE} returning ${COLUMNS}`, [
    digest,
    kind,
    now,
  ]);
  return rows.map(parseTicket)[0];
}

const COLUMNS = "digest, kind, account, person, creator, data, expires";
const CREATED_BY_OWNER = `(creator is null or exists
  (select 1 from members where members.account = tickets.account and members.person = creator and role = 'owner'))`;
const USABLE = `digest = $1 and kind = $2 and expires > $3 and spent = 0 and ${CREATED_BY_OWNER}`;
const LIST = `select ${COLUMNS} from tickets where account = $1 and kind = $2 and expires > $3 and spent = 0 and ${CREATED_BY_OWNER} order by expires, digest limit ${MAX_LISTED}`;
const REMOVE =
  "delete from tickets where account = $1 and digest = $2 and kind = $3 and spent = 0 returning digest";
const SWEEP =
  "delete from tickets where digest in (select digest from tickets where expires <= $1 order by expires limit $2)";

const parseTicket = ({ person, creator, data, expires, ...row }: Row): Ticket => ({
  ...(row as Pick<Ticket, "digest" | "kind" | "account">),
  expires: Number(expires),
  ...(person !== null && { person: String(person) }),
  ...(creator !== null && { creator: String(creator) }),
  ...(data !== null && { data: String(data) }),
});
