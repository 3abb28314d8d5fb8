import { type Db, PgBoss } from "pg-boss";
import { CLAIM_MILLISECONDS, type JobKind } from "../../core/ports/job-queue.ts";
import type { Queries, Sql, Value } from "../storage/sql.ts";
import { DISCARDED_MILLISECONDS, type JobEngineOptions } from "./job-engine.ts";
import { jobSchema } from "./job-schema.ts";
import { createStatements } from "./pg-boss-statements.ts";

const SUPERVISE_SECONDS = 4;
/** pg-boss deletes waiting jobs that nobody has claimed for this long after they were due. */
const RETENTION_SECONDS = 10 * 365 * 86_400;
/** pg-boss ends a job that runs for longer, even if its claim is extended. */
const MAX_RUN_SECONDS = 23 * 3_600;
/** Jobs are retried until they are discarded. */
const RETRY_LIMIT = 2_000_000_000;

/** A running pg-boss. */
export interface Started {
  readonly boss: PgBoss;
  readonly schema: string;
  readonly statements: ReturnType<typeof createStatements>;
}

/** Starts pg-boss when it is used for the first time, and again after a failure. */
export class PgBossStarter {
  readonly #sql: Sql;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  readonly #onError: (error: unknown) => void;
  #starting: Promise<Started> | undefined;
  #started: Started | undefined;

  constructor(sql: Sql, { kinds, onError = () => {} }: JobEngineOptions) {
    this.#sql = sql;
    this.#kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.#onError = onError;
  }

  async start(): Promise<Started> {
    this.#starting ??= startPgBoss(this.#sql, [...this.#kinds.values()], this.#onError);
    try {
      this.#started = await this.#starting;
      return this.#started;
    } catch (error) {
      this.#starting = undefined;
      throw error;
    }
  }

  requireStarted(): Started {
    if (!this.#started) throw new Error("The job queue is not ready.");
    return this.#started;
  }

  isSequential(kind: string): boolean {
    return this.#kinds.get(kind)?.isSequential === true;
  }

  async stop(): Promise<void> {
    const started = await this.#starting?.catch(() => undefined);
    await started?.boss.stop({ graceful: false, close: false });
  }
}

async function startPgBoss(
  sql: Sql,
  kinds: readonly JobKind[],
  onError: (error: unknown) => void,
): Promise<Started> {
  const [row] = await sql.query("select current_schema() as name");
  const schema = jobSchema(String(row?.["name"]));
  const [existing] = await sql.query("select 1 as one from pg_namespace where nspname = $1", [
    schema,
  ]);
  const boss = new PgBoss({
    db: toDatabase(sql),
    schema,
    // Creating a schema needs a permission, even if the schema exists.
    createSchema: existing === undefined,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS / 2,
  });
  boss.on("error", onError);
  try {
    await boss.start();
    for (const { name, isSequential } of kinds) {
      await boss.createQueue(name, {
        policy: isSequential ? "key_strict_fifo" : "short",
        heartbeatSeconds: CLAIM_MILLISECONDS / 1000,
        expireInSeconds: MAX_RUN_SECONDS,
        retentionSeconds: RETENTION_SECONDS,
        deleteAfterSeconds: DISCARDED_MILLISECONDS / 1000,
        retryLimit: RETRY_LIMIT,
      });
      // Loads the queue into pg-boss's cache, so that a transaction needs no second connection.
      await boss.findJobs(name, { key: "" });
    }
  } catch (error) {
    await boss.stop({ graceful: false, close: false });
    throw error;
  }
  return { boss, schema, statements: createStatements(schema) };
}

/** Lets pg-boss run its statements with those of a store. */
export const toDatabase = (queries: Queries): Db => ({
  executeSql: async (text, values) => ({
    rows: [...(await queries.query(text, values as readonly Value[] | undefined))],
  }),
});
