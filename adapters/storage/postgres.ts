import pg from "pg";
import type { Queries, Row, Sql, Value } from "./sql.ts";

const INT8 = 20;

/** A PostgreSQL database, by a pool of connections, up to ten by default, that are made when they are needed, and again when they were lost. */
export function postgres(url: URL, { most = 10 } = {}): Sql {
  const pool = new pg.Pool({
    connectionString: withLibpqWords(url),
    application_name: "jackfield",
    max: most,
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
    keepAlive: true,
    types: {
      getTypeParser: (type, format) =>
        type === INT8 ? Number : pg.types.getTypeParser(type, format),
    },
  });
  // A connection that is lost while nobody uses it concerns nobody.
  pool.on("error", () => {});

  // The pool itself would leave those hanging who wait for a connection when it ends.
  const begun = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const unlessClosed = <T>(work: () => Promise<T>): Promise<T> => {
    if (closing) return Promise.reject(new Error("The database has been closed."));
    const doing = work().finally(() => begun.delete(doing));
    begun.add(doing);
    return doing;
  };

  return {
    kind: "postgres",
    query: (text, values) => unlessClosed(() => ask(pool, text, values)),
    transaction: (work) => unlessClosed(() => transaction(pool, work)),
    close: () => (closing ??= Promise.allSettled(begun).then(() => pool.end())),
  };
}

async function transaction<T>(pool: pg.Pool, work: (queries: Queries) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let lost: Error | undefined;
  const lose = (error: Error) => void (lost = error);
  client.on("error", lose);
  try {
    await client.query("begin");
    const result = await work({ query: (text, values) => ask(client, text, values) });
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(lose);
    throw error;
  } finally {
    client.off("error", lose);
    client.release(lost);
  }
}

const ask = async (on: pg.Pool | pg.PoolClient, text: string, values: readonly Value[] = []) =>
  (await on.query<Row>(text, [...values])).rows;

/** `sslmode` as PostgreSQL's own programs read it; otherwise the driver warns that its next version will. */
function withLibpqWords(url: URL): string {
  const words = new URL(url);
  if (words.searchParams.has("sslmode")) words.searchParams.set("uselibpqcompat", "true");
  return words.href;
}
