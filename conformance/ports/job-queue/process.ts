// Uses a job queue in a separate process.
// `process.ts crash LOCATION` claims a job, adds another in a transaction, and kills itself before
// the transaction ends.
// `process.ts die LOCATION` works until it comes to the job with the key "deadly", which ends it. It
// prints the keys of the jobs that it begins, and "parked KEY" for those that it parks.
// `process.ts work LOCATION` waits for a job, then works until no job is left, and prints the keys of
// the jobs as a JSON array.
import process from "node:process";
import { sleep } from "../../../core/lib/kit/flow/sleep.ts";
import { JobWorker } from "../../../core/platform/jobs/job-worker.ts";
import { toStorageLocation } from "../databases.ts";
import { ORDERED, openEngine, PLAIN, plainJob } from "./engine.ts";

const [action, location] = process.argv.slice(2);
const { queue, writer, sql, close } = await openEngine(toStorageLocation(location!));
if (action === "crash") await crash();
if (action === "die") await workOrDie();
console.log("ready");
console.log(JSON.stringify(await workUntilEmpty()));
await close();

async function crash(): Promise<void> {
  const [job] = await queue.claim(PLAIN.name, 1);
  await sql.transaction(async (queries) => {
    await queries.query("insert into notices (id, keep) values ($1, $2)", ["half", 1]);
    await writer.enqueue(queries, [plainJob("half")]);
    console.log(job?.key);
    process.kill(process.pid, "SIGKILL");
    await sleep(10_000);
  });
}

async function workOrDie(): Promise<void> {
  const worker = new JobWorker({
    queue,
    kind: PLAIN.name,
    concurrency: 1,
    maxPerRun: 10,
    now: Date.now,
    onError: (error) => console.error(error),
    async run({ key }) {
      console.log(key);
      await sleep(20);
      if (key === "deadly") process.kill(process.pid, "SIGKILL");
      await sleep(200);
      return undefined;
    },
    async park({ key }) {
      console.log(`parked ${key}`);
    },
  });
  await worker.runOnce();
  await close();
  process.exit(0);
}

async function workUntilEmpty(): Promise<string[]> {
  const done: string[] = [];
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    const jobs = [...(await queue.claim(PLAIN.name, 5)), ...(await queue.claim(ORDERED.name, 5))];
    for (const job of jobs) {
      await sleep(2);
      if (await queue.complete(job)) done.push(job.key);
    }
    const stats = [...(await queue.stats()).values()];
    if (done.length > 0 && stats.every(({ waiting, claimed }) => waiting + claimed === 0)) break;
    if (jobs.length === 0) await sleep(20);
  }
  return done;
}
