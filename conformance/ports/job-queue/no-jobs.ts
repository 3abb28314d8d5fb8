import type { JobWriter } from "../../../adapters/jobs/job-engine.ts";

/** Stores no jobs, for tests of other tables. */
export const noJobs: JobWriter = {
  ready: async () => {},
  enqueue: async () => {},
  cancel: async () => {},
};
