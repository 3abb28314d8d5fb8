import type {
  FoundToken,
  GrantCode,
  GrantStore,
  GrantToken,
  RegisteredClient,
} from "../../../core/ports/stores/grant-store.ts";
import type { Queries, Row, Sql } from "../sql.ts";
import { appendEntry } from "./audit-log.ts";
import { addKeyOfMember, parseKey } from "./key-store.ts";

/** The most rows that one statement of a sweep deletes. */
const SWEEP_LIMIT = 5_000;

/** Creates a grant store in a migrated database. The caller closes the database. */
export const createSqlGrantStore = (sql: Sql): GrantStore => ({
  async addClient(client) {
    await sql.query(
      "insert into mcp_clients (id, created, used, document) values ($1, $2, 0, $3)",
      [client.id, client.created, JSON.stringify(client)],
    );
  },
  findClient: async (id) =>
    (await sql.query("select document from mcp_clients where id = $1", [id])).map(
      ({ document }) => JSON.parse(String(document)) as RegisteredClient,
    )[0],

  async addCode(code) {
    await sql.query(
      "insert into grant_codes (digest, expires, spent, document) values ($1, $2, 0, $3)",
      [code.digest, code.expires, JSON.stringify(code)],
    );
  },
  findCode: async (digest) =>
    (await sql.query("select spent, document from grant_codes where digest = $1", [digest])).map(
      ({ spent, document }) => ({ ...parseCode(document), isSpent: Number(spent) !== 0 }),
    )[0],
  redeemCode: (digest, now, tokens) =>
    sql.transaction(async (queries) => {
      const [row] = await queries.query(SPEND_CODE, [digest, now]);
      if (!row) return false;
      const { key, entry, client } = parseCode(row["document"]);
      if (!(await addKeyOfMember(queries, key))) return false;
      await appendEntry(queries, entry);
      await queries.query("update mcp_clients set used = $2 where id = $1", [client, now]);
      await addTokens(queries, tokens);
      return true;
    }),

  findToken: async (digest, kind) =>
    (await sql.query(FIND_TOKEN, [digest, kind])).map(parseToken)[0],
  rotateToken: (digest, { now, graceMs, keepMs }, { tokens, successor }) =>
    sql.transaction(async (queries) => {
      const spent = await queries.query(SPEND_TOKEN, [digest, now, now + keepMs, successor]);
      if (spent.length > 0) {
        await addTokens(queries, tokens);
        return successor;
      }
      const [row] = await queries.query(FIND_SUCCESSOR, [digest, now, now - graceMs]);
      return typeof row?.["successor"] === "string" ? row["successor"] : undefined;
    }),
  async deleteToken(digest) {
    await sql.query("delete from grant_tokens where digest = $1", [digest]);
  },

  async deleteExpired(now, { graceMs, oldestUnusedClient }) {
    await sql.query(SWEEP_SUCCESSORS, [now - graceMs]);
    await sql.query(SWEEP_CODES, [now, SWEEP_LIMIT]);
    await sql.query(SWEEP_TOKENS, [now, SWEEP_LIMIT]);
    await sql.query(SWEEP_CLIENTS, [oldestUnusedClient, SWEEP_LIMIT]);
  },
});

async function addTokens({ query }: Queries, tokens: readonly GrantToken[]): Promise<void> {
  for (const { digest, kind, key, expires } of tokens)
    await query(
      "insert into grant_tokens (digest, kind, api_key, expires, spent) values ($1, $2, $3, $4, 0)",
      [digest, kind, key, expires],
    );
}

const SPEND_CODE =
  "update grant_codes set spent = 1 where digest = $1 and spent = 0 and expires > $2 returning document";

/** The names of columns that both tables have belong to the key. */
const FIND_TOKEN = `select k.document, k.last_used, k.last_used_by, k.revoked,
    t.expires as token_expires, t.spent as token_spent
  from grant_tokens t join api_keys k on k.id = t.api_key where t.digest = $1 and t.kind = $2`;

const IS_GRANTED = "exists (select 1 from api_keys k where k.id = api_key and k.revoked is null)";

/** Of several at the same time, one returns a row. */
const SPEND_TOKEN = `update grant_tokens set spent = $2, successor = $4,
    expires = case when expires > $3 then $3 else expires end
  where digest = $1 and kind = 'refresh' and expires > $2 and spent = 0 and ${IS_GRANTED}
  returning digest`;
const FIND_SUCCESSOR = `select successor from grant_tokens
  where digest = $1 and kind = 'refresh' and expires > $2 and spent > $3 and ${IS_GRANTED}`;
const SWEEP_SUCCESSORS =
  "update grant_tokens set successor = null where successor is not null and spent <= $1";

const SWEEP_CODES =
  "delete from grant_codes where digest in (select digest from grant_codes where expires <= $1 order by expires limit $2)";
const SWEEP_TOKENS = `delete from grant_tokens where digest in (
    select t.digest from grant_tokens t left join api_keys k on k.id = t.api_key
    where t.expires <= $1 or k.id is null or k.revoked is not null limit $2)`;
const SWEEP_CLIENTS =
  "delete from mcp_clients where id in (select id from mcp_clients where used = 0 and created <= $1 limit $2)";

const parseCode = (document: unknown): GrantCode => JSON.parse(String(document)) as GrantCode;

const parseToken = ({ token_expires: expires, token_spent: spent, ...row }: Row): FoundToken => ({
  key: parseKey(row),
  expires: Number(expires),
  ...(Number(spent) !== 0 && { spent: Number(spent) }),
});
