import type { Account, PeopleStore } from "../../../core/ports/stores/people-store.ts";
import { deleteAccount } from "../delete-account.ts";
import { lockAccount } from "../lock-account.ts";
import type { Queries, Row, Sql } from "../sql.ts";
import { appendEntry, changeWithEntry } from "../stores/audit-log.ts";
import { addMember, addPerson } from "./member-queries.ts";
import { spendTicket } from "./ticket-queries.ts";

type AccountQueries = Pick<
  PeopleStore,
  | "findAccount"
  | "updateAccount"
  | "planDeletion"
  | "cancelDeletion"
  | "deleteIfPlanned"
  | "claimAccount"
>;

/** Creates the part of a people store that stores accounts. */
export const createAccountQueries = (sql: Sql): AccountQueries => ({
  findAccount: async (id) => (await sql.query(FIND_ACCOUNT, [id])).map(parseAccount)[0],
  updateAccount: (id, { name, ...settings }, entry) =>
    sql.transaction(async (queries) => {
      await changeSettings(queries, id, settings);
      await queries.query("update accounts set name = coalesce($2, name) where id = $1", [
        id,
        name ?? null,
      ]);
      await appendEntry(queries, entry);
    }),
  planDeletion: (id, { deletes, revoked }, entry) =>
    sql.transaction(async (queries) => {
      await changeSettings(queries, id, { deletes });
      await queries.query(REVOKE_KEYS, [id, revoked]);
      await appendEntry(queries, entry);
    }),
  cancelDeletion: (id, entry) =>
    changeWithEntry(sql, entry, async (queries) => {
      const { deletes } = await changeSettings(queries, id, { deletes: undefined });
      return deletes !== undefined;
    }),
  deleteIfPlanned: (id, now) =>
    sql.transaction(async (queries) => {
      const { deletes } = await changeSettings(queries, id, {});
      if (deletes === undefined || deletes > now) return false;
      await deleteAccount(queries, id);
      return true;
    }),

  claimAccount: ({ digest, person, member }, entry) =>
    changeWithEntry(sql, entry, async (queries) => {
      const [claimed] = await queries.query(CLAIM, [member.account, member.since]);
      if (!claimed) return false;
      const ticket = await spendTicket(queries, digest, "setup", Date.parse(member.since));
      if (ticket?.account !== member.account) {
        await queries.query("update accounts set claimed = null where id = $1", [member.account]);
        return false;
      }
      await addPerson(queries, person);
      await addMember(queries, member);
      return true;
    }),
});

/** The only statement that claims an account. Of several at the same time, one returns a row. */
const CLAIM = "update accounts set claimed = $2 where id = $1 and claimed is null returning id";

const REVOKE_KEYS = "update api_keys set revoked = $2 where account = $1 and revoked is null";

/** Changes the settings of an account, whose earlier ones it returns. Other changes wait for it. */
async function changeSettings(
  queries: Queries,
  id: string,
  change: Partial<Account>,
): Promise<Partial<Account>> {
  await lockAccount(queries, id);
  const [row] = await queries.query(FIND_ACCOUNT, [id]);
  const settings = JSON.parse(row?.["document"] ?? "{}") as Partial<Account>;
  await queries.query("update accounts set document = $2 where id = $1", [
    id,
    JSON.stringify({ ...settings, ...change }),
  ]);
  return settings;
}

const FIND_ACCOUNT = "select id, name, claimed, document from accounts where id = $1";

const parseAccount = ({ id, name, claimed, document }: Row): Account => ({
  ...(document !== null && (JSON.parse(String(document)) as Partial<Account>)),
  id,
  name,
  ...(claimed !== null && { claimed: String(claimed) }),
});
