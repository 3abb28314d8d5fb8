import { DATABASE_KINDS, inDatabase } from "../databases.ts";
import { portSuite } from "../port-suite.ts";
import { openEngine } from "./engine.ts";
import { jobQueueSuite } from "./job-queue.ts";

await portSuite({
  name: "JobQueue",
  checks: jobQueueSuite,
  databases: DATABASE_KINDS,
  program: import.meta.filename,
  // Many checks wait until pg-boss notices the end of a claim.
  concurrency: 6,
  open: inDatabase(async (location) => {
    const engine = await openEngine(location);
    return { store: engine, close: () => engine.close() };
  }),
});
