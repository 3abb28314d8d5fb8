import pg from "pg";
import { startServer, whyNoServer } from "./postgres/server.ts";
import { sharedUrl } from "./postgres/shared.ts";

/** A PostgreSQL to try things on. */
export interface Postgres {
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
export async function startPostgres(): Promise<Postgres> {
  const url = process.env["TEST_POSTGRES_URL"] || (await sharedUrl());
  if (url) return { url, database: () => databaseOf(url), stop: async () => {} };
  const { url: own, stop } = await startServer();
  return { url: own, database: () => databaseOf(own), stop };
}

/** Why there can be none on this machine; nothing if there can. */
export function whyNoPostgres(): string | undefined {
  return process.env["TEST_POSTGRES_URL"] ? undefined : whyNoServer();
}

async function databaseOf(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await once(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => once(url, `drop database if exists ${name} with (force)`) };
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
