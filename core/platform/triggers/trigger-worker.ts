import { ACTION_JOBS, SERIAL_ACTION_JOBS } from "../../ports/event-store.ts";
import type { ClaimedJob, JobQueue } from "../../ports/job-queue.ts";
import { TRIGGER_JOBS } from "../../ports/trigger-store.ts";
import { createJobWorker } from "../jobs/job-worker.ts";
import { traceJob } from "../jobs/trace-job.ts";
import type { TriggerDeps } from "./trigger-types.ts";

/** Checks triggers and carries out actions in the background. */
export interface TriggerWorker {
  /** Does the work that is due. Resolves to the number of jobs. */
  runOnce(): Promise<number>;
  /** Starts looking for work. */
  start(): void;
  /** Looks for work soon, because some may have become due. */
  wake(): void;
  /** Stops after the jobs in progress. */
  stop(): Promise<void>;
}

export interface TriggerWorkerOptions {
  readonly queue: JobQueue;
  runTrigger(job: ClaimedJob): Promise<number | undefined>;
  runAction(job: ClaimedJob): Promise<number | undefined>;
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
  { queue, runTrigger, runAction }: TriggerWorkerOptions,
): TriggerWorker {
  const shared = { queue, maxPerRun: MAX_PER_RUN, now, onError };
  // Some wait for a busy destination.
  const concurrency = limits.concurrency * 3;
  const workers = [
    createJobWorker({
      ...shared,
      kind: TRIGGER_JOBS.name,
      run: traceJob(tracer, "check trigger", "jackfield.trigger.id", runTrigger),
      concurrency: CHECK_CONCURRENCY,
    }),
    createJobWorker({ ...shared, kind: ACTION_JOBS.name, run: runAction, concurrency }),
    createJobWorker({ ...shared, kind: SERIAL_ACTION_JOBS.name, run: runAction, concurrency }),
  ];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStarted = false;
  let isStopped = false;
  let isRunning = false;
  let isWoken = false;
  let nextSweep = 0;

  const sweep = async () => {
    if (now() < nextSweep) return;
    nextSweep = now() + SWEEP_MILLISECONDS;
    await triggerStore.addMissingJobs(now() + MISSING_JOBS_MILLISECONDS).catch(onError);
    await eventStore.deleteExpired(now() - EVENT_DAYS * DAY, now()).catch(onError);
  };

  const runAll = async (): Promise<number> => {
    const counts = await Promise.all(
      workers.map((worker) =>
        worker.runOnce().catch((error: unknown) => {
          onError(error);
          return 0;
        }),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };

  const wakeAll = () => {
    for (const worker of workers) worker.wake();
  };

  const loop = async () => {
    if (isRunning || isStopped) return;
    isRunning = true;
    clearTimeout(timer);
    await sweep();
    // A slow app or receiver doesn't delay other jobs that become due.
    const ticker = setInterval(() => {
      wakeAll();
      void sweep();
    }, IDLE_MILLISECONDS);
    do {
      isWoken = false;
      await runAll();
    } while (isWoken && !isStopped);
    clearInterval(ticker);
    isRunning = false;
    if (isStopped) return;
    timer = setTimeout(() => void loop(), IDLE_MILLISECONDS);
  };

  return {
    async runOnce() {
      let total = 0;
      for (let count = await runAll(); count > 0; count = await runAll()) total += count;
      return total;
    },
    start() {
      isStarted = true;
      void loop();
    },
    wake() {
      if (!isStarted) return;
      isWoken = true;
      // After the caller has finished, so that a response isn't delayed.
      setTimeout(() => (isRunning ? wakeAll() : void loop()), 0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
