import type { ClaimedJob, JobStats } from "../../core/ports/job-queue.ts";
import { CLAIM_MILLISECONDS } from "../../core/ports/job-queue.ts";
import type { Row, Snapshot, Sql } from "../storage/sql.ts";
import { DISCARDED_MILLISECONDS, type JobEngine, type JobEngineOptions } from "./job-engine.ts";
import type { StoredJob } from "./stored-job.ts";

/** Creates the queue of a database that has the table `jobs`. */
export function createLeaseTable(sql: Sql, { kinds, now = Date.now }: JobEngineOptions): JobEngine {
  const isChanged = async (text: string, { id, attempt }: ClaimedJob, value?: number) =>
    (
      await sql.query(
        text,
        value === undefined ? [Number(id), attempt] : [Number(id), attempt, value],
      )
    ).length > 0;

  return {
    queue: {
      async claim(kind, limit) {
        const at = now();
        const rows = await sql.query(CLAIM, [kind, at, at + CLAIM_MILLISECONDS, limit]);
        return rows.map(parseJob).toSorted((a, b) => a.due - b.due || Number(a.id) - Number(b.id));
      },
      async extend(jobs) {
        const until = now() + CLAIM_MILLISECONDS;
        const areExtended = await Promise.all(jobs.map((job) => isChanged(EXTEND, job, until)));
        return jobs.filter((_, index) => areExtended[index]);
      },
      complete: (job) => isChanged(COMPLETE, job),
      retryAt: (job, due) =>
        sql.transaction(async ({ query }) => {
          const values = [Number(job.id), job.attempt];
          const replaced = await query(COMPLETE_REPLACED, values);
          return replaced.length > 0 || (await query(RETRY, [...values, due])).length > 0;
        }),
      async discard(job) {
        const at = now();
        const isDiscarded = await isChanged(DISCARD, job, at);
        await sql.query(DELETE_DISCARDED, [at - DISCARDED_MILLISECONDS]);
        return isDiscarded;
      },
      async stats() {
        const at = now();
        const rows = await sql.query(STATS, [at]);
        const found = new Map(rows.map((row) => [String(row["kind"]), parseStats(row, at)]));
        return new Map(kinds.map(({ name }) => [name, found.get(name) ?? NO_JOBS]));
      },
    },
    writer: {
      ready: async () => {},
      async enqueue({ query }, jobs, { onlyIfAbsent = false } = {}) {
        for (const { kind, key, sequence = null, due, body } of jobs)
          await query(onlyIfAbsent ? ADD : ADD_OR_REPLACE, [kind, key, sequence, due, body]);
      },
      async cancel({ query }, kind, key) {
        await query(
          "delete from jobs where kind = $1 and key = $2 and sequence is null and claimed_until = 0 returning id",
          [kind, key],
        );
      },
    },
    async readDelays() {
      const at = now();
      const rows = await sql.query(FIRST_DUE);
      return new Map(rows.map(({ kind, due }) => [String(kind), Number(due) - at]));
    },
    async restore({ query }, jobs) {
      for (const { kind, key, sequence = null, due, body, attempt, state } of jobs)
        await query(RESTORE, [
          kind,
          key,
          sequence,
          due,
          body,
          attempt,
          state === "discarded" ? null : 0,
        ]);
    },
    close: async () => {},
  };
}

/** Reads the jobs of the table, as `readJobs` of a driver does. */
export async function* readLeaseTable(snapshot: Snapshot): AsyncIterable<StoredJob> {
  for await (const row of snapshot.stream(READ))
    yield {
      kind: row["kind"],
      key: row["key"],
      due: row["due"],
      body: row["body"],
      attempt: row["attempt"],
      state: row["state"],
      ...(row["sequence"] !== null && { sequence: row["sequence"] }),
    };
}

const INSERT =
  "insert into jobs (kind, key, sequence, due, body, attempt, claimed_until) values ($1, $2, $3, $4, $5, 0, 0) on conflict (kind, key) where claimed_until = 0 and sequence is null do";
