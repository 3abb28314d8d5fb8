import type { ClaimedJob, JobQueue } from "../../ports/job-queue.ts";
import { ACTION_JOBS, SERIAL_ACTION_JOBS } from "../../ports/stores/event-store.ts";
import { TRIGGER_JOBS } from "../../ports/stores/trigger-store.ts";
import { JobWorker } from "../jobs/job-worker.ts";
import { traceJob } from "../jobs/trace-job.ts";
import type { TriggerDeps } from "./trigger-types.ts";

interface TriggerWorkerOptions {
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

/**
 * Checks triggers and carries out actions in the background. No background work runs until it is
 * started.
 */
export class TriggerWorker {
  readonly #deps: TriggerDeps;
  readonly #workers: ReadonlyMap<string, JobWorker>;
  readonly #woken = new Set<string>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isStarted = false;
  #isStopped = false;
  #nextSweep = 0;
  #sweeping: Promise<void> | undefined;

  constructor(deps: TriggerDeps, options: TriggerWorkerOptions) {
    this.#deps = deps;
    this.#workers = createWorkers(deps, options);
  }

  /** Does the work that is due. Resolves to the number of jobs. */
  async runOnce(): Promise<number> {
    let total = 0;
    for (let count = await this.#runAll(); count > 0; count = await this.#runAll()) total += count;
    return total;
  }

  /** Starts looking for work. */
  start(): void {
    if (this.#isStarted || this.#isStopped) return;
    this.#isStarted = true;
    const lookForAll = () => {
      if (this.#deps.now() >= this.#nextSweep) this.#sweeping = this.#sweep();
      this.#look(this.#workers.keys());
    };
    lookForAll();
    // Jobs become due, and a slow app or receiver doesn't delay those of others.
    this.#timer = setInterval(lookForAll, IDLE_MILLISECONDS);
  }

  /** Looks for work of these kinds soon, by default of all, because some may have become due. */
  wake(kinds: readonly string[] = [...this.#workers.keys()]): void {
    if (!this.#isStarted) return;
    // After the caller has finished, so that a response isn't delayed.
    if (this.#woken.size === 0)
      setTimeout(() => {
        const found = [...this.#woken];
        this.#woken.clear();
        this.#look(found);
      }, 0);
    for (const kind of kinds) this.#woken.add(kind);
  }

  /** Stops after the jobs in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    const stopped = [...this.#workers.values()].map((worker) => worker.stop());
    await Promise.all([this.#sweeping, ...stopped]);
  }

  async #runAll(): Promise<number> {
    const counts = await Promise.all([...this.#workers.values()].map((each) => this.#run(each)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #run(worker: JobWorker): Promise<number> {
    return worker.runOnce().catch((error: unknown) => {
      this.#deps.onError(error);
      return 0;
    });
  }

  #look(kinds: Iterable<string>): void {
    if (this.#isStopped) return;
    for (const kind of kinds) {
      const worker = this.#workers.get(kind);
      if (worker && !worker.wake()) void this.#drain(worker);
    }
  }

  async #drain(worker: JobWorker): Promise<void> {
    // A run that did as much as it may can have left more.
    while ((await this.#run(worker)) >= MAX_PER_RUN && !this.#isStopped);
  }

  async #sweep(): Promise<void> {
    const { triggerStore, eventStore, now, onError } = this.#deps;
    this.#nextSweep = now() + SWEEP_MILLISECONDS;
    await triggerStore.addMissingJobs(now() + MISSING_JOBS_MILLISECONDS).catch(onError);
    await eventStore.deleteExpired(now() - EVENT_DAYS * DAY, now()).catch(onError);
  }
}

/** Creates the workers by the kind of their jobs. */
function createWorkers(
  { limits, tracer, now, onError }: TriggerDeps,
  { queue, runTrigger, runAction, parkTrigger, parkAction }: TriggerWorkerOptions,
): ReadonlyMap<string, JobWorker> {
  const shared = { queue, maxPerRun: MAX_PER_RUN, now, onError };
  const checks = {
    kind: TRIGGER_JOBS.name,
    run: traceJob(tracer, "check trigger", "jackfield.trigger.id", runTrigger),
    park: parkTrigger,
    concurrency: CHECK_CONCURRENCY,
  };
  const actions = [ACTION_JOBS, SERIAL_ACTION_JOBS].map(({ name }) => ({
    kind: name,
    run: runAction,
    park: parkAction,
    // Some wait for a busy destination.
    concurrency: limits.concurrency * 3,
  }));
  return new Map(
    [checks, ...actions].map((options) => [options.kind, new JobWorker({ ...shared, ...options })]),
  );
}
