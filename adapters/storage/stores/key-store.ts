import type {
  ApiKey,
  CustomApp,
  KeyChange,
  KeyStore,
} from "../../../core/ports/stores/key-store.ts";
import { MAX_LISTED } from "../list-limit.ts";
import { lockAccount, lockIfMember, requireMember } from "../lock-account.ts";
import type { Dialect, Queries, Row, Sql } from "../sql.ts";
import { appendEntry, changeWithEntry, executeWithEntry } from "./audit-log.ts";

/** Creates a key store in a migrated database. Closing the store closes the database. */
export function createSqlKeyStore(sql: Sql): KeyStore {
  const findKeys = findKeysStatement(sql.dialect);
  return {
    addKey: (key, entry) =>
      sql.transaction(async (queries) => {
        await addKey(queries, key);
        if (entry) await appendEntry(queries, entry);
      }),
    changeKey: (account, id, change, entry) =>
      changeWithEntry(sql, entry, (queries) => changeKey(queries, account, id, change)),
    replaceKey: (key, { expires, previous }, entry) =>
      changeWithEntry(sql, entry, async (queries) => {
        await requireCreator(queries, key);
        const isReplaced = await changeKey(
          queries,
          key.account,
          key.replaces,
          { expires },
          (old) => old.expires === previous,
        );
        if (isReplaced) await addKey(queries, key);
        return isReplaced;
      }),
    listKeys: async (account) => (await sql.query(LIST_KEYS, [account])).map(parseKey),
    findKeys: async (account, ids) =>
      (await sql.query(findKeys, [account, JSON.stringify(ids.map((id) => [id]))])).map(parseKey),
    findKey: async (fingerprint) => (await sql.query(FIND_KEY, [fingerprint])).map(parseKey)[0],
    revokeKey: (account, id, at, entry) => executeWithEntry(sql, entry, REVOKE, [account, id, at]),
    async recordKeyUse(id, at, by) {
      await sql.query("update api_keys set last_used = $2, last_used_by = $3 where id = $1", [
        id,
        at,
        by,
      ]);
    },

    saveApp: ({ account, slug, added, compiled }, { entry, max, isNew } = {}) =>
      changeWithEntry(sql, entry, async (queries) => {
        if (max !== undefined && (await hasOtherApps(queries, { account, slug, max })))
          return false;
        const statement = isNew ? ADD_APP : PUT_APP;
        const rows = await queries.query(statement, [account, slug, added, compiled]);
        return rows.length > 0;
      }),
    async findApp(account, slug) {
      const [row] = await sql.query(
        "select account, slug, added, compiled from added_apps where account = $1 and slug = $2",
        [account, slug],
      );
      return row as CustomApp | undefined;
    },
    listApps: async (account) =>
      (await sql.query(LIST_APPS, [account])) as Pick<CustomApp, "slug" | "added">[],
    removeApp: (account, slug, entry) => executeWithEntry(sql, entry, REMOVE_APP, [account, slug]),

    async countConnections(account, user = "") {
      const rows = await sql.query(COUNT_CONNECTIONS, [account, user]);
      return new Map(rows.map(({ app, connections }) => [String(app), Number(connections)]));
    },
    close: () => sql.close(),
  };
}

/**
 * Adds a key, for stores that do so in the transaction of another change. Rejects with the `Problem`
 * "session_required" if its creator is a person who isn't a member.
 */
async function addKey(queries: Queries, key: ApiKey): Promise<void> {
  await requireCreator(queries, key);
  await insertKey(queries, key);
}

/** Adds a key, unless its creator is a person who isn't a member. Returns whether it did. */
export async function addKeyOfMember(queries: Queries, key: ApiKey): Promise<boolean> {
  const { account, createdBy } = key;
  if (createdBy?.startsWith("per_") && !(await lockIfMember(queries, account, createdBy)))
    return false;
  await insertKey(queries, key);
  return true;
}

async function insertKey(
  { query }: Queries,
  { lastUsed, lastUsedBy, revoked, ...key }: ApiKey,
): Promise<void> {
  await query(ADD_KEY, [
    key.id,
    key.account,
    key.fingerprint,
    key.created,
    lastUsed ?? null,
    lastUsedBy ?? null,
    revoked ?? null,
    JSON.stringify(key),
  ]);
}

async function requireCreator(
  queries: Queries,
  { account, createdBy }: Pick<ApiKey, "account" | "createdBy">,
): Promise<void> {
  if (createdBy?.startsWith("per_")) await requireMember(queries, account, createdBy);
}

