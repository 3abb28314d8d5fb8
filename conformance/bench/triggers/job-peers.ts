import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PgBoss } from "pg-boss";
import { installOnDemand } from "../../install-on-demand.ts";
import type { JobContestant } from "./actions.ts";

const OPENWORKFLOW = "0.10.1";
const DBOS_SDK = "5.3.0";

/** Adds jobs, and fetches and completes them in batches, without anything around it. */
export const runPgBoss: JobContestant = async ({ count, atOnce, databaseUrl }) => {
  const boss = new PgBoss({ connectionString: databaseUrl!, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue("empty");
  try {
    const startedAt = performance.now();
    const added = addAll(count, atOnce, () => boss.send("empty", {}));
    for (let done = 0; done < count; ) {
      const jobs = await boss.fetch("empty", { batchSize: atOnce });
      if (jobs.length === 0) continue;
      await boss.complete(
        "empty",
        jobs.map(({ id }) => id),
      );
      done += jobs.length;
    }
    await added;
    return performance.now() - startedAt;
  } finally {
    await boss.stop({ graceful: false });
  }
};

/** Runs empty workflows. */
export const runOpenWorkflow: JobContestant = async ({ count, atOnce, folder, databaseUrl }) => {
  const root = installOnDemand("openworkflow", OPENWORKFLOW, ["postgres@3.4.9"]);
  if (root === undefined) return undefined;
  const load = (file: string) => import(pathToFileURL(join(root, "dist", file)).href);
  const { OpenWorkflow } = await load("index.js");
  const backend =
    databaseUrl === undefined
      ? await (await load("sqlite.js")).BackendSqlite.connect(join(folder, "jobs.db"))
      : await (await load("postgres.js")).BackendPostgres.connect(databaseUrl);
  const client = new OpenWorkflow({ backend });
  const all = createCountdown(count);
  const workflow = client.defineWorkflow({ name: "empty" }, async () => all.countDown());
  const worker = client.newWorker({ concurrency: atOnce });
  await worker.start();
  try {
    const startedAt = performance.now();
    await addAll(count, atOnce, () => workflow.run({}));
    await all.done;
    return performance.now() - startedAt;
  } finally {
    await worker.stop();
    await backend.stop();
  }
};

/** Runs empty workflows. */
export const runDbos: JobContestant = async ({ count, atOnce, databaseUrl }) => {
  const root = installOnDemand("@dbos-inc/dbos-sdk", DBOS_SDK);
  if (root === undefined) return undefined;
  const { DBOS } = createRequire(join(root, "package.json"))(root);
  DBOS.setConfig({
    name: "bench",
    systemDatabaseUrl: databaseUrl,
    logLevel: "error",
    runAdminServer: false,
  });
  dbosWorkflow ??= DBOS.registerWorkflow(async () => {}, { name: "empty" });
  await DBOS.launch();
  try {
    const startedAt = performance.now();
    const handles: { getResult(): Promise<unknown> }[] = [];
    await addAll(count, atOnce, async () => {
      handles.push(await DBOS.startWorkflow(dbosWorkflow)());
    });
    for (const handle of handles) await handle.getResult();
    return performance.now() - startedAt;
  } finally {
    await DBOS.shutdown();
  }
};

/** DBOS registers a workflow once in a process. */
let dbosWorkflow: unknown;

async function addAll(count: number, atOnce: number, add: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += atOnce)
    await Promise.all(Array.from({ length: atOnce }, add));
}

function createCountdown(count: number) {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  let left = count;
  return { done, countDown: () => void (--left === 0 && resolve()) };
}
