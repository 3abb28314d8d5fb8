import pg from "pg";
import type { Queries, Row, Sql, Value } from "../sql.ts";
import { postgresDialect } from "./dialect.ts";

/** The type ID of `bigint`. */
const INT8 = 20;

/**
 * Opens a PostgreSQL database with a connection pool, which connects on demand and replaces lost
 * connections.
 */
export function openPostgres(url: URL, { maxConnections = 10 } = {}): Sql {
  const pool = new pg.Pool({
    connectionString: withLibpqCompat(url),
    application_name: "jackfield",
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
    keepAlive: true,
    types: {
      getTypeParser: (type, format) =>
        type === INT8 ? Number : pg.types.getTypeParser(type, format),
    },
  });
  // The pool replaces idle connections that are lost.
  pool.on("error", () => {});

  // `pool.end()` would leave queries hanging that still wait for a connection.
  const pending = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const unlessClosed = <T>(work: () => Promise<T>): Promise<T> => {
    if (closing) return Promise.reject(new Error("The database is closed."));
    const running = work().finally(() => pending.delete(running));
    pending.add(running);
    return running;
  };

  return {
    dialect: postgresDialect,
    query: (text, values) => unlessClosed(() => runQuery(pool, text, values)),
    transaction: (work) => unlessClosed(() => transaction(pool, "begin", work)),
    snapshot: (work) =>
      unlessClosed(() =>
        transaction(pool, "begin isolation level repeatable read read only", (queries) =>
          work({ ...queries, stream: (text) => streamRows(queries, text) }),
        ),
      ),
    close: () => (closing ??= Promise.allSettled(pending).then(() => pool.end())),
  };
}

async function transaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let lost: Error | undefined;
  const markLost = (error: Error) => {
    lost = error;
  };
  client.on("error", markLost);
  try {
    await client.query(begin);
    const result = await work({ query: (text, values) => runQuery(client, text, values) });
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(markLost);
    throw error;
  } finally {
    client.off("error", markLost);
    client.release(lost);
  }
}

const ROWS_PER_FETCH = 100;

async function* streamRows({ query }: Queries, text: string): AsyncIterable<Row> {
  await query(`declare streamed no scroll cursor for ${text}`);
  for (;;) {
    const rows = await query(`fetch ${ROWS_PER_FETCH} from streamed`);
    yield* rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await query("close streamed");
}

const runQuery = async (
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly Value[] = [],
) => {
  const result = await client.query<Row>(text, [...values]);
  // pg-boss executes several statements at once. The driver then returns an array.
  return Array.isArray(result)
    ? (result as readonly pg.QueryResult<Row>[]).flatMap(({ rows }) => rows)
    : result.rows;
};

/**
 * Makes the driver interpret `sslmode` like libpq. Otherwise it warns about a change in its next
 * major version.
 */
function withLibpqCompat(url: URL): string {
  const result = new URL(url);
  if (result.searchParams.has("sslmode")) result.searchParams.set("uselibpqcompat", "true");
  return result.href;
}
