import type { JobInsert } from "pg-boss";
import type { Job } from "../../core/ports/job-queue.ts";
import type { Sql } from "../storage/sql.ts";
import type { JobEngine, JobEngineOptions, JobWriter } from "./job-engine.ts";
import { createPgBossQueue, type JobData } from "./pg-boss-queue.ts";
import { PgBossStarter, toDatabase } from "./pg-boss-starter.ts";
import { restorePgBossJobs } from "./stored-pg-boss-jobs.ts";
import { createIdSequence } from "./uuid-sequence.ts";

/**
 * Creates a queue with pg-boss, which shares the connections of `sql`. It creates its tables, in a
 * schema of their own, before the first job is added or claimed.
 */
export function createPgBossEngine(sql: Sql, options: JobEngineOptions): JobEngine {
  const starter = new PgBossStarter(sql, options);
  const nextId = createIdSequence();
  return {
    queue: createPgBossQueue(sql, starter, options.kinds),
    writer: createPgBossWriter(starter, nextId),
    async readDelays() {
      const { statements } = await starter.start();
      const rows = await sql.query(statements.delays);
      return new Map(rows.map(({ name, delay }) => [String(name), Number(delay)]));
    },
    async restore(queries, jobs) {
      const { boss, schema, statements } = starter.requireStarted();
      const db = toDatabase(queries);
      await restorePgBossJobs(queries, jobs, {
        schema,
        isSequential: (kind) => starter.isSequential(kind),
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
    close: () => starter.stop(),
  };
}

function createPgBossWriter(starter: PgBossStarter, nextId: () => string): JobWriter {
  return {
    async ready() {
      await starter.start();
    },
    async enqueue(queries, jobs, { onlyIfAbsent = false, areNew = false } = {}) {
      const { boss, statements } = starter.requireStarted();
      const db = toDatabase(queries);
      for (const [kind, group] of Map.groupBy(jobs, ({ kind }) => kind)) {
        if (!onlyIfAbsent && !areNew && !starter.isSequential(kind)) {
          for (const { key, due, body } of group) {
            const data: JobData = { key, body };
            await boss.upsert(kind, data, { singletonKey: key, startAfter: new Date(due), db });
          }
          continue;
        }
        // pg-boss ignores a job whose key waits, but not one whose key is retried.
        const rows =
          areNew || starter.isSequential(kind)
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
      const { boss } = starter.requireStarted();
      const db = toDatabase(queries);
      const waiting = await boss.findJobs(kind, { key, queued: true, db });
      const ids = waiting.map(({ id }) => id);
      if (ids.length > 0) await boss.deleteJob(kind, ids, { db });
    },
  };
}

const toInsert = ({ key, sequence = key, due, body }: Job, id: string): JobInsert => ({
  id,
  data: { key, body } satisfies JobData,
  singletonKey: sequence,
  startAfter: new Date(due),
});
