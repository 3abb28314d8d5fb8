import type { Identity, Passkey, PeopleStore } from "../../../core/ports/stores/people-store.ts";
import { MAX_LISTED } from "../list-limit.ts";
import type { Row, Sql } from "../sql.ts";
import { changeWithEntry, executeWithEntry } from "../stores/audit-log.ts";
import { addMember, addPerson } from "./member-queries.ts";

type PasskeyQueries = Pick<
  PeopleStore,
  "addPasskey" | "findPasskey" | "listPasskeys" | "recordPasskeyUse" | "removePasskey"
>;

/** Creates the part of a people store that stores passkeys. */
export const createPasskeyQueries = (sql: Sql): PasskeyQueries => ({
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
});

const ADD_PASSKEY = `insert into passkeys (id, person, counter, last_used, document) values ($1, $2, $3, $4, $5)
  on conflict (id) do nothing returning id`;
const PASSKEY = "counter, last_used, document";
const USE_PASSKEY = `update passkeys set counter = $2, last_used = $3 where id = $1 and ($2 > counter or ($2 = 0 and counter = 0)) returning id`;

/** The document contains the whole passkey, except the two fields that change. */
const parsePasskey = ({ counter, last_used: lastUsed, document }: Row): Passkey => ({
  ...(JSON.parse(String(document)) as Omit<Passkey, "counter">),
  counter: Number(counter),
  ...(lastUsed !== null && { lastUsed: String(lastUsed) }),
});

type IdentityQueries = Pick<
  PeopleStore,
  "findIdentity" | "listIdentities" | "linkIdentity" | "addMemberWithIdentity" | "removeIdentity"
>;

/** Creates the part of a people store that stores identities at OpenID Connect providers. */
export const createIdentityQueries = (sql: Sql): IdentityQueries => ({
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
});

const LINK_IDENTITY = `insert into identities (issuer, subject, person, linked) values ($1, $2, $3, $4)
  on conflict (issuer, subject) do nothing returning person`;
const REMOVE_IDENTITY =
  "delete from identities where person = $1 and issuer = $2 and subject = $3 returning person";
