import { setImmediate } from "node:timers/promises";
import { type Db, type JobInsert, type JobWithMetadata, PgBoss } from "pg-boss";
import { createGrouped } from "../../core/lib/kit/flow/grouped.ts";
import {
  CLAIM_MILLISECONDS,
  type ClaimedJob,
  type Job,
  type JobKind,
} from "../../core/ports/job-queue.ts";
import type { Queries, Sql, Value } from "../storage/sql.ts";
import { DISCARDED_MILLISECONDS, type JobEngine, type JobEngineOptions } from "./job-engine.ts";
import { jobSchema } from "./job-schema.ts";
import { createStatements } from "./pg-boss-statements.ts";
import { restorePgBossJobs } from "./stored-pg-boss-jobs.ts";
import { createIdSequence } from "./uuid-sequence.ts";

/** The data of a job in pg-boss. */
interface Data {
  readonly key: string;
  readonly body: string;
  /** The losses before the current claim. */
  readonly losses?: number;
}

/** The most jobs that one statement completes. */
const MAX_TOGETHER = 100;
const SUPERVISE_SECONDS = 4;
/** pg-boss deletes waiting jobs that nobody has claimed for this long after they were due. */
const RETENTION_SECONDS = 10 * 365 * 86_400;
/** pg-boss ends a job that runs for longer, even if its claim is extended. */
const MAX_RUN_SECONDS = 23 * 3_600;
/** Jobs are retried until they are discarded. */
const RETRY_LIMIT = 2_000_000_000;

/**
 * Creates a queue with pg-boss, which shares the connections of `sql`. It creates its tables, in a
 * schema of their own, before the first job is added or claimed.
 */
export function createPgBossEngine(
  sql: Sql,
  { kinds, onError = () => {} }: JobEngineOptions,
): JobEngine {
  const kindsByName = new Map(kinds.map((kind) => [kind.name, kind]));
  const nextId = createIdSequence();
  let starting: Promise<Started> | undefined;
  let started: Started | undefined;
  const start = async (): Promise<Started> => {
    starting ??= startPgBoss(sql, kinds, onError);
    try {
      started = await starting;
      return started;
    } catch (error) {
      starting = undefined;
      throw error;
    }
  };
  const requireStarted = () => {
    if (!started) throw new Error("The job queue is not ready.");
    return started;
  };
  const isSequential = (kind: string) => kindsByName.get(kind)?.isSequential === true;

  /** Runs `change` in a transaction if the claim isn't lost. */
  const ifClaimed = async (
    { id, kind, attempt }: ClaimedJob,
    change: (started: Started, db: Db, queries: Queries) => Promise<unknown>,
  ): Promise<boolean> => {
    const running = await start();
    return sql.transaction(async (queries) => {
      const claimed = await queries.query(running.statements.lock, [kind, id, attempt - 1]);
      if (claimed.length === 0) return false;
      await change(running, toDatabase(queries), queries);
      return true;
    });
  };

  return {
    queue: {
      async claim(kind, limit) {
        const running = await start();
        const { boss } = running;
        const fetched = await boss.fetch<Data>(kind, { batchSize: limit, includeMetadata: true });
        const jobs = fetched.map((job) => toClaimedJob(job, isSequential(kind)));
        const claimed = await holdBackSuspects(sql, running, jobs);
        return claimed.toSorted((a, b) => a.due - b.due || a.id.localeCompare(b.id));
      },
      async extend(jobs) {
        const { statements } = await start();
        const areExtended = await Promise.all(
          jobs.map(async ({ id, kind, attempt }) => {
            const rows = await sql.query(statements.extend, [kind, id, attempt - 1]);
            return rows.length > 0;
          }),
        );
        return jobs.filter((_, index) => areExtended[index]);
      },
      complete: createGrouped(
        async (jobs: readonly ClaimedJob[]) => {
          const { statements } = await start();
          const rows = await sql.query(statements.complete, [
            JSON.stringify(jobs.map(({ kind, id, attempt }) => [kind, id, attempt - 1])),
          ]);
          const completed = new Set(rows.map(({ id }) => id));
          return jobs.map(({ id }) => completed.has(id));
        },
        { max: MAX_TOGETHER, gather: setImmediate },
      ),
      retryAt: (job, due) =>
        ifClaimed(job, async ({ boss, statements }, db, queries) => {
          const { kind, id, key } = job;
          if (job.losses > 0) await recordLosses(queries, statements, { ...job, losses: 0 });
          const waiting = isSequential(kind)
            ? []
            : await boss.findJobs(kind, { key, queued: true, db });
          if (waiting.length > 0) return boss.deleteJob(kind, id, { db });
          await boss.fail(kind, id, null, { db });
          return boss.update(kind, undefined, { id, startAfter: new Date(due), db });
        }),
      // Unlike failed jobs, canceled ones don't hold back their sequence.
      discard: (job) => ifClaimed(job, ({ boss }, db) => boss.cancel(job.kind, job.id, { db })),
      async stats() {
        const { statements } = await start();
        const rows = await sql.query(statements.stats);
        const found = new Map(rows.map(({ name, ...stats }) => [String(name), stats]));
        return new Map(
          kinds.map(({ name }) => {
            const { waiting = 0, claimed = 0, discarded = 0, overdue = 0 } = found.get(name) ?? {};
            return [
              name,
              { waiting, claimed, discarded, overdueMilliseconds: Math.max(0, Number(overdue)) },
            ];
          }),
        );
      },
    },
    writer: {
      async ready() {
        await start();
      },
      async enqueue(queries, jobs, { onlyIfAbsent = false, areNew = false } = {}) {
        const { boss, statements } = requireStarted();
        const db = toDatabase(queries);
        for (const [kind, group] of Map.groupBy(jobs, ({ kind }) => kind)) {
          if (!onlyIfAbsent && !areNew && !isSequential(kind)) {
            for (const { key, due, body } of group) {
              const data: Data = { key, body };
              await boss.upsert(kind, data, { singletonKey: key, startAfter: new Date(due), db });
            }
            continue;
          }
          // pg-boss ignores a job whose key waits, but not one whose key is retried.
          const rows =
            areNew || isSequential(kind)
              ? []
              : await queries.query(statements.listWaiting, [
                  kind,
                  JSON.stringify(group.map(({ key }) => key)),
                ]);
          const waiting = new Set(rows.map((row) => row["key"]));
          const absent = group.filter(({ key }) => !waiting.has(key));
          const inserts = absent.map((job) => toInsert(job, nextId()));
          if (inserts.length > 0) await boss.insert(kind, inserts, { db });
        }
      },
      async cancel(queries, kind, key) {
        const { boss } = requireStarted();
        const db = toDatabase(queries);
        const waiting = await boss.findJobs(kind, { key, queued: true, db });
        const ids = waiting.map(({ id }) => id);
        if (ids.length > 0) await boss.deleteJob(kind, ids, { db });
      },
    },
    async restore(queries, jobs) {
      const { boss, schema, statements } = requireStarted();
      const db = toDatabase(queries);
      await restorePgBossJobs(queries, jobs, {
        schema,
        isSequential,
        createId: nextId,
        listWaiting: statements.listWaiting,
        async insert(kind, restored) {
          const inserts = restored.map(({ id, singleton, ...job }) => ({
            ...toInsert(job, id),
            singletonKey: singleton,
          }));
          await boss.insert(kind, inserts, { db });
        },
      });
    },
    async close() {
      await (await starting?.catch(() => undefined))?.boss.stop({ graceful: false, close: false });
    },
  };
}

