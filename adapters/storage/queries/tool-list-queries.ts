import type { Connection } from "../../../core/ports/stores/connection-store.ts";
import {
  TOOL_LIST_JOBS,
  type ToolList,
  type ToolListFailure,
  type ToolListStore,
} from "../../../core/ports/stores/tool-list-store.ts";
import type { JobWriter } from "../../jobs/job-engine.ts";
import { MAX_LISTED } from "../list-limit.ts";
import type { Queries, Row, Sql } from "../sql.ts";

/** Queries for the tools that remote MCP servers list for connections. */
export const createToolListQueries = (sql: Sql, jobs: JobWriter): ToolListStore => ({
  async listToolLists(account, { user, app }) {
    const rows =
      user === undefined
        ? await sql.query(LIST_ALL, [account, app ?? null])
        : await sql.query(LIST, [account, user ?? "", app ?? null]);
    return rows.map(parseToolList);
  },
  findToolList: async (connection) => (await sql.query(FIND, [connection])).map(parseToolList)[0],
  async readListedTools(connection, digest) {
    const [row] = await sql.query(
      "select compiled from tool_lists where connection = $1 and digest = $2",
      [connection, digest],
    );
    return row && String(row["compiled"]);
  },
  async saveToolList({ connection, signIn }, result, due) {
    await jobs.ready();
    return sql.transaction(async (queries) => {
      const rows =
        "failure" in result
          ? await queries.query(SAVE_FAILURE, [connection, signIn, JSON.stringify(result.failure)])
          : await queries.query(SAVE, [
              connection,
              signIn,
              result.listed,
              result.source,
              result.digest,
              result.compiled,
              result.omitted ?? null,
            ]);
      if (rows.length > 0 && due !== undefined)
        await jobs.enqueue(queries, [createJob(connection, due)]);
      return rows.length > 0;
    });
  },
  async deleteToolList(connection) {
    await jobs.ready();
    await sql.transaction((queries) => removeToolList(queries, jobs, connection));
  },
});

/** Adds an empty list for a connection that has just been signed in, and its job. */
export async function resetToolList(
  queries: Queries,
  jobs: JobWriter,
  { id, account, user = "", app, version }: Connection,
  due: number,
): Promise<void> {
  await queries.query("delete from tool_lists where connection = $1", [id]);
  await queries.query(ADD, [id, account, user, app, version]);
  await jobs.enqueue(queries, [createJob(id, due)]);
}

/** Deletes the list of a connection and its job. */
export async function removeToolList(
  queries: Queries,
  jobs: JobWriter,
  connection: string,
): Promise<void> {
  const rows = await queries.query(
    "delete from tool_lists where connection = $1 returning connection",
    [connection],
  );
  if (rows.length > 0) await jobs.cancel(queries, TOOL_LIST_JOBS.name, connection);
}

/** Adds the missing jobs of empty lists, at most `limit`. Call `jobs.ready` before. */
export async function addMissingToolListJobs(
  sql: Sql,
  jobs: JobWriter,
  limit: number,
): Promise<void> {
  const rows = await sql.query(NEW, [limit]);
  if (rows.length === 0) return;
  const missing = rows.map(({ connection }) => createJob(String(connection), 0));
  await sql.transaction((queries) => jobs.enqueue(queries, missing, { onlyIfAbsent: true }));
}

const createJob = (connection: string, due: number) => ({
  kind: TOOL_LIST_JOBS.name,
  key: connection,
  due,
  body: "{}",
});

const SELECT = `select l.connection, l.account, l.owner, l.app, l.sign_in, l.listed, l.source, l.digest, l.omitted,
  l.failure, case when c.status = 'expired' then 0 else c.is_default end as is_default, c.document from tool_lists l join connections c on c.id = l.connection`;
const ORDER =
  "c.status in ('active', 'expired', 'disabled') order by is_default desc, c.created desc, c.id";

const LIST = `${SELECT} where l.account = $1 and l.owner = $2 and l.app = coalesce($3, l.app) and ${ORDER} limit ${MAX_LISTED}`;
const LIST_ALL = `${SELECT} where l.account = $1 and l.app = coalesce($2, l.app) and ${ORDER} limit ${MAX_LISTED}`;
const FIND = `${SELECT} where l.connection = $1`;

const ADD =
  "insert into tool_lists (connection, account, owner, app, sign_in) values ($1, $2, $3, $4, $5)";
const SAVE = `update tool_lists set listed = $3, source = $4, digest = $5, compiled = $6, omitted = $7,
  failure = null
  where connection = $1 and sign_in = $2 returning connection`;
const SAVE_FAILURE =
  "update tool_lists set failure = $3 where connection = $1 and sign_in = $2 returning connection";

// Lists of connections that don't work stay empty, and must not hide others behind the limit.
const NEW = `select l.connection from tool_lists l join connections c on c.id = l.connection
  where l.listed is null and l.failure is null and c.status = 'active' order by l.connection limit $1`;

const parseToolList = (row: Row): ToolList => {
  const { label } = JSON.parse(String(row["document"])) as Connection;
  return {
    connection: String(row["connection"]),
    account: String(row["account"]),
    ...(row["owner"] !== "" && { user: String(row["owner"]) }),
    app: String(row["app"]),
    label,
    isDefault: Number(row["is_default"]) === 1,
    signIn: Number(row["sign_in"]),
    ...(row["listed"] !== null && { listed: String(row["listed"]) }),
    ...(row["source"] !== null && { source: String(row["source"]) }),
    ...(row["digest"] !== null && { digest: String(row["digest"]) }),
    ...(row["omitted"] !== null && { omitted: String(row["omitted"]) }),
    ...(row["failure"] !== null && {
      failure: JSON.parse(String(row["failure"])) as ToolListFailure,
    }),
  };
};