const ADD = `${INSERT} nothing`;
const ADD_OR_REPLACE = `${INSERT} update set due = excluded.due, body = excluded.body`;

const RESTORE =
  "insert into jobs (kind, key, sequence, due, body, attempt, claimed_until) values ($1, $2, $3, $4, $5, $6, $7) on conflict (kind, key) where claimed_until = 0 and sequence is null do nothing";
const READ = `select kind, key, sequence, due, body, attempt,
    case when claimed_until is null then 'discarded' when claimed_until > 0 then 'claimed' else 'waiting' end as state
  from jobs order by coalesce(claimed_until, 0) > 0, id`;

// A claim that ended by itself is lost. Such a job could end the next process, too.
const IS_SUSPECT = "(losses > 0 or claimed_until > 0)";

// A job holds back the later jobs of its sequence while it is claimed, or after its first attempt.
const CLAIM = `update jobs set claimed_until = $3, attempt = attempt + 1,
    losses = losses + case when claimed_until > 0 then 1 else 0 end
  where id in (
    select id from jobs as candidate
    where kind = $1 and due <= $2 and claimed_until is not null and (sequence is null or not exists (
      select 1 from jobs as other
      where other.kind = $1 and other.sequence = candidate.sequence and other.id <> candidate.id
        and other.claimed_until is not null
        and (other.attempt > 0 or other.id < candidate.id and other.due <= $2)))
      and (losses = 0 and claimed_until = 0 or id = (
        select id from jobs
        where kind = $1 and due <= $2 and claimed_until is not null and claimed_until <= $2
          and ${IS_SUSPECT}
          and not exists (select 1 from jobs where losses > 0 and claimed_until > $2)
        order by due, id limit 1))
    order by due, id limit $4)
  returning id, kind, key, sequence, due, body, attempt, losses`;

const IF_CLAIMED = "where id = $1 and attempt = $2 and claimed_until > 0";
const EXTEND = `update jobs set claimed_until = $3 ${IF_CLAIMED} returning id`;
const COMPLETE = `delete from jobs ${IF_CLAIMED} returning id`;
const COMPLETE_REPLACED = `delete from jobs ${IF_CLAIMED} and jobs.sequence is null and exists (
    select 1 from jobs as next
    where next.kind = jobs.kind and next.key = jobs.key and next.sequence is null and next.claimed_until = 0)
  returning id`;
const RETRY = `update jobs set claimed_until = 0, losses = 0, due = $3 ${IF_CLAIMED} returning id`;
const DISCARD = `update jobs set claimed_until = null, due = $3 ${IF_CLAIMED} returning id`;
/** The `due` of a discarded job is the time at which it was discarded. */
const DELETE_DISCARDED = "delete from jobs where claimed_until is null and due <= $1 returning id";

const FIRST_DUE = `select kind, min(case when claimed_until > due then claimed_until else due end) as due
  from jobs where claimed_until is not null group by kind`;

const STATS = `select kind,
    sum(case when claimed_until <= $1 then 1 else 0 end) as waiting,
    sum(case when claimed_until > $1 then 1 else 0 end) as claimed,
    sum(case when claimed_until is null then 1 else 0 end) as discarded,
    min(case when claimed_until <= $1 then due end) as first_due
  from jobs group by kind`;

const NO_JOBS: JobStats = { waiting: 0, claimed: 0, discarded: 0, overdueMilliseconds: 0 };

const parseJob = ({ id, kind, key, sequence, due, body, attempt, losses }: Row): ClaimedJob => ({
  id: String(id),
  kind,
  key,
  due,
  body,
  attempt,
  losses,
  ...(sequence !== null && { sequence }),
});

const parseStats = (
  { waiting, claimed, discarded, first_due: firstDue }: Row,
  at: number,
): JobStats => ({
  waiting,
  claimed,
  discarded,
  overdueMilliseconds: firstDue === null ? 0 : Math.max(0, at - Number(firstDue)),
});
