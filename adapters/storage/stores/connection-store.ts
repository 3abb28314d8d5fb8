import type { Job } from "../../../core/ports/job-queue.ts";
import {
  CONNECTION_JOBS,
  type Connection,
  type ConnectionStatus,
  type ConnectionStore,
  type StoredConnection,
} from "../../../core/ports/stores/connection-store.ts";
import type { JobWriter } from "../../jobs/job-engine.ts";
import { MAX_LISTED } from "../list-limit.ts";
import { createClaimQueries } from "../queries/claim-queries.ts";
import { createLinkQueries } from "../queries/link-queries.ts";
import { createClientQueries } from "../queries/oauth-client-queries.ts";
import {
  addMissingToolListJobs,
  createToolListQueries,
  removeToolList,
  resetToolList,
} from "../queries/tool-list-queries.ts";
import type { Queries, Row, Sql, Value } from "../sql.ts";
import { changeWithEntry, executeWithEntry } from "./audit-log.ts";

/** Creates a connection store in a migrated database. Closing the store closes the database. */
export function createSqlConnectionStore(sql: Sql, jobs: JobWriter): ConnectionStore {
  const claims = createClaimQueries(sql);
  return {
    ...createRowQueries(sql, jobs),
    lease: async (id, { holder, now, until }) =>
      parseFirst(await sql.query(LEASE, [id, holder, now, until])),
    async release(id, holder) {
      await sql.query(
        "update connections set lease = null, leased_until = 0 where id = $1 and lease = $2",
        [id, holder],
      );
    },
    async addMissingJobs(before) {
      await jobs.ready();
      await addMissingToolListJobs(sql, jobs, SWEEP_LIMIT);
      const rows = await sql.query(DUE, [before, SWEEP_LIMIT]);
      if (rows.length === 0) return;
      const due = rows.map((row) => createJob(String(row["id"]), Number(row["due"])));
      await sql.transaction((queries) => jobs.enqueue(queries, due, { onlyIfAbsent: true }));
    },

    ...createLinkQueries(sql, claims),
    ...createClientQueries(sql),
    ...createToolListQueries(sql, jobs),

    async deleteExpired(now, { revokedBefore, unfinishedBefore }) {
      await sql.query(
        "delete from begun_links where link in (select link from begun_links where expires <= $1 limit $2)",
        [now, SWEEP_LIMIT],
      );
      await sql.query(
        "delete from sign_ins where state in (select state from sign_ins where expires <= $1 limit $2)",
        [now, SWEEP_LIMIT],
      );
      await claims.deleteExpired(now);
      await sql.query(SWEEP_CONNECTIONS, [revokedBefore, unfinishedBefore, SWEEP_LIMIT]);
    },
    close: () => sql.close(),
  };
}

type RowQueries = Pick<
  ConnectionStore,
  "add" | "countByStatus" | "find" | "list" | "save" | "makeDefault" | "takeDefault" | "recordUse"
>;

/** Creates the part of a connection store that reads and writes connections. */
function createRowQueries(sql: Sql, jobs: JobWriter): RowQueries {
  /** Writes a connection, its jobs, its list of tools and its audit entry. */
  const write = async (
    connection: Connection,
    { entry, newToolList }: Pick<SaveOptions, "entry" | "newToolList">,
    text: string,
    values: readonly Value[],
  ): Promise<boolean> => {
    await jobs.ready();
    return changeWithEntry(sql, entry, async (queries) => {
      const rows = await queries.query(text, values);
      if (rows.length === 0) return false;
      await setJob(queries, jobs, connection);
      if (newToolList) await resetToolList(queries, jobs, connection, newToolList.due);
      if (connection.status === "revoked") await removeToolList(queries, jobs, connection.id);
      return true;
    });
  };
  return {
    async add(connection, entry) {
      await write(connection, { entry }, ADD, toColumns(connection));
    },
    async countByStatus() {
      const rows = await sql.query(
        "select status, count(*) as count from connections group by status order by status limit 100",
        [],
      );
      return new Map(rows.map(({ status, count }) => [status as ConnectionStatus, Number(count)]));
    },
    find: async (id) =>
      parseFirst(await sql.query(`select ${COLUMNS} from connections where id = $1`, [id])),
    async list(account, { user, app }) {
      const rows =
        user === undefined
          ? await sql.query(LIST_ALL, [account, app ?? null])
          : await sql.query(LIST, [account, user ?? "", app ?? null]);
      return rows.map(parseConnection);
    },
    save(connection, { encryptedSecrets, entry, newToolList } = {}) {
      const { id, status, version, due = null, updated } = connection;
      return write(connection, { entry, newToolList }, SAVE, [
        id,
        version - 1,
        status,
        version,
        due,
        updated,
        JSON.stringify(connection),
        encryptedSecrets === undefined ? 0 : 1,
        encryptedSecrets ?? null,
        connection.routing ?? null,
      ]);
    },
    async makeDefault(id, entry) {
      await executeWithEntry(sql, entry, MAKE_DEFAULT, [id]);
    },
    takeDefault: (id, { from = "", entry }) =>
      executeWithEntry(sql, entry, TAKE_DEFAULT, [id, from]),
    async recordUse(id, at) {
      await sql.query("update connections set last_used = $2 where id = $1", [id, at]);
    },
  };
}

