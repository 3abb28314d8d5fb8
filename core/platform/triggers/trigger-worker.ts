import type { ClaimedJob, JobQueue } from "../../ports/job-queue.ts";
import { ACTION_JOBS, SERIAL_ACTION_JOBS } from "../../ports/stores/event-store.ts";
import { TRIGGER_JOBS } from "../../ports/stores/trigger-store.ts";
import { createJobWorker, type JobWorker } from "../jobs/job-worker.ts";
import { traceJob } from "../jobs/trace-job.ts";
import type { TriggerDeps } from "./trigger-types.ts";

/** Checks triggers and carries out actions in the background. */
export interface TriggerWorker {
  /** Does the work that is due. Resolves to the number of jobs. */
  runOnce(): Promise<number>;
  /** Starts looking for work. */
  start(): void;
  /** Looks for work of these kinds soon, by default of all, because some may have become due. */
  wake(kinds?: readonly string[]): void;
  /** Stops after the jobs in progress. */
  stop(): Promise<void>;
}

export interface TriggerWorkerOptions {
  readonly queue: JobQueue;
  runTrigger(job: ClaimedJob): Promise<number | undefined>;
  runAction(job: ClaimedJob): Promise<number | undefined>;
  /** Stores that a trigger or an action isn't tried again. */
  parkTrigger(job: ClaimedJob): Promise<void>;
  parkAction(job: ClaimedJob): Promise<void>;
}

/** How often it looks for work of other processes, and for work that has become due. */
const IDLE_MILLISECONDS = 1_000;
const MAX_PER_RUN = 1_000;
const CHECK_CONCURRENCY = 50;
const SWEEP_MILLISECONDS = 60_000;
const MISSING_JOBS_MILLISECONDS = 120_000;
const EVENT_DAYS = 30;
const DAY = 86_400_000;

/** Creates the worker. No background work runs until it is started. */
export function createTriggerWorker(
  { triggerStore, eventStore, limits, tracer, now, onError }: TriggerDeps,
  { queue, runTrigger, runAction, parkTrigger, parkAction }: TriggerWorkerOptions,
): TriggerWorker {
  const shared = { queue, maxPerRun: MAX_PER_RUN, now, onError };
  // Some wait for a busy destination.
  const concurrency = limits.concurrency * 3;
  const runTraced = traceJob(tracer, "check trigger", "jackfield.trigger.id", runTrigger);
  const workers = new Map(
    [
      {
        kind: TRIGGER_JOBS.name,
        run: runTraced,
        park: parkTrigger,
        concurrency: CHECK_CONCURRENCY,
      },
      ...[ACTION_JOBS, SERIAL_ACTION_JOBS].map(({ name }) => ({
        kind: name,
        run: runAction,
        park: parkAction,
        concurrency,
      })),
    ].map((options) => [options.kind, createJobWorker({ ...shared, ...options })]),
  );
  const woken = new Set<string>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isStarted = false;
  let isStopped = false;
  let nextSweep = 0;
  let sweeping: Promise<void> | undefined;

  const sweep = async () => {
    nextSweep = now() + SWEEP_MILLISECONDS;
    await triggerStore.addMissingJobs(now() + MISSING_JOBS_MILLISECONDS).catch(onError);
    await eventStore.deleteExpired(now() - EVENT_DAYS * DAY, now()).catch(onError);
  };

  const run = (worker: JobWorker): Promise<number> =>
    worker.runOnce().catch((error: unknown) => {
      onError(error);
      return 0;
    });
  const runAll = async (): Promise<number> => {
    const counts = await Promise.all([...workers.values()].map(run));
    return counts.reduce((sum, count) => sum + count, 0);
  };

  const drain = async (worker: JobWorker) => {
    // A run that did as much as it may can have left more.
    while ((await run(worker)) >= MAX_PER_RUN && !isStopped);
  };
  const look = (kinds: Iterable<string>) => {
    if (isStopped) return;
    for (const kind of kinds) {
      const worker = workers.get(kind);
      if (worker && !worker.wake()) void drain(worker);
    }
  };

  return {
    async runOnce() {
      let total = 0;
      for (let count = await runAll(); count > 0; count = await runAll()) total += count;
      return total;
    },
    start() {
      if (isStarted || isStopped) return;
      isStarted = true;
      const lookForAll = () => {
        if (now() >= nextSweep) sweeping = sweep();
        look(workers.keys());
      };
      lookForAll();
      // Jobs become due, and a slow app or receiver doesn't delay those of others.
      timer = setInterval(lookForAll, IDLE_MILLISECONDS);
    },
    wake(kinds = [...workers.keys()]) {
      if (!isStarted) return;
      // After the caller has finished, so that a response isn't delayed.
      if (woken.size === 0)
        setTimeout(() => {
          const found = [...woken];
          woken.clear();
          look(found);
        }, 0);
      for (const kind of kinds) woken.add(kind);
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all([sweeping, ...[...workers.values()].map((worker) => worker.stop())]);
    },
  };
}
