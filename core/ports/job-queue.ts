/** A kind of background work. Each kind is a queue of its own. */
export interface JobKind {
  /** Lowercase letters and underscores. Stored, so it never changes. */
  readonly name: string;
  /**
   * Whether each job belongs to a sequence. Jobs of one sequence run one at a time. Jobs of other
   * kinds have no sequence, and at most one of them with the same key waits.
   */
  readonly isSequential?: boolean;
}

/** Work to do once, and not before it is due. */
export interface Job {
  /** The name of a `JobKind`. */
  readonly kind: string;
  /** Names what the work is about, such as the ID of a connection. At most 200 characters. */
  readonly key: string;
  /** For sequential kinds only. */
  readonly sequence?: string | undefined;
  /** Milliseconds since 1970. */
  readonly due: number;
  /** JSON without secrets, at most 4 kB. */
  readonly body: string;
}

/** A job that one process works on. */
export interface ClaimedJob extends Job {
  readonly id: string;
  /** How often the job has been claimed, from 1. */
  readonly attempt: number;
  /**
   * How many claims in a row have ended without `complete`, `retryAt` or `discard`, because their
   * process disappeared.
   */
  readonly losses: number;
}

/** The jobs of one kind. */
export interface JobStats {
  /** Jobs that nobody works on, including those that aren't due yet. */
  readonly waiting: number;
  readonly claimed: number;
  readonly discarded: number;
  /** For how long the job that is overdue the longest has been due. 0 if none is. */
  readonly overdueMilliseconds: number;
}

/**
 * A claim ends this long after the job was claimed or extended. Then another process may claim the
 * job. A queue may take up to 10 seconds longer.
 */
export const CLAIM_MILLISECONDS = 20_000;

/**
 * Hands out jobs to processes that share a database, at least once each. Jobs are added by the
 * methods of other ports, in the transaction of the rows that they belong to.
 *
 * Each method is atomic, also across processes. A claim that has ended and that another process has
 * taken over is lost: methods ignore its job. Methods reject with any error if the storage fails.
 */
export interface JobQueue {
  /**
   * Claims jobs that are due, at most `limit`.
   *
   * One job of a sequence is claimed at a time: of those that are due, the one that was added first.
   * A job that is retried comes before the later jobs of its sequence, also if it isn't due yet.
   *
   * Of the jobs with losses of all kinds, one is claimed at a time. The job that ended a process is
   * thereby found, and the jobs that the process had also claimed aren't suspected for long.
   */
  claim(kind: string, limit: number): Promise<readonly ClaimedJob[]>;
  /** Extends claims to `CLAIM_MILLISECONDS` from now. Returns those that aren't lost. */
  extend<Claimed extends ClaimedJob>(jobs: readonly Claimed[]): Promise<readonly Claimed[]>;
  /** Deletes a job that is done. Returns whether the claim wasn't lost. */
  complete(job: ClaimedJob): Promise<boolean>;
  /**
   * Ends a claim, so that the job can be claimed again when it is due (milliseconds since 1970). If
   * another job with its key waits, that one replaces it. Returns whether the claim wasn't lost.
   */
  retryAt(job: ClaimedJob, due: number): Promise<boolean>;
  /**
   * Ends a claim and keeps the job for 30 days without handing it out again. Returns whether the
   * claim wasn't lost.
   */
  discard(job: ClaimedJob): Promise<boolean>;
  /** Counts the jobs of each kind, by name. */
  stats(): Promise<ReadonlyMap<string, JobStats>>;
}
