import type { Job, JobKind, JobQueue } from "../../core/ports/job-queue.ts";
import type { Queries } from "../storage/sql.ts";
import type { StoredJob } from "./stored-job.ts";

/** Adds and removes jobs in the transaction of a store. */
export interface JobWriter {
  /** Waits until the other methods can be used. Call it before the transaction. */
  ready(): Promise<void>;
  /**
   * Adds a job. If one of its kind with its key waits, replaces it. With `onlyIfAbsent`, keeps that
   * one. With `areNew`, the caller knows that there is none. Sequential kinds always add.
   */
  enqueue(
    queries: Queries,
    jobs: readonly Job[],
    options?: { readonly onlyIfAbsent?: boolean; readonly areNew?: boolean },
  ): Promise<void>;
  /** Deletes the waiting job of a key. A claimed one stays. */
  cancel(queries: Queries, kind: string, key: string): Promise<void>;
}

/** The queue of a database, and the writer for its stores. */
export interface JobEngine {
  readonly queue: JobQueue;
  readonly writer: JobWriter;
  /**
   * Returns in how many milliseconds the first job of each kind may be claimed: 0 or less if one may
   * be now. Kinds without jobs are absent. Jobs that others hold back may count.
   */
  readDelays(): Promise<ReadonlyMap<string, number>>;
  /**
   * Adds jobs of a backup, in their order, to a queue without jobs. Call `ready` of the writer before
   * the transaction.
   */
  restore(queries: Queries, jobs: readonly StoredJob[]): Promise<void>;
  /** Stops background work. Call it before the database is closed. */
  close(): Promise<void>;
}

export interface JobEngineOptions {
  readonly kinds: readonly JobKind[];
  /** Milliseconds since 1970. Only for databases that one machine uses. Others have a clock. */
  readonly now?: (() => number) | undefined;
  /** Receives the errors of background work. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** How long discarded jobs stay stored. */
export const DISCARDED_MILLISECONDS = 30 * 86_400_000;
