import type { ClaimedJob, JobQueue } from "../../core/ports/job-queue.ts";
import type { JobEngine, JobWriter } from "./job-engine.ts";

/**
 * For how long the result of one look at the database counts. Another process that shares the
 * database may add a job in this time, which then waits for the next look.
 */
const LOOK_MILLISECONDS = 5_000;
/**
 * For how long claims go to the database after this process has added or ended a job. The transaction
 * of an added job may still be open.
 */
const BUSY_MILLISECONDS = 5_000;

/** The earliest time of a job, by kind, and when the database was looked at. */
interface Look {
  readonly at: number;
  readonly due: ReadonlyMap<string, number>;
}

/**
 * Spares an idle database. Workers claim jobs of each kind every second. While no job is due, one
 * statement in five seconds answers all of them. `now` returns milliseconds since 1970.
 */
export function withIdleQueue(engine: JobEngine, now: () => number = Date.now): JobEngine {
  const queue = new IdleQueue(engine, now);
  const { writer } = engine;
  const idleWriter: JobWriter = {
    ready: () => writer.ready(),
    cancel: (...args) => writer.cancel(...args),
    enqueue(...args) {
      queue.markBusy();
      return writer.enqueue(...args);
    },
  };
  return { ...engine, queue, writer: idleWriter };
}

class IdleQueue implements JobQueue {
  readonly #engine: JobEngine;
  readonly #now: () => number;
  #busyUntil = 0;
  #look: Look | undefined;
  #looking: Promise<Look> | undefined;

  constructor(engine: JobEngine, now: () => number) {
    this.#engine = engine;
    this.#now = now;
  }

  /** A job was added or ended, so others may be available. */
  markBusy(): void {
    this.#busyUntil = this.#now() + BUSY_MILLISECONDS;
    this.#look = undefined;
  }

  async claim(kind: string, limit: number): Promise<readonly ClaimedJob[]> {
    if (this.#now() >= this.#busyUntil) {
      const due = (await this.#lookUp()).due.get(kind);
      if (due === undefined || due > this.#now()) return [];
    }
    const jobs = await this.#engine.queue.claim(kind, limit);
    if (jobs.length > 0) this.markBusy();
    return jobs;
  }

  extend<Claimed extends ClaimedJob>(jobs: readonly Claimed[]): Promise<readonly Claimed[]> {
    return this.#engine.queue.extend(jobs);
  }

  complete(job: ClaimedJob): Promise<boolean> {
    this.markBusy();
    return this.#engine.queue.complete(job);
  }

  retryAt(job: ClaimedJob, due: number): Promise<boolean> {
    this.markBusy();
    return this.#engine.queue.retryAt(job, due);
  }

  discard(job: ClaimedJob): Promise<boolean> {
    this.markBusy();
    return this.#engine.queue.discard(job);
  }

  stats(): ReturnType<JobQueue["stats"]> {
    return this.#engine.queue.stats();
  }

  async #lookUp(): Promise<Look> {
    const look = this.#look;
    // A clock that was set back must not stop the looks.
    if (look && Math.abs(this.#now() - look.at) < LOOK_MILLISECONDS) return look;
    this.#looking ??= this.#readDue().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #readDue(): Promise<Look> {
    const at = this.#now();
    const delays = await this.#engine.readDelays();
    const due = new Map([...delays].map(([kind, delay]) => [kind, at + delay]));
    // A job that was added in the meantime may be missing.
    const look = { at, due };
    if (at >= this.#busyUntil) this.#look = look;
    return look;
  }
}