interface Started {
  readonly boss: PgBoss;
  readonly schema: string;
  readonly statements: ReturnType<typeof createStatements>;
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

const toDatabase = (queries: Queries): Db => ({
  executeSql: async (text, values) => ({
    rows: [...(await queries.query(text, values as readonly Value[] | undefined))],
  }),
});

const toInsert = ({ key, sequence = key, due, body }: Job, id: string): JobInsert => ({
  id,
  data: { key, body } satisfies Data,
  singletonKey: sequence,
  startAfter: new Date(due),
});

/** Whether pg-boss ended the last claim of a job, because it wasn't extended. */
const isLost = (output: unknown): boolean => JSON.stringify(output ?? null).includes("heartbeat");

const recordLosses = (
  { query }: Queries,
  statements: Started["statements"],
  { kind, id, losses }: ClaimedJob,
) => query(statements.recordLosses, [kind, id, losses]);

/** Keeps one job with losses, unless a process already works on one, and puts the others back. */
async function holdBackSuspects(
  sql: Sql,
  { statements }: Started,
  jobs: readonly ClaimedJob[],
): Promise<readonly ClaimedJob[]> {
  const suspects = jobs.filter(({ losses }) => losses > 0);
  if (suspects.length === 0) return jobs;
  const kept = await sql.transaction(async (queries) => {
    await queries.query(statements.lockSuspects);
    const ids = JSON.stringify(suspects.map(({ id }) => id));
    const [other] = await queries.query(statements.findSuspect, [ids]);
    const [first, ...others] = suspects;
    const putBack = other ? suspects : others;
    for (const { kind, id, attempt } of putBack)
      await queries.query(statements.putBack, [kind, id, attempt - 1]);
    if (other) return undefined;
    await recordLosses(queries, statements, first!);
    return first;
  });
  return jobs.filter((job) => job.losses === 0 || job === kept);
}

const toClaimedJob = (
  { id, name, data, singletonKey, startAfter, retryCount, output }: JobWithMetadata<Data>,
  isSequential: boolean,
): ClaimedJob => ({
  id,
  kind: name,
  key: data.key,
  body: data.body,
  due: startAfter.getTime(),
  attempt: retryCount + 1,
  losses: isLost(output) ? (data.losses ?? 0) + 1 : 0,
  ...(isSequential && { sequence: singletonKey! }),
});
