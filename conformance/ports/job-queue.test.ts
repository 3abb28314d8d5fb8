import { DATABASE_KINDS, inDatabase } from "./databases.ts";
import { openEngine } from "./job-queue/engine.ts";
import { jobQueueSuite } from "./job-queue.ts";
import { portSuite } from "./port-suite.ts";

await portSuite({
  name: "JobQueue",
  checks: jobQueueSuite,
  databases: DATABASE_KINDS,
  program: import.meta.filename,
  open: inDatabase(async (location) => {
    const engine = await openEngine(location);
    return { store: engine, close: () => engine.close() };
  }),
});