const setJob = (queries: Queries, jobs: JobWriter, { id, due }: Connection) =>
  due === undefined
    ? jobs.cancel(queries, CONNECTION_JOBS.name, id)
    : jobs.enqueue(queries, [createJob(id, due)]);

type SaveOptions = NonNullable<Parameters<ConnectionStore["save"]>[1]>;

/** The most links, sign-ins and connections that one sweep deletes. */
const SWEEP_LIMIT = 5_000;

const COLUMNS = "document, sealed, is_default, last_used";

const ADD = `insert into connections (id, account, owner, app, status, version, due, created, updated, document, leased_until, is_default, routing)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, 0, $11) returning id`;

const LIST = `select ${COLUMNS} from connections where account = $1 and owner = $2 and app = coalesce($3, app) and status <> 'revoked' order by created desc, id limit ${MAX_LISTED}`;
const LIST_ALL = `select ${COLUMNS} from connections where account = $1 and app = coalesce($2, app) and status <> 'revoked' order by created desc, id limit ${MAX_LISTED}`;

const SAVE = `update connections set status = $3, version = $4, due = $5, updated = $6, document = $7, sealed = case when $8 = 1 then $9 else sealed end, routing = $10
  where id = $1 and version = $2 returning id`;

const MAKE_DEFAULT = `update connections set is_default = case when id = $1 then 1 else 0 end
  where (account, owner, app) in (select account, owner, app from connections where id = $1) returning id`;

const TAKE_DEFAULT = `update connections set is_default = case when id = $1 then 1 else 0 end
  where (account, owner, app) in (select account, owner, app from connections where id = $1 and status = 'active')
    and coalesce((select max(d.id) from connections d where d.is_default = 1 and d.status <> 'revoked'
      and d.account = connections.account and d.owner = connections.owner and d.app = connections.app), '') = $2
    and not exists (select 1 from connections d where d.id = $2 and d.status in ('active', 'disabled')) returning id`;

const LEASE = `update connections set lease = $2, leased_until = $4 where id = $1 and leased_until <= $3 returning ${COLUMNS}`;
const DUE =
  "select id, due from connections where due is not null and due <= $1 order by due limit $2";

const SWEEP_CONNECTIONS = `delete from connections where id in
  (select id from connections where status = 'revoked' and updated <= $1 or status in ('pending', 'failed') and updated <= $2
   order by updated limit $3)`;

const toColumns = (connection: Connection): Value[] => [
  connection.id,
  connection.account,
  connection.user ?? "",
  connection.app,
  connection.status,
  connection.version,
  connection.due ?? null,
  connection.created,
  connection.updated,
  JSON.stringify(connection),
  connection.routing ?? null,
];

const createJob = (id: string, due: number): Job => ({
  kind: CONNECTION_JOBS.name,
  key: id,
  due,
  body: "{}",
});

const parseFirst = ([row]: readonly Row[]): StoredConnection | undefined =>
  row && parseConnection(row);

const parseConnection = ({
  document,
  sealed,
  is_default: isDefault,
  last_used: lastUsed,
}: Row): StoredConnection => ({
  connection: JSON.parse(String(document)) as Connection,
  isDefault: Number(isDefault) === 1,
  ...(sealed !== null && { encryptedSecrets: String(sealed) }),
  ...(lastUsed !== null && { lastUsed: String(lastUsed) }),
});
