import pg from "pg";
import { serverSkipReason, startServer } from "./postgres/server.ts";
import { readSharedUrl } from "./postgres/shared.ts";

/** A PostgreSQL to try things on. */
export interface PostgresServer {
  /** Of a database that everybody shares; make one of your own. */
  readonly url: string;
  /** Makes an empty database; `drop` removes it, whoever is still connected. */
  database(): Promise<{ readonly url: string; drop(): Promise<void> }>;
  /** Ends it, if it was started for the caller alone. */
  stop(): Promise<void>;
}

/**
 * The PostgreSQL that TEST_POSTGRES_URL names; otherwise one from npm, which a run of the tests starts when it is first asked
 * for and ends with the run, and any other program has to itself.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const url = process.env["TEST_POSTGRES_URL"] || (await readSharedUrl());
  if (url) return { url, database: () => createDatabase(url), stop: async () => {} };
  const { url: serverUrl, stop } = await startServer();
  return { url: serverUrl, database: () => createDatabase(serverUrl), stop };
}

/** Why there can be none on this machine; nothing if there can. */
export function postgresSkipReason(): string | undefined {
  return process.env["TEST_POSTGRES_URL"] ? undefined : serverSkipReason();
}

async function createDatabase(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await runStatement(url, `create database ${name}`);
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${name}`;
  return {
    url: databaseUrl.href,
    drop: () => runStatement(url, `drop database if exists ${name} with (force)`),
  };
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
