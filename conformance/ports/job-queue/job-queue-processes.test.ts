import { describe, it, type TestContext } from "vitest";
import { DATABASE_KINDS, toStorageLocation } from "../databases.ts";
import { formatTitle, RUNTIMES, runProgram } from "../runtimes.ts";
import { endClaims, openEngine, orderedJob, PLAIN, plainJob } from "./engine.ts";
import { claimOne } from "./job-queue.ts";

const PROGRAM = "job-queue/process.ts";
const JOBS = 150;

// Each test waits until the queue notices the end of a claim.
describe.concurrent.each(DATABASE_KINDS)("jobs in $name", ({ skipReason, createLocation }) => {
  const open = async ({ onTestFinished }: Pick<TestContext, "onTestFinished">) => {
    const { location, remove } = await createLocation();
    onTestFinished(remove);
    const engine = await openEngine(toStorageLocation(location));
    onTestFinished(() => engine.close());
    return { location, ...engine };
  };

  it.for(RUNTIMES)(
    "of a process that is killed ($name) are handed out again, and its transaction is undone",
    { timeout: 60_000 },
    async (runtime, { expect, onTestFinished, skip }) => {
      const reason = skipReason ?? runtime.skipReason;
      if (reason) return skip(reason);
      const { location, queue, sql, add } = await open({ onTestFinished });
      await add([plainJob("a")]);
      const result = await runProgram(runtime.name, PROGRAM, { args: ["crash", location] });
      expect(result).toMatchObject({ signal: "SIGKILL", errors: "", lines: ["a"] });
      expect(await queue.claim(PLAIN.name, 10)).toEqual([]);
      await endClaims(sql);
      const job = await claimOne(queue, PLAIN.name);
      expect([job.key, job.attempt]).toEqual(["a", 2]);
      expect(await queue.complete(job)).toBe(true);
      expect(await sql.query("select id from notices")).toEqual([]);
      expect((await queue.stats()).get(PLAIN.name)).toMatchObject({ waiting: 0, claimed: 0 });
    },
  );

  it.for(RUNTIMES)(
    "that end two processes ($name) aren't started again, and others are",
    { timeout: 120_000 },
    async (runtime, { expect, onTestFinished, skip }) => {
      const reason = skipReason ?? runtime.skipReason;
      if (reason) return skip(reason);
      const { location, queue, sql, add } = await open({ onTestFinished });
      await add(["deadly", "other"].map((key) => plainJob(key)));
      const runUntilDeath = async () => {
        const result = await runProgram(runtime.name, PROGRAM, { args: ["die", location] });
        await endClaims(sql);
        // A queue may take a while to notice that a claim has ended.
        const hasEnded = async () => (await queue.stats()).get(PLAIN.name)!.claimed === 0;
        await expect.poll(hasEnded, { timeout: 20_000, interval: 200 }).toBe(true);
        return result;
      };
      const runs = [];
      for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
        const result = await runUntilDeath();
        expect(result.errors).toBe("");
        if (result.lines.length > 0) runs.push(result);
        if (result.lines.includes("parked deadly")) break;
      }
      const lines = runs.flatMap((run) => run.lines);
      expect(lines.filter((line) => line === "deadly")).toHaveLength(2);
      expect(runs.filter(({ signal }) => signal === "SIGKILL")).toHaveLength(2);
      expect(lines.filter((line) => line === "parked other")).toEqual([]);
      const rest = await runProgram(runtime.name, PROGRAM, { args: ["die", location] });
      expect([...lines, ...rest.lines]).toContain("other");
      expect((await queue.stats()).get(PLAIN.name)).toMatchObject({ claimed: 0, discarded: 1 });
    },
  );

  it.skipIf(skipReason)(
    formatTitle("are shared by processes on all runtimes, each job once", skipReason),
    async ({ expect, onTestFinished }) => {
      const { location, add } = await open({ onTestFinished });
      const runtimes = RUNTIMES.filter((runtime) => !runtime.skipReason).map(({ name }) => name);
      const working = [...runtimes, "node"].map((runtime) =>
        runProgram(runtime, PROGRAM, { args: ["work", location] }),
      );
      const keys = Array.from({ length: JOBS }, (_, index) => `job ${index}`);
      await add(
        keys.map((key, index) =>
          index % 2 === 0 ? plainJob(key) : orderedJob(key, { sequence: `s${index % 10}` }),
        ),
      );
      const results = await Promise.all(working);
      for (const { code, errors } of results) expect([code, errors]).toEqual([0, ""]);
      const done = results.flatMap(({ lines }) => JSON.parse(lines.at(-1)!) as string[]);
      expect(done.toSorted()).toEqual(keys.toSorted());
    },
    120_000,
  );
});
