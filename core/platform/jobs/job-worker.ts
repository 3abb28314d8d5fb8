import { backoff } from "../../lib/kit/flow/backoff.ts";
import { CLAIM_MILLISECONDS, type ClaimedJob, type JobQueue } from "../../ports/job-queue.ts";

/** Works on the jobs of one kind. */
export interface JobWorker {
  /**
   * Works on the jobs that are due, up to `maxPerRun`. Resolves to their number. While it runs,
   * another call resolves with it.
   */
  runOnce(): Promise<number>;
  /**
   * Looks for more jobs in the current run, up to `maxPerRun` again, so that new jobs don't wait for a
   * slow one. Returns false between runs, and does nothing then.
   */
  wake(): boolean;
  /**
   * Stops after the jobs in progress, and returns those that it hasn't begun to the queue. Later
   * runs do nothing.
   */
  stop(): Promise<void>;
}

export interface JobWorkerOptions {
  readonly queue: JobQueue;
  /** The name of a `JobKind`. */
  readonly kind: string;
  /**
   * Does the work. Resolves to the time of the next attempt (milliseconds since 1970), or to
   * `undefined` if the job is done. If it rejects, the job is retried with exponential backoff.
   */
  run(job: ClaimedJob): Promise<number | undefined>;
  /**
   * Stores for people that a job isn't started again, because two processes have disappeared while they
   * worked on it. The job is then discarded.
   */
  park(job: ClaimedJob): Promise<void>;
  /** How many jobs it works on at once. */
  readonly concurrency: number;
  readonly maxPerRun: number;
  /** Milliseconds since 1970. */
  now(): number;
  /** Receives the errors of `run` and of the queue. */
  onError(error: unknown): void;
}

/** A job isn't started again after this many processes have disappeared. */
const MAX_LOSSES = 2;
/** From this many on, parking has ended processes, too. */
const MAX_PARKING_LOSSES = 5;
const FIRST_RETRY_MILLISECONDS = 15_000;
const MAX_RETRY_MILLISECONDS = 3_600_000;

/** Creates a worker. It extends its claims, so that a job may take longer than a claim. */
export function createJobWorker(options: JobWorkerOptions): JobWorker {
  const { queue, kind, run, concurrency, maxPerRun, now, onError } = options;
  let isStopped = false;
  let currentRun: Promise<number> | undefined;
  let wakeRun = () => false;

  const runAll = async (): Promise<number> => {
    const claimed = new Set<ClaimedJob>();
    const waiting: ClaimedJob[] = [];
    const lanes = new Set<Promise<void>>();
    let count = 0;
    let limit = maxPerRun;
    let isEmpty = false;
    let wakes = 0;
    let claiming: Promise<void> | undefined;
    let failure: { readonly error: unknown } | undefined;

    const claimMore = async () => {
      const wakesBefore = wakes;
      const most = Math.min(concurrency, limit - count);
      const jobs = await queue.claim(kind, most);
      // The end of a job makes the next one of its sequence available.
      const isLast = jobs.length < most && jobs.every(({ sequence }) => sequence === undefined);
      // Jobs may have been added after the queue looked for them.
      isEmpty = isLast && wakes === wakesBefore;
      count += jobs.length;
      for (const job of jobs) claimed.add(job);
      waiting.push(...jobs);
    };
    /** The queue hands out one lost job at a time, so the end of one makes the next available. */
    const lookAgain = () => {
      wakes++;
      isEmpty = false;
    };
    const nextJob = async () => {
      while (waiting.length === 0 && !isEmpty && !isStopped && count < limit) {
        claiming ??= claimMore().finally(() => {
          claiming = undefined;
        });
        await claiming;
      }
      return isStopped ? undefined : waiting.shift();
    };
    const runLane = async () => {
      for (let job = await nextJob(); job; job = await nextJob()) {
        await (job.losses < MAX_LOSSES ? work(job) : park(job)).catch(onError);
        claimed.delete(job);
        if (job.losses > 0) lookAgain();
      }
    };
    const attempt = async (job: ClaimedJob): Promise<number | undefined> => {
      try {
        return await run(job);
      } catch (error) {
        onError(error);
        return now() + retryDelay(job.attempt);
      }
    };
    const work = async (job: ClaimedJob) => {
      const retry = await attempt(job);
      return retry === undefined ? queue.complete(job) : queue.retryAt(job, retry);
    };
    /** If it fails, the claim ends by itself, and the job is parked later. */
    const park = async (job: ClaimedJob) => {
      if (job.losses < MAX_PARKING_LOSSES) await options.park(job);
      return queue.discard(job);
    };
    const extend = async () => {
      const jobs = [...claimed];
      const extended = new Set(await queue.extend(jobs));
      // Another process may have begun with a lost job, so this one must not.
      for (const job of jobs) {
        const index = extended.has(job) ? -1 : waiting.indexOf(job);
        if (index >= 0) waiting.splice(index, 1);
      }
    };

    const startLanes = () => {
      while (lanes.size < concurrency) {
        const lane: Promise<void> = runLane()
          .catch((error: unknown) => {
            failure ??= { error };
          })
          .finally(() => lanes.delete(lane));
        lanes.add(lane);
      }
    };

    const timer = setInterval(() => void extend().catch(onError), CLAIM_MILLISECONDS / 3);
    wakeRun = () => {
      if (isStopped || failure) return false;
      lookAgain();
      limit = count + maxPerRun;
      startLanes();
      return true;
    };
    try {
      startLanes();
      while (lanes.size > 0) await Promise.race(lanes);
      if (failure) throw failure.error;
    } finally {
      wakeRun = () => false;
      clearInterval(timer);
      await Promise.all(waiting.map((job) => queue.retryAt(job, job.due).catch(onError)));
    }
    return count;
  };

  return {
    runOnce() {
      if (isStopped) return Promise.resolve(0);
      currentRun ??= runAll().finally(() => {
        currentRun = undefined;
      });
      return currentRun;
    },
    wake: () => wakeRun(),
    async stop() {
      isStopped = true;
      await currentRun?.catch(onError);
    },
  };
}

const retryDelay = (attempt: number) =>
  backoff(attempt, { first: FIRST_RETRY_MILLISECONDS, max: MAX_RETRY_MILLISECONDS });
