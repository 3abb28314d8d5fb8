import { toLookalikeKey } from "../../../core/lib/kit/text/display-name.ts";
import { toSignInName } from "../../../core/lib/kit/text/sign-in-name.ts";
import type { Member, PeopleStore, Person } from "../../../core/ports/stores/people-store.ts";
import { MAX_LISTED } from "../list-limit.ts";
import { lockAccount } from "../lock-account.ts";
import type { Queries, Row, Sql } from "../sql.ts";
import { appendEntry, changeWithEntry } from "../stores/audit-log.ts";
import { revokeKeysOf } from "../stores/key-store.ts";
import { spendTicket } from "./ticket-queries.ts";

type MemberQueries = Pick<
  PeopleStore,
  | "addMember"
  | "acceptInvitation"
  | "findPerson"
  | "listMembers"
  | "findMember"
  | "changeRole"
  | "removeMember"
  | "renamePerson"
  | "setPassword"
  | "updateHash"
>;

/** Creates the part of a people store that stores people, their passwords and their roles. */
export const createMemberQueries = (sql: Sql): MemberQueries => ({
  async addMember(person, member, entry) {
    await changeWithEntry(sql, entry, async (queries) => {
      await addPerson(queries, person);
      await addMember(queries, member);
      return true;
    });
  },
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
});

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

export async function addPerson({ query }: Queries, person: Person): Promise<void> {
  const { id, name, email = null, password = null, created } = person;
  await query(
    "insert into people (id, name, email, password, created) values ($1, $2, $3, $4, $5)",
    [id, name, email, password, created],
  );
}

export async function addMember({ query }: Queries, member: Member): Promise<void> {
  const { account, person, role, since } = member;
  await query("insert into members (account, person, role, since) values ($1, $2, $3, $4)", [
    account,
    person,
    role,
    since,
  ]);
}

const parsePerson = ({ id, name, email, password, created }: Row): Person => ({
  id,
  name,
  ...(email !== null && { email: String(email) }),
  ...(password !== null && { password: String(password) }),
  created,
});