/** Revokes the active keys that a person created. */
export async function revokeKeysOf(
  { query }: Queries,
  dialect: Dialect,
  {
    account,
    person,
    at,
  }: { readonly account: string; readonly person: string; readonly at: string },
): Promise<void> {
  for (const { id } of await query(OF_CREATOR(dialect), [account, person]))
    await query(REVOKE, [account, String(id), at]);
}

/** Returns the keys that act for an end user. */
export const findKeysOfUser = async (
  { query }: Queries,
  dialect: Dialect,
  { account, user }: { readonly account: string; readonly user: string },
): Promise<readonly ApiKey[]> => (await query(OF_USER(dialect), [account, user])).map(parseKey);

async function changeKey(
  { query }: Queries,
  account: string,
  id: string,
  change: KeyChange,
  isExpected: (key: ApiKey) => boolean = () => true,
): Promise<boolean> {
  const [row] = await query(LOCK_KEY, [account, id]);
  if (!row) return false;
  const key = JSON.parse(String(row["document"])) as ApiKey;
  if (!isExpected(key)) return false;
  const document = { ...key, ...change };
  await query("update api_keys set document = $2 where id = $1", [id, JSON.stringify(document)]);
  return true;
}

const ADD_KEY = `insert into api_keys (id, account, fingerprint, created, last_used, last_used_by, revoked, document) values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const COLUMNS = "document, last_used, last_used_by, revoked";
/** Revoked keys are the first that a list leaves out. */
const LIST_KEYS = `select ${COLUMNS} from (
    select id, created, ${COLUMNS} from api_keys where account = $1
    order by (revoked is not null), created desc, id limit ${MAX_LISTED}
  ) as listed order by created desc, id`;
const LIST_APPS = `select slug, added from added_apps where account = $1 order by slug limit ${MAX_LISTED}`;
const OF_CREATOR = ({ jsonText }: Dialect) =>
  `select id from api_keys where account = $1 and revoked is null and ${jsonText("document", "createdBy")} = $2`;
const OF_USER = ({ jsonText }: Dialect) =>
  `select ${COLUMNS} from api_keys where account = $1 and ${jsonText("document", "user")} = $2`;
const findKeysStatement = ({ elements }: Dialect) =>
  `select ${COLUMNS} from api_keys where account = $1 and id in (select value ->> 0 from ${elements("$2")})`;
const FIND_KEY = `select ${COLUMNS} from api_keys where fingerprint = $1`;

/** Makes other changes of the key wait, and returns its document. */
const LOCK_KEY =
  "update api_keys set id = id where account = $1 and id = $2 and revoked is null returning document";

const REVOKE =
  "update api_keys set revoked = $3 where account = $1 and id = $2 and revoked is null returning id";

/** Whether an account has `max` other apps. No other process adds one until the transaction ends. */
async function hasOtherApps(
  queries: Queries,
  { account, slug, max }: { readonly account: string; readonly slug: string; readonly max: number },
): Promise<boolean> {
  await lockAccount(queries, account);
  const rows = await queries.query("select slug from added_apps where account = $1", [account]);
  return rows.length >= max && !rows.some((row) => row["slug"] === slug);
}

const ADD_APP = `insert into added_apps (account, slug, added, compiled) values ($1, $2, $3, $4)
  on conflict (account, slug) do nothing returning slug`;
const PUT_APP = `insert into added_apps (account, slug, added, compiled) values ($1, $2, $3, $4)
  on conflict (account, slug) do update set added = excluded.added, compiled = excluded.compiled returning slug`;

const REMOVE_APP = "delete from added_apps where account = $1 and slug = $2 returning slug";

const COUNT_CONNECTIONS = `select app, count(*) as connections from connections where account = $1 and owner = $2 and status = 'active' group by app order by app limit ${MAX_LISTED}`;

/** The document contains the whole key, except the fields that change. */
export const parseKey = ({
  document,
  last_used: lastUsed,
  last_used_by: lastUsedBy,
  revoked,
}: Row): ApiKey => ({
  ...(JSON.parse(String(document)) as ApiKey),
  ...(lastUsed !== null && { lastUsed: String(lastUsed) }),
  ...(lastUsedBy !== null && { lastUsedBy: String(lastUsedBy) }),
  ...(revoked !== null && { revoked: String(revoked) }),
});
