import type { PeopleStore, Ticket } from "../../core/ports/people-store.ts";
import type { Queries, Row } from "./sql.ts";

/** The most tickets that one sweep deletes. */
const SWEEP_LIMIT = 5_000;

type TicketQueries = Pick<
  PeopleStore,
  "addTicket" | "findTicket" | "spendTicket" | "removeTickets" | "deleteExpiredTickets"
>;

/** Creates the part of a people store that stores tickets. */
export const createTicketQueries = (queries: Queries): TicketQueries => ({
  async addTicket({ digest, kind, account, person = null, data = null, expires }) {
    await queries.query(
      "insert into tickets (digest, kind, account, person, data, expires, spent) values ($1, $2, $3, $4, $5, $6, 0)",
      [digest, kind, account, person, data, expires],
    );
  },
  findTicket: async (digest, kind, now) =>
    (
      await queries.query(`select ${COLUMNS} from tickets where ${USABLE}`, [digest, kind, now])
    ).map(parseTicket)[0],
  spendTicket: (digest, kind, now) => spendTicket(queries, digest, kind, now),
  async removeTickets(account, kind) {
    await queries.query("delete from tickets where account = $1 and kind = $2 and spent = 0", [
      account,
      kind,
    ]);
  },
  async deleteExpiredTickets(now) {
    await queries.query(SWEEP, [now, SWEEP_LIMIT]);
  },
});

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

const COLUMNS = "digest, kind, account, person, data, expires";
const USABLE = "digest = $1 and kind = $2 and expires > $3 and spent = 0";
const SWEEP =
  "delete from tickets where digest in (select digest from tickets where expires <= $1 order by expires limit $2)";

const parseTicket = ({ person, data, expires, ...row }: Row): Ticket => ({
  ...(row as Pick<Ticket, "digest" | "kind" | "account">),
  expires: Number(expires),
  ...(person !== null && { person: String(person) }),
  ...(data !== null && { data: String(data) }),
});
