import type { ClaimedJob } from "../../ports/job-queue.ts";
import type { Tracer } from "../../ports/tracer.ts";

/** Wraps the work on a job in a span that begins a trace. `keyName` is the attribute of its key. */
export const traceJob =
  <Result>(
    tracer: Tracer,
    name: string,
    keyName: string,
    run: (job: ClaimedJob) => Promise<Result>,
  ): ((job: ClaimedJob) => Promise<Result>) =>
  (job) =>
    tracer.trace(
      name,
      {
        kind: "consumer",
        // The job may have been started from a request, whose trace it isn't a part of.
        parent: null,
        attributes: { [keyName]: job.key, "jackfield.job.attempt": job.attempt },
      },
      () => run(job),
    );
