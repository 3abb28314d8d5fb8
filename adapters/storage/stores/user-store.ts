import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { EndUser, UserStore } from "../../../core/ports/stores/user-store.ts";
import type { Dialect, Queries, Row, Sql } from "../sql.ts";
import { changeWithEntry } from "./audit-log.ts";
import { findKeysOfUser } from "./key-store.ts";

/** Creates a user store in a migrated database. The caller closes the database. */
export const createSqlUserStore = (sql: Sql): UserStore => ({
  async listUsers(account, { after = "", limit }) {
    const users = await sql.query(LIST, [account, after, limit]);
    const [first, last] = [users[0], users.at(-1)];
    if (!first || !last) return [];
    const counts = await sql.query(COUNT, [account, first["owner"], last["owner"]]);
    return users.map((user) => parseUser(user, counts));
  },
  async findUser(account, user) {
    const counts = await sql.query(COUNT, [account, user, user]);
    const [row] = await sql.query(FIND, [account, user]);
    const { last_run: lastRun, connections } = requireValue(row, "the row of a user");
    const isKnown = lastRun !== null || Number(connections) > 0;
    return isKnown ? parseUser({ ...row, owner: user }, counts) : undefined;
  },
  deleteUser: (account, user, entry) =>
    changeWithEntry(sql, entry, async (queries) => {
      const { query } = queries;
      await query(DELETE_LINKS, [account, user]);
      await query(DELETE_SIGN_INS, [account, user]);
      const connections = await query(DELETE_CONNECTIONS, [account, user]);
      await query("delete from tool_lists where account = $1 and owner = $2", [account, user]);
      const runs = await query(DELETE_RUNS, [account, user]);
      await query("delete from triggers where account = $1 and owner = $2", [account, user]);
      await query("delete from events where account = $1 and owner = $2", [account, user]);
      const keys = await deleteKeys(queries, sql.dialect, { account, user });
      return connections.length + runs.length + keys > 0;
    }),
});

/** Deletes the API keys that act for a user, and the tokens of grants. Returns their number. */
async function deleteKeys(
  queries: Queries,
  dialect: Dialect,
  { account, user }: { readonly account: string; readonly user: string },
): Promise<number> {
  const keys = await findKeysOfUser(queries, dialect, { account, user });
  let count = 0;
  for (const { id } of keys) {
    await queries.query("delete from grant_tokens where api_key = $1", [id]);
    // Another request may delete the same user.
    count += (await queries.query(DELETE_KEY, [account, id])).length;
  }
  return count;
}

const DELETE_KEY = "delete from api_keys where account = $1 and id = $2 returning id";

/** Selects the next user after another, from the indexes on `(account, owner, …)`. */
const next = (after: string): string =>
  `(select min(owner) from (
    select min(owner) as owner from connections where account = $1 and owner > ${after}
    union all select min(owner) from runs where account = $1 and owner > ${after}
  ) as following)`;

/** Jumps from user to user, so that it doesn't read every run. */
const LIST = `with recursive users (owner) as (
    select ${next("$2")}
    union all select ${next("users.owner")} from users where owner is not null
  )
  select owner, (select max(id) from runs where account = $1 and runs.owner = users.owner) as last_run
  from users where owner is not null limit $3`;

const COUNT = `select owner, status, count(*) as number from connections
  where account = $1 and owner >= $2 and owner <= $3 and status <> 'revoked' group by owner, status`;

const FIND = `select (select max(id) from runs where account = $1 and owner = $2) as last_run,
  (select count(*) from connections where account = $1 and owner = $2) as connections`;

const CONNECTIONS = "(select id from connections where account = $1 and owner = $2)";
const DELETE_LINKS = `delete from begun_links where connection in ${CONNECTIONS}`;
const DELETE_SIGN_INS = `delete from sign_ins where connection in ${CONNECTIONS}`;
const DELETE_CONNECTIONS = "delete from connections where account = $1 and owner = $2 returning id";
const DELETE_RUNS = "delete from runs where account = $1 and owner = $2 returning id";

const parseUser = ({ owner, last_run: lastRun }: Row, counts: readonly Row[]): EndUser => ({
  id: String(owner),
  connections: Object.fromEntries(
    counts
      .filter((count) => count["owner"] === owner)
      .map(({ status, number }) => [String(status), Number(number)]),
  ),
  ...(lastRun !== null && { lastRun: String(lastRun) }),
});
