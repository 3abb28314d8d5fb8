import { toLookalikeKey } from "../../../core/lib/kit/text/display-name.ts";
import { toSignInName } from "../../../core/lib/kit/text/sign-in-name.ts";
import type {
  Account,
  Identity,
  Member,
  Passkey,
  PeopleStore,
  Person,
} from "../../../core/ports/stores/people-store.ts";
import { deleteAccount } from "../delete-account.ts";
import { MAX_LISTED } from "../list-limit.ts";
import { lockAccount } from "../lock-account.ts";
import { createTicketQueries, spendTicket } from "../queries/ticket-queries.ts";
import type { Queries, Row, Sql } from "../sql.ts";
import { appendEntry, changeWithEntry, executeWithEntry } from "./audit-log.ts";
import { revokeKeysOf } from "./key-store.ts";

/** Creates a people store in a migrated database. The caller closes the database. */
export const createSqlPeopleStore = (sql: Sql): PeopleStore => ({
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

  async addMember(person, member, entry) {
    await changeWithEntry(sql, entry, async (queries) => {
      await addPerson(queries, person);
      await addMember(queries, member);
      return true;
    });
  },
  findPerson: async (id) =>
    (
      await sql.query("select id, name, email, password, created from people where id = $1", [id])
    ).map(parsePerson)[0],
  async listMembers(account) {
    const rows = await sql.query(LIST_MEMBERS, [account]);
    return rows.map((row) => row as Member & { name: string });
  },
  findMember: async (account, person) =>
    (
      await sql.query(
        "select account, person, role, since from members where account = $1 and person = $2",
        [account, person],
      )
    )[0] as Member | undefined,
  changeRole: (account, person, role, entry) =>
    changeWithEntry(sql, entry, async (queries) => {
      await lockAccount(queries, account);
      const rows = await queries.query(CHANGE_ROLE, [account, person, role]);
      return rows.length > 0;
    }),
  removeMember: (account, person, entry, { revokeKeys } = {}) =>
    changeWithEntry(sql, entry, async (queries) => {
      await lockAccount(queries, account);
      const rows = await queries.query(REMOVE_MEMBER, [account, person]);
      if (rows.length === 0) return false;
      await queries.query(REMOVE_SESSIONS, [account, person]);
      await queries.query(REMOVE_TICKETS, [account, person]);
      if (revokeKeys !== undefined)
        await revokeKeysOf(queries, sql.dialect, { account, person, at: revokeKeys });
      return true;
    }),
  renamePerson: (account, person, name, entry) =>
    changeWithEntry(sql, entry, async (queries) => {
      const { password } = (await lockPerson(queries, account, person)) ?? {};
      const renamed = { id: person, name, hasPassword: typeof password === "string" };
      if (await isNameTaken(queries, account, renamed)) return false;
      await queries.query("update people set name = $2 where id = $1", [person, name]);
      return true;
    }),
  setPassword: (account, person, password, entry) =>
    changeWithEntry(sql, entry, async (queries) => {
      const { name = "" } = (await lockPerson(queries, account, person)) ?? {};
      const named = { id: person, name: String(name), hasPassword: true };
      if (await isNameTaken(queries, account, named)) return false;
      await queries.query("update people set password = $2 where id = $1", [person, password]);
      return true;
    }),
  async updateHash(person, old, hash) {
    await sql.query("update people set password = $3 where id = $1 and password = $2", [
      person,
      old,
      hash,
    ]);
  },

  addPasskey: ({ counter, lastUsed = null, ...passkey }, entry) =>
    executeWithEntry(sql, entry, ADD_PASSKEY, [
      passkey.id,
      passkey.person,
      counter,
      lastUsed,
      JSON.stringify(passkey),
    ]),
  findPasskey: async (id) =>
    (await sql.query(`select ${PASSKEY} from passkeys where id = $1`, [id])).map(parsePasskey)[0],
  listPasskeys: async (person) =>
    (
      await sql.query(
        `select ${PASSKEY} from passkeys where person = $1 order by id limit ${MAX_LISTED}`,
        [person],
      )
    ).map(parsePasskey),
  async recordPasskeyUse(id, { counter, at }) {
    const rows = await sql.query(USE_PASSKEY, [id, counter, at]);
    return rows.length > 0;
  },
  removePasskey: (person, id, entry) =>
    changeWithEntry(sql, entry, async ({ query }) => {
      const rows = await query("delete from passkeys where person = $1 and id = $2 returning id", [
        person,
        id,
      ]);
      return rows.length > 0;
    }),

  findIdentity: async (issuer, subject) =>
    (
      await sql.query(
        "select issuer, subject, person, linked from identities where issuer = $1 and subject = $2",
        [issuer, subject],
      )
    )[0] as Identity | undefined,
  listIdentities: async (person) =>
    (await sql.query(
      `select issuer, subject, person, linked from identities where person = $1 order by linked, issuer, subject limit ${MAX_LISTED}`,
      [person],
    )) as Identity[],
  linkIdentity: ({ issuer, subject, person, linked }, entry) =>
    executeWithEntry(sql, entry, LINK_IDENTITY, [issuer, subject, person, linked]),
  addMemberWithIdentity: ({ person, member, identity }, entry) =>
    changeWithEntry(sql, entry, async (queries) => {
      const { issuer, subject, linked } = identity;
      const rows = await queries.query(LINK_IDENTITY, [issuer, subject, person.id, linked]);
      if (rows.length === 0) return false;
      await addPerson(queries, person);
      await addMember(queries, member);
      return true;
    }),
  removeIdentity: ({ person, issuer, subject }, entry) =>
    executeWithEntry(sql, entry, REMOVE_IDENTITY, [person, issuer, subject]),

  ...createTicketQueries(sql),
  acceptInvitation: ({ digest, person, member }, entry) =>
    sql.transaction(async (queries) => {
      // A removal of the person who invites waits for this, or this sees it.
      await lockAccount(queries, member.account);
      const named = { ...person, hasPassword: person.password !== undefined };
      if (await isNameTaken(queries, member.account, named)) return "name_taken";
      const now = Date.parse(member.since);
      const ticket = await spendTicket(queries, digest, "invitation", now);
      if (ticket?.account !== member.account) return "unusable";
      await addPerson(queries, person);
      await addMember(queries, member);
      await appendEntry(queries, entry);
      return "accepted";
    }),
});

