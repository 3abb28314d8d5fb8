import type { JobEngine } from "../../../adapters/jobs/job-engine.ts";
import { jobSchema } from "../../../adapters/jobs/job-schema.ts";
import type { StorageLocation } from "../../../adapters/storage/driver.ts";
import { driverFor } from "../../../adapters/storage/drivers.ts";
import { migrate } from "../../../adapters/storage/migrate.ts";
import type { Sql } from "../../../adapters/storage/sql.ts";
import type { Job, JobKind } from "../../../core/ports/job-queue.ts";

export const PLAIN: JobKind = { name: "plain" };
export const ORDERED: JobKind = { name: "ordered", isSequential: true };

export interface OpenedEngine extends JobEngine {
  readonly sql: Sql;
  /** Adds jobs in a transaction of their own. */
  add(jobs: readonly Job[], options?: { readonly onlyIfAbsent?: boolean }): Promise<void>;
}

/** Migrates a database and opens its job queue. `close` closes both. */
export async function openEngine(location: StorageLocation): Promise<OpenedEngine> {
  const driver = driverFor(location);
  const sql = await driver.open(location);
  await migrate(sql);
  const engine = await driver.createJobEngine(sql, {
    kinds: [PLAIN, ORDERED],
    onError: (error) => console.error(error),
  });
  await engine.writer.ready();
  return {
    ...engine,
    sql,
    add: (jobs, options) =>
      sql.transaction((queries) => engine.writer.enqueue(queries, jobs, options)),
    async close() {
      await engine.close();
      await sql.close();
    },
  };
}

/** A job that has been due for a minute. */
export const plainJob = (key: string, overrides: Partial<Job> = {}): Job => ({
  kind: PLAIN.name,
  key,
  due: Date.now() - 60_000,
  body: "{}",
  ...overrides,
});

/** A job of the sequence `s`, due since a minute. */
export const orderedJob = (key: string, overrides: Partial<Job> = {}): Job =>
  plainJob(key, { kind: ORDERED.name, sequence: "s", ...overrides });

/** Makes all claims end, as if their time had passed. */
export async function endClaims(sql: Sql): Promise<void> {
  if (sql.dialect.hasJobTable) {
    await sql.query("update jobs set claimed_until = 1 where claimed_until > 0 returning id");
    return;
  }
  const [row] = await sql.query("select current_schema() as name");
  await sql.query(
    `update ${jobSchema(String(row?.["name"]))}.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`,
  );
}
