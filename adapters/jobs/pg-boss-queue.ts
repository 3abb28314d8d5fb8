import { setImmediate } from "node:timers/promises";
import type { Db, JobWithMetadata } from "pg-boss";
import { createGrouped } from "../../core/lib/kit/flow/grouped.ts";
import { requireValue } from "../../core/lib/kit/require-value.ts";
import type { ClaimedJob, JobKind, JobQueue, JobStats } from "../../core/ports/job-queue.ts";
import type { Queries, Sql } from "../storage/sql.ts";
import { type PgBossStarter, type Started, toDatabase } from "./pg-boss-starter.ts";

/** The data of a job in pg-boss. */
export interface JobData {
  readonly key: string;
  readonly body: string;
  /** The losses before the current claim. */
  readonly losses?: number;
}

/** The most jobs that one statement completes. */
const MAX_TOGETHER = 100;

/** Creates the part of the queue that processes use to work on jobs. */
export function createPgBossQueue(
  sql: Sql,
  starter: PgBossStarter,
  kinds: readonly JobKind[],
): JobQueue {
  return {
    async claim(kind, limit) {
      const running = await starter.start();
      const { boss } = running;
      const fetched = await boss.fetch<JobData>(kind, { batchSize: limit, includeMetadata: true });
      const jobs = fetched.map((job) => toClaimedJob(job, starter.isSequential(kind)));
      const claimed = await holdBackSuspects(sql, running, jobs);
      return claimed.toSorted((a, b) => a.due - b.due || a.id.localeCompare(b.id));
    },
    async extend(jobs) {
      const { statements } = await starter.start();
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
        const { statements } = await starter.start();
        const rows = await sql.query(statements.complete, [
          JSON.stringify(jobs.map(({ kind, id, attempt }) => [kind, id, attempt - 1])),
        ]);
        const completed = new Set(rows.map(({ id }) => id));
        return jobs.map(({ id }) => completed.has(id));
      },
      { max: MAX_TOGETHER, gather: setImmediate },
    ),
    retryAt: (job, due) =>
      ifClaimed(sql, starter, job, async ({ boss, statements }, db, queries) => {
        const { kind, id, key } = job;
        if (job.losses > 0) await recordLosses(queries, statements, { ...job, losses: 0 });
        const waiting = starter.isSequential(kind)
          ? []
          : await boss.findJobs(kind, { key, queued: true, db });
        if (waiting.length > 0) return boss.deleteJob(kind, id, { db });
        await boss.fail(kind, id, null, { db });
        return boss.update(kind, undefined, { id, startAfter: new Date(due), db });
      }),
    // Unlike failed jobs, canceled ones don't hold back their sequence.
    discard: (job) =>
      ifClaimed(sql, starter, job, ({ boss }, db) => boss.cancel(job.kind, job.id, { db })),
    stats: () => readStats(sql, starter, kinds),
  };
}

/** Runs `change` in a transaction if the claim isn't lost. */
async function ifClaimed(
  sql: Sql,
  starter: PgBossStarter,
  { id, kind, attempt }: ClaimedJob,
  change: (started: Started, db: Db, queries: Queries) => Promise<unknown>,
): Promise<boolean> {
  const started = await starter.start();
  return sql.transaction(async (queries) => {
    const claimed = await queries.query(started.statements.lock, [kind, id, attempt - 1]);
    if (claimed.length === 0) return false;
    await change(started, toDatabase(queries), queries);
    return true;
  });
}

async function readStats(
  sql: Sql,
  starter: PgBossStarter,
  kinds: readonly JobKind[],
): Promise<ReadonlyMap<string, JobStats>> {
  const { statements } = await starter.start();
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
}

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
    if (other || !first) return undefined;
    await recordLosses(queries, statements, first);
    return first;
  });
  return jobs.filter((job) => job.losses === 0 || job === kept);
}

const toClaimedJob = (
  { id, name, data, singletonKey, startAfter, retryCount, output }: JobWithMetadata<JobData>,
  isSequential: boolean,
): ClaimedJob => ({
  id,
  kind: name,
  key: data.key,
  body: data.body,
  due: startAfter.getTime(),
  attempt: retryCount + 1,
  losses: isLost(output) ? (data.losses ?? 0) + 1 : 0,
  ...(isSequential && { sequence: requireValue(singletonKey, "the key of a sequence") }),
});
