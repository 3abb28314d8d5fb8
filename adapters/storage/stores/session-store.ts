import type { Role } from "../../../core/ports/stores/people-store.ts";
import type { Session, SessionStore } from "../../../core/ports/stores/session-store.ts";
import { MAX_LISTED } from "../list-limit.ts";
import type { Dialect, Row, Sql, Value } from "../sql.ts";
import { changeWithEntry, executeWithEntry } from "./audit-log.ts";

/** The most sessions that one sweep deletes. */
const SWEEP_LIMIT = 5_000;

/** Creates a session store in a migrated database. The caller closes the database. */
export const createSqlSessionStore = (sql: Sql): SessionStore => {
  const findRoles = findRolesStatement(sql.dialect);
  return {
    async add(session, entry) {
      await executeWithEntry(sql, entry, ADD, toColumns(session));
    },
    replace: (digest, next, entry) =>
      changeWithEntry(sql, entry, async ({ query }) => {
        const ended = await query("delete from sessions where digest = $1 returning id", [digest]);
        if (ended.length === 0) return false;
        await query(ADD, toColumns(next));
        return true;
      }),
    find: async (digest) =>
      (await sql.query("select seen, document from sessions where digest = $1", [digest])).map(
        parseSession,
      )[0],
    async findRoles(digests, now) {
      const rows = await sql.query(findRoles, [now, JSON.stringify(digests.map((each) => [each]))]);
      return new Map(rows.map(({ digest, role }) => [String(digest), role as Role]));
    },
    list: async (account, person) => (await sql.query(LIST, [account, person])).map(parseSession),
    async recordUse(digest, at) {
      await sql.query("update sessions set seen = $2 where digest = $1", [digest, at]);
    },
    end: (account, person, id, entry) => executeWithEntry(sql, entry, END, [account, person, id]),
    async deleteExpired(now) {
      await sql.query(SWEEP, [now, SWEEP_LIMIT]);
    },
  };
};

const ADD =
  "insert into sessions (digest, id, account, person, seen, expires, document) values ($1, $2, $3, $4, $5, $6, $7) returning id";
const END = "delete from sessions where account = $1 and person = $2 and id = $3 returning id";
const findRolesStatement = ({
  elements,
}: Dialect) => `select sessions.digest, members.role from sessions
  join members on members.account = sessions.account and members.person = sessions.person
  where sessions.expires > $1
    and sessions.digest in (select value ->> 0 from ${elements("$2")})`;
const LIST = `select seen, document from sessions where account = $1 and person = $2 order by seen desc, id limit ${MAX_LISTED}`;
const SWEEP =
  "delete from sessions where digest in (select digest from sessions where expires <= $1 order by expires limit $2)";

const toColumns = (session: Session): Value[] => [
  session.digest,
  session.id,
  session.account,
  session.person,
  session.seen,
  session.expires,
  JSON.stringify(session),
];

/** The document contains the whole session, except the time that changes. */
const parseSession = ({ seen, document }: Row): Session => ({
  ...(JSON.parse(String(document)) as Session),
  seen: Number(seen),
});