/** The only statement that claims an account. Of several at the same time, one returns a row. */
const CLAIM = "update accounts set claimed = $2 where id = $1 and claimed is null returning id";

const LIST_MEMBERS = `select account, person, role, since, name from members join people on people.id = person
  where account = $1 order by since, person limit ${MAX_LISTED}`;

const OTHER_OWNER =
  "exists (select 1 from members as other where other.account = $1 and other.role = 'owner' and other.person <> $2)";
const CHANGE_ROLE = `update members set role = $3 where account = $1 and person = $2 and ($3 = 'owner' or ${OTHER_OWNER}) returning person`;
const REMOVE_MEMBER = `delete from members where account = $1 and person = $2 and ${OTHER_OWNER} returning person`;
const REMOVE_SESSIONS = "delete from sessions where account = $1 and person = $2";
const REMOVE_TICKETS = "delete from tickets where account = $1 and (person = $2 or creator = $2)";

/** Makes other changes of the account's members wait, and returns a person. */
async function lockPerson(
  queries: Queries,
  account: string,
  person: string,
): Promise<Row | undefined> {
  await lockAccount(queries, account);
  return (await queries.query("select name, password from people where id = $1", [person]))[0];
}

/**
 * Whether people could take a name for that of another owner, or a person signs in with another
 * member's. The account must be locked, so that two members can't take a name at the same time. No
 * database compares names as `toSignInName` does, so a unique index can't.
 */
async function isNameTaken(
  { query }: Queries,
  account: string,
  { id, name, hasPassword }: Pick<Person, "id" | "name"> & { readonly hasPassword: boolean },
): Promise<boolean> {
  const others = await query(LIST_OTHERS, [account, id]);
  return others.some((other) => {
    const otherName = String(other["name"]);
    if (hasPassword && other["password"] !== null)
      if (toSignInName(otherName) === toSignInName(name)) return true;
    return other["role"] === "owner" && toLookalikeKey(otherName) === toLookalikeKey(name);
  });
}

const LIST_OTHERS = `select name, password, role from members join people on people.id = person
  where account = $1 and person <> $2`;

const ADD_PASSKEY = `insert into passkeys (id, person, counter, last_used, document) values ($1, $2, $3, $4, $5)
  on conflict (id) do nothing returning id`;
const PASSKEY = "counter, last_used, document";
const USE_PASSKEY = `update passkeys set counter = $2, last_used = $3 where id = $1 and ($2 > counter or ($2 = 0 and counter = 0)) returning id`;

const LINK_IDENTITY = `insert into identities (issuer, subject, person, linked) values ($1, $2, $3, $4)
  on conflict (issuer, subject) do nothing returning person`;
const REMOVE_IDENTITY =
  "delete from identities where person = $1 and issuer = $2 and subject = $3 returning person";

async function addPerson({ query }: Queries, person: Person): Promise<void> {
  const { id, name, email = null, password = null, created } = person;
  await query(
    "insert into people (id, name, email, password, created) values ($1, $2, $3, $4, $5)",
    [id, name, email, password, created],
  );
}

async function addMember({ query }: Queries, member: Member): Promise<void> {
  const { account, person, role, since } = member;
  await query("insert into members (account, person, role, since) values ($1, $2, $3, $4)", [
    account,
    person,
    role,
    since,
  ]);
}

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

const parsePerson = ({ id, name, email, password, created }: Row): Person => ({
  id,
  name,
  ...(email !== null && { email: String(email) }),
  ...(password !== null && { password: String(password) }),
  created,
});

/** The document contains the whole passkey, except the two fields that change. */
const parsePasskey = ({ counter, last_used: lastUsed, document }: Row): Passkey => ({
  ...(JSON.parse(String(document)) as Omit<Passkey, "counter">),
  counter: Number(counter),
  ...(lastUsed !== null && { lastUsed: String(lastUsed) }),
});
