import type { Queries, Snapshot } from "../storage/sql.ts";
import { jobSchema } from "./job-schema.ts";
import type { StoredJob } from "./stored-job.ts";

/** Reads the jobs in pg-boss's table, as `readJobs` of a driver does. */
export async function* readPgBossJobs(snapshot: Snapshot): AsyncIterable<StoredJob> {
  const [row] = await snapshot.query("select current_schema() as name");
  const schema = jobSchema(String(row?.["name"]));
  const [table] = await snapshot.query(
    "select 1 as one from pg_tables where schemaname = $1 and tablename = 'job'",
    [schema],
  );
  // Before its first start, the platform has no jobs.
  if (!table) return;
  for await (const { kind, sequence, due, attempt, state, data } of snapshot.stream(
    readStatement(schema),
  ))
    yield {
      kind,
      key: data.key,
      due,
      body: data.body,
      attempt,
      state,
      ...(sequence !== null && { sequence }),
    };
}

/** pg-boss doesn't count the first claim. */
const readStatement = (schema: string) => `select name as kind, data,
    case when policy = 'key_strict_fifo' then singleton_key end as sequence,
    (extract(epoch from case when state = 'cancelled' then completed_on else start_after end) * 1000)::bigint as due,
    case when started_on is null then 0 else retry_count + 1 end as attempt,
    case state when 'active' then 'claimed' when 'cancelled' then 'discarded' else 'waiting' end as state
  from ${schema}.job
  where state in ('created', 'retry', 'active', 'cancelled') and data ->> 'key' is not null
  order by state = 'active', created_on, id`;

/** A job that is being restored. */
interface RestoredJob extends StoredJob {
  readonly id: string;
}

interface RestoreOptions {
  readonly schema: string;
  isSequential(kind: string): boolean;
  /** Creates an ID that is greater than the one before. */
  createId(): string;
  /** The statement for the keys that wait, of those in a JSON array. */
  readonly listWaiting: string;
  /** Inserts jobs that wait, with their singleton keys. */
  insert(
    kind: string,
    jobs: readonly (RestoredJob & { readonly singleton: string })[],
  ): Promise<void>;
}

/** Adds jobs of a backup, as `restore` of a queue does. */
export async function restorePgBossJobs(
  queries: Queries,
  jobs: readonly StoredJob[],
  { schema, isSequential, createId, listWaiting, insert }: RestoreOptions,
): Promise<void> {
  const add = async (kind: string, group: readonly StoredJob[]) => {
    if (group.length === 0) return;
    const restored = group.map((job) => ({ ...job, id: createId() }));
    const isNew = ({ attempt, state }: StoredJob) => attempt === 0 && state === "waiting";
    // In the state of a new job, the key of any other could be that of a waiting one.
    const singletonOf = (job: RestoredJob) => (isNew(job) ? (job.sequence ?? job.key) : job.id);
    await insert(
      kind,
      restored.map((job) => ({ ...job, singleton: singletonOf(job) })),
    );
    await restoreStates(
      queries,
      schema,
      restored.filter((job) => !isNew(job)),
    );
  };
  for (const [kind, group] of Map.groupBy(jobs, (job) => job.kind)) {
    const isReplaceable = ({ state }: StoredJob) => state === "claimed" && !isSequential(kind);
    await add(
      kind,
      group.filter((job) => !isReplaceable(job)),
    );
    const claimed = group.filter(isReplaceable);
    const keys = claimed.map(({ key }) => key);
    const rows = await queries.query(listWaiting, [kind, JSON.stringify(keys)]);
    const waiting = new Set(rows.map((row) => row["key"]));
    await add(
      kind,
      claimed.filter(({ key }) => !waiting.has(key)),
    );
  }
}

/** Gives inserted jobs the keys, the attempts and the states that they had. */
async function restoreStates(
  { query }: Queries,
  schema: string,
  jobs: readonly RestoredJob[],
): Promise<void> {
  if (jobs.length === 0) return;
  await query(
    `update ${schema}.job as job set
        state = (case when x.discarded then 'cancelled' else 'retry' end)::${schema}.job_state,
        singleton_key = x.key,
        retry_count = greatest(x.attempt - 1, 0),
        started_on = now(),
        completed_on = case when x.discarded then to_timestamp(x.due / 1000.0) end
      from json_to_recordset($1::json) as x (id uuid, key text, attempt int, due bigint, discarded boolean)
      where job.id = x.id`,
    [
      JSON.stringify(
        jobs.map(({ id, key, sequence = key, attempt, due, state }) => ({
          id,
          key: sequence,
          attempt,
          due,
          discarded: state === "discarded",
        })),
      ),
    ],
  );
}
