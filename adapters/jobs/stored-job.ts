import type { Job } from "../../core/ports/job-queue.ts";

/** A job as a backup stores it, whatever the queue. */
export interface StoredJob extends Job {
  /** How often the job has been claimed. */
  readonly attempt: number;
  /**
   * A claimed job waits again once it is restored, unless another job with its key does. The `due` of
   * a discarded job is the time at which it was discarded.
   */
  readonly state: "waiting" | "claimed" | "discarded";
}
