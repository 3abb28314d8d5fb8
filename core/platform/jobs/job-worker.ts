import { backoff } from "../../lib/kit/flow/backoff.ts";
import { CLAIM_MILLISECONDS, type ClaimedJob, type JobQueue } from "../../ports/job-queue.ts";

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

/** Works on the jobs of one kind. It extends its claims, so that a job may take longer than a claim. */
export class JobWorker {
  readonly #options: JobWorkerOptions;
  #isStopped = false;
  #current: { readonly run: JobRun; readonly count: Promise<number> } | undefined;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
  }

  /**
   * Works on the jobs that are due, up to `maxPerRun`. Resolves to their number. While it runs,
   * another call resolves with it.
   */
  runOnce(): Promise<number> {
    if (this.#isStopped) return Promise.resolve(0);
    this.#current ??= this.#start();
    return this.#current.count;
  }

  /**
   * Looks for more jobs in the current run, up to `maxPerRun` again, so that new jobs don't wait for a
   * slow one. Returns false between runs, and does nothing then.
   */
  wake(): boolean {
    return this.#current?.run.wake() ?? false;
  }

  /**
   * Stops after the jobs in progress, and returns those that it hasn't begun to the queue. Later
   * runs do nothing.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#current?.run.stop();
    await this.#current?.count.catch(this.#options.onError);
  }

  #start() {
    const run = new JobRun(this.#options);
    const count = run.run().finally(() => {
      this.#current = undefined;
    });
    return { run, count };
  }
}

/** Works on the jobs that are due, in as many lanes as it works on jobs at once. */
class JobRun {
  readonly #options: JobWorkerOptions;
  readonly #claimed = new Set<ClaimedJob>();
  readonly #waiting: ClaimedJob[] = [];
  readonly #lanes = new Set<Promise<void>>();
  #count = 0;
  #limit: number;
  #isEmpty = false;
  #isStopped = false;
  #isOver = false;
  #wakes = 0;
  #claiming: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
    this.#limit = options.maxPerRun;
  }

  /** Resolves to the number of jobs. */
  async run(): Promise<number> {
    const { queue, onError } = this.#options;
    const timer = setInterval(() => void this.#extend().catch(onError), CLAIM_MILLISECONDS / 3);
    try {
      this.#startLanes();
      while (this.#lanes.size > 0) await Promise.race(this.#lanes);
      if (this.#failure) throw this.#failure.error;
    } finally {
      this.#isOver = true;
      clearInterval(timer);
      await Promise.all(this.#waiting.map((job) => queue.retryAt(job, job.due).catch(onError)));
    }
    return this.#count;
  }

  /** Looks for more jobs, up to `maxPerRun` again. Returns false if the run is over. */
  wake(): boolean {
    if (this.#isOver || this.#isStopped || this.#failure) return false;
    this.#lookAgain();
    this.#limit = this.#count + this.#options.maxPerRun;
    this.#startLanes();
    return true;
  }

  /** Begins no more jobs. */
  stop(): void {
    this.#isStopped = true;
  }

  #startLanes(): void {
    while (this.#lanes.size < this.#options.concurrency) {
      const lane: Promise<void> = this.#runLane()
        .catch((error: unknown) => {
          this.#failure ??= { error };
        })
        .finally(() => this.#lanes.delete(lane));
      this.#lanes.add(lane);
    }
  }

  async #runLane(): Promise<void> {
    for (let job = await this.#nextJob(); job; job = await this.#nextJob()) {
      await (job.losses < MAX_LOSSES ? this.#work(job) : this.#park(job)).catch(
        this.#options.onError,
      );
      this.#claimed.delete(job);
      if (job.losses > 0) this.#lookAgain();
    }
  }

  async #nextJob(): Promise<ClaimedJob | undefined> {
    while (
      this.#waiting.length === 0 &&
      !this.#isEmpty &&
      !this.#isStopped &&
      this.#count < this.#limit
    ) {
      this.#claiming ??= this.#claimMore().finally(() => {
        this.#claiming = undefined;
      });
      await this.#claiming;
    }
    return this.#isStopped ? undefined : this.#waiting.shift();
  }

  async #claimMore(): Promise<void> {
    const { queue, kind, concurrency } = this.#options;
    const wakesBefore = this.#wakes;
    const most = Math.min(concurrency, this.#limit - this.#count);
    const jobs = await queue.claim(kind, most);
    // The end of a job makes the next one of its sequence available.
    const isLast = jobs.length < most && jobs.every(({ sequence }) => sequence === undefined);
    // Jobs may have been added after the queue looked for them.
    this.#isEmpty = isLast && this.#wakes === wakesBefore;
    this.#count += jobs.length;
    for (const job of jobs) this.#claimed.add(job);
    this.#waiting.push(...jobs);
  }

  /** The queue hands out one lost job at a time, so the end of one makes the next available. */
  #lookAgain(): void {
    this.#wakes++;
    this.#isEmpty = false;
  }

  async #work(job: ClaimedJob): Promise<unknown> {
    const { queue } = this.#options;
    const retry = await this.#attempt(job);
    return retry === undefined ? queue.complete(job) : queue.retryAt(job, retry);
  }

  async #attempt(job: ClaimedJob): Promise<number | undefined> {
    const { now, onError } = this.#options;
    try {
      return await this.#options.run(job);
    } catch (error) {
      onError(error);
      return now() + retryDelay(job.attempt);
    }
  }

  /** If it fails, the claim ends by itself, and the job is parked later. */
  async #park(job: ClaimedJob): Promise<unknown> {
    if (job.losses < MAX_PARKING_LOSSES) await this.#options.park(job);
    return this.#options.queue.discard(job);
  }

  async #extend(): Promise<void> {
    const jobs = [...this.#claimed];
    const extended = new Set(await this.#options.queue.extend(jobs));
    // Another process may have begun with a lost job, so this one must not.
    for (const job of jobs) {
      const index = extended.has(job) ? -1 : this.#waiting.indexOf(job);
      if (index >= 0) this.#waiting.splice(index, 1);
    }
  }
}

const retryDelay = (attempt: number) =>
  backoff(attempt, { first: FIRST_RETRY_MILLISECONDS, max: MAX_RETRY_MILLISECONDS });
