import type {
  Account,
  Identity,
  Member,
  Passkey,
  PeopleStore,
  Person,
} from "../../core/ports/people-store.ts";
import { appendEntry, changeWithEntry } from "./audit-log.ts";
import type { Queries, Row, Sql } from "./sql.ts";
import { createTicketQueries, spendTicket } from "./ticket-queries.ts";

/** Creates a people store in a migrated database. The caller closes the database. */
export const createSqlPeopleStore = (sql: Sql): PeopleStore => ({
  findAccount: async (id) =>
    (await sql.query("select id, name, claimed from accounts where id = $1", [id])).map(
      parseAccount,
    )[0],

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
  removeMember: (account, person, entry) =>
    changeWithEntry(sql, entry, async (queries) => {
      await lockAccount(queries, account);
      const rows = await queries.query(REMOVE_MEMBER, [account, person]);
      if (rows.length === 0) return false;
      for (const table of ["sessions", "tickets"])
        await queries.query(`delete from ${table} where account = $1 and person = $2`, [
          account,
          person,
        ]);
      return true;
    }),
  setPassword: (person, password, entry) =>
    sql.transaction(async (queries) => {
      await queries.query("update people set password = $2 where id = $1", [person, password]);
      if (entry) await appendEntry(queries, entry);
    }),

  async addPasskey({ counter, lastUsed = null, ...passkey }, entry) {
    await changeWithEntry(sql, entry, async ({ query }) => {
      await query(
        "insert into passkeys (id, person, counter, last_used, document) values ($1, $2, $3, $4, $5)",
        [passkey.id, passkey.person, counter, lastUsed, JSON.stringify(passkey)],
      );
      return true;
    });
  },
  findPasskey: async (id) =>
    (await sql.query(`select ${PASSKEY} from passkeys where id = $1`, [id])).map(parsePasskey)[0],
  listPasskeys: async (person) =>
    (
      await sql.query(`select ${PASSKEY} from passkeys where person = $1 order by id`, [person])
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
  linkIdentity: ({ issuer, subject, person, linked }, entry) =>
    changeWithEntry(sql, entry, async ({ query }) => {
      const rows = await query(LINK_IDENTITY, [issuer, subject, person, linked]);
      return rows.length > 0;
    }),

  ...createTicketQueries(sql),
});

/** The only statement that claims an account. Of several at the same time, one returns a row. */
const CLAIM = "update accounts set claimed = $2 where id = $1 and claimed is null returning id";

const LIST_MEMBERS = `select account, person, role, since, name from members join people on people.id = person
  where account = $1 order by since, person`;

const OTHER_OWNER =
  "exists (select 1 from members as other where other.account = $1 and other.role = 'owner' and other.person <> $2)";
const CHANGE_ROLE = `update members set role = $3 where account = $1 and person = $2 and ($3 = 'owner' or ${OTHER_OWNER}) returning person`;
const REMOVE_MEMBER = `delete from members where account = $1 and person = $2 and ${OTHER_OWNER} returning person`;

const PASSKEY = "counter, last_used, document";
const USE_PASSKEY = `update passkeys set counter = $2, last_used = $3 where id = $1 and ($2 > counter or ($2 = 0 and counter = 0)) returning id`;

const LINK_IDENTITY = `insert into identities (issuer, subject, person, linked) values ($1, $2, $3, $4)
  on conflict (issuer, subject) do nothing returning person`;

/** Makes other changes of an account's members wait, so that two can't remove the last two owners. */
async function lockAccount({ query }: Queries, account: string): Promise<void> {
  await query("update accounts set name = name where id = $1", [account]);
}

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

const parseAccount = ({ id, name, claimed }: Row): Account => ({
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
