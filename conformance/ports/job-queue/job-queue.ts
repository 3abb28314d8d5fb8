import assert from "node:assert/strict";
import { sleep } from "../../../core/lib/kit/flow/sleep.ts";
import type { ClaimedJob, JobQueue } from "../../../core/ports/job-queue.ts";
import type { StoreFixture } from "../databases.ts";
import { createCheck, type PortCheck, runConcurrently } from "../port-check.ts";
import { endClaims, type OpenedEngine, ORDERED, orderedJob, PLAIN, plainJob } from "./engine.ts";

export type JobQueueFixture = StoreFixture<OpenedEngine>;

const check = createCheck<JobQueueFixture>;
const HOUR = 3_600_000;

const keysOf = (jobs: readonly ClaimedJob[]) => jobs.map(({ key }) => key);
const claimKeys = async (queue: JobQueue, kind: string, limit = 10) =>
  keysOf(await queue.claim(kind, limit)).toSorted();

/** Claims one job, also if the queue takes a while to notice that a claim has ended. */
export async function claimOne(queue: JobQueue, kind: string): Promise<ClaimedJob> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await sleep(100)) {
    const [job] = await queue.claim(kind, 1);
    if (job) return job;
  }
  throw new Error(`No ${kind} job could be claimed.`);
}

const claimChecks: readonly PortCheck<JobQueueFixture>[] = [
  check("hands out what was added", async ({ store: { queue, add } }) => {
    const due = Date.now() - 5_000;
    await add([plainJob("a", { due, body: '{"n":1}' })]);
    await add([orderedJob("b", { due, sequence: "trigger 1" })]);
    const [plain] = await queue.claim(PLAIN.name, 10);
    assert.deepEqual(plain, {
      id: plain!.id,
      kind: PLAIN.name,
      key: "a",
      due,
      body: '{"n":1}',
      attempt: 1,
      losses: 0,
    });
    const [ordered] = await queue.claim(ORDERED.name, 10);
    assert.deepEqual([ordered!.key, ordered!.sequence, ordered!.due], ["b", "trigger 1", due]);
  }),

  check("hands out nothing before it is due", async ({ store: { queue, add } }) => {
    await add([plainJob("now"), plainJob("soon", { due: Date.now() + 1_500 })]);
    await add([plainJob("later", { due: Date.now() + HOUR })]);
    assert.deepEqual(await claimKeys(queue, PLAIN.name), ["now"]);
    assert.equal((await claimOne(queue, PLAIN.name)).key, "soon");
    assert.deepEqual(await claimKeys(queue, PLAIN.name), []);
  }),

  check("hands out at most as many as requested", async ({ store: { queue, add } }) => {
    await add(["a", "b", "c"].map((key) => plainJob(key)));
    const first = await claimKeys(queue, PLAIN.name, 2);
    const second = await claimKeys(queue, PLAIN.name, 2);
    assert.deepEqual([first.length, second.length], [2, 1]);
    assert.deepEqual([...first, ...second].toSorted(), ["a", "b", "c"]);
  }),

  check("hands out each job once to many callers", async ({ store, reopen }) => {
    const queues = [store.queue, (await reopen()).queue];
    const keys = Array.from({ length: 40 }, (_, index) => `job ${index}`);
    await store.add(keys.map((key) => plainJob(key)));
    const claimed = await runConcurrently(20, (index) =>
      claimKeys(queues[index % 2]!, PLAIN.name, 3),
    );
    assert.deepEqual(claimed.flat().toSorted(), keys.toSorted());
  }),

  check("keeps a completed job away for good", async ({ store: { queue, sql, add } }) => {
    await add([plainJob("a")]);
    const job = await claimOne(queue, PLAIN.name);
    assert.equal(await queue.complete(job), true);
    assert.equal(await queue.complete(job), false);
    await endClaims(sql);
    assert.equal((await queue.stats()).get(PLAIN.name)!.claimed, 0);
    assert.deepEqual(await claimKeys(queue, PLAIN.name), []);
  }),

  check("hands out a job again when its claim ends", async ({ store, reopen }) => {
    const { queue, sql, add } = store;
    const other = await reopen();
    await add([plainJob("a")]);
    const lost = await claimOne(queue, PLAIN.name);
    assert.deepEqual(await claimKeys(other.queue, PLAIN.name), []);
    await endClaims(sql);
    const taken = await claimOne(other.queue, PLAIN.name);
    assert.deepEqual([taken.id, taken.attempt], [lost.id, 2]);
    // The first holder has lost the job, so none of its methods changes anything.
    assert.deepEqual(await queue.extend([lost]), []);
    assert.equal(await queue.retryAt(lost, Date.now() - HOUR), false);
    assert.equal(await queue.discard(lost), false);
    assert.equal(await queue.complete(lost), false);
    assert.deepEqual(await claimKeys(queue, PLAIN.name), []);
    assert.deepEqual(await other.queue.extend([taken]), [taken]);
    assert.equal(await other.queue.complete(taken), true);
  }),

  check("extends the claims that aren't lost", async ({ store: { queue, add } }) => {
    await add([plainJob("a"), plainJob("b")]);
    const jobs = await queue.claim(PLAIN.name, 2);
    await queue.complete(jobs[0]!);
    assert.deepEqual(await queue.extend(jobs), [jobs[1]]);
    assert.deepEqual(await queue.extend([]), []);
  }),
];

const retryChecks: readonly PortCheck<JobQueueFixture>[] = [
  check("hands out a retried job when it is due", async ({ store: { queue, add } }) => {
    await add([plainJob("a", { body: '{"n":1}' })]);
    const first = await claimOne(queue, PLAIN.name);
    const due = Date.now() + 1_500;
    assert.equal(await queue.retryAt(first, due), true);
    assert.deepEqual(await claimKeys(queue, PLAIN.name), []);
    const second = await claimOne(queue, PLAIN.name);
    assert.deepEqual([second.key, second.body, second.attempt], ["a", '{"n":1}', 2]);
    assert.equal(second.due, due);
    await queue.retryAt(second, Date.now() - 1);
    assert.equal((await claimOne(queue, PLAIN.name)).attempt, 3);
  }),

  check("counts waiting, claimed and discarded jobs", async ({ store: { queue, add } }) => {
    await add(["a", "b", "c", "d"].map((key) => plainJob(key)));
    await add([plainJob("later", { due: Date.now() + HOUR })]);
    const [first, second] = await queue.claim(PLAIN.name, 2);
    assert.equal(await queue.discard(first!), true);
    const { overdueMilliseconds, ...counts } = (await queue.stats()).get(PLAIN.name)!;
    assert.deepEqual(counts, { waiting: 3, claimed: 1, discarded: 1 });
    assert.ok(overdueMilliseconds >= 60_000 && overdueMilliseconds < 120_000);
    assert.deepEqual((await queue.stats()).get(ORDERED.name), {
      waiting: 0,
      claimed: 0,
      discarded: 0,
      overdueMilliseconds: 0,
    });
    await queue.complete(second!);
    assert.equal((await claimKeys(queue, PLAIN.name)).length, 2);
    assert.equal((await queue.stats()).get(PLAIN.name)!.overdueMilliseconds, 0);
  }),
];

const lossChecks: readonly PortCheck<JobQueueFixture>[] = [
  check("counts the claims in a row that were lost", async ({ store: { queue, sql, add } }) => {
    await add([plainJob("a")]);
    const losses: number[] = [];
    for (let round = 0; round < 3; round++) {
      losses.push((await claimOne(queue, PLAIN.name)).losses);
      await endClaims(sql);
    }
    const job = await claimOne(queue, PLAIN.name);
    assert.deepEqual([...losses, job.losses, job.attempt], [0, 1, 2, 3, 4]);
    // A claim that ends normally shows that the job doesn't end processes.
    await queue.retryAt(job, Date.now() - 1);
    assert.equal((await claimOne(queue, PLAIN.name)).losses, 0);
    await endClaims(sql);
    const again = await claimOne(queue, PLAIN.name);
    assert.equal(again.losses, 1);
    assert.equal(await queue.discard(again), true);
    assert.deepEqual(await claimKeys(queue, PLAIN.name), []);
  }),

  check("hands out one lost job at a time, of all kinds", async ({ store, reopen }) => {
    const queues = [store.queue, (await reopen()).queue];
    await store.add([plainJob("a"), plainJob("b"), orderedJob("c")]);
    await queues[0]!.claim(PLAIN.name, 5);
    await queues[0]!.claim(ORDERED.name, 5);
    await endClaims(store.sql);
    const first = await claimOne(queues[0]!, PLAIN.name);
    assert.equal(first.losses, 1);
    await store.add([plainJob("new")]);
    assert.deepEqual(await claimKeys(queues[1]!, PLAIN.name), ["new"]);
    assert.deepEqual(await claimKeys(queues[0]!, ORDERED.name), []);
    await queues[0]!.complete(first);
    const second = await claimOne(queues[1]!, ORDERED.name);
    assert.deepEqual([second.key, second.losses], ["c", 1]);
    assert.deepEqual(await claimKeys(queues[0]!, PLAIN.name), []);
    await queues[1]!.retryAt(second, Date.now() + HOUR);
    const third = await claimOne(queues[0]!, PLAIN.name);
    assert.deepEqual([third.losses, third.key === first.key], [1, false]);
  }),
];

const keyChecks: readonly PortCheck<JobQueueFixture>[] = [
  check("replaces the waiting job of a key", async ({ store: { queue, add } }) => {
    await add([plainJob("a", { body: '{"n":1}', due: Date.now() - HOUR })]);
    await add([plainJob("a", { body: '{"n":2}', due: Date.now() + HOUR })]);
    assert.deepEqual(await queue.claim(PLAIN.name, 10), []);
    await add([plainJob("a", { body: '{"n":3}' })]);
    await add([plainJob("a", { body: '{"n":4}', due: Date.now() + HOUR })], { onlyIfAbsent: true });
    const jobs = await queue.claim(PLAIN.name, 10);
    assert.deepEqual(
      jobs.map(({ body }) => body),
      ['{"n":3}'],
    );
  }),

  check("keeps one waiting job of a key for many callers", async ({ store, reopen }) => {
    const engines = [store, await reopen()];
    await runConcurrently(12, (index) => engines[index % 2]!.add([plainJob("a")]));
    assert.deepEqual(await claimKeys(store.queue, PLAIN.name), ["a"]);
  }),

  check("lets the next job of a key wait while one is claimed", async ({ store: s }) => {
    await s.add([plainJob("a", { body: '{"n":1}' })]);
    const first = await claimOne(s.queue, PLAIN.name);
    await s.add([plainJob("a", { body: '{"n":2}', due: Date.now() + HOUR })]);
    // The retried job would be due now, but a newer one replaces it.
    assert.equal(await s.queue.retryAt(first, Date.now() - 1), true);
    assert.deepEqual(await claimKeys(s.queue, PLAIN.name), []);
    assert.equal((await s.queue.stats()).get(PLAIN.name)!.waiting, 1);
    await s.add([plainJob("a", { body: '{"n":3}' })]);
    const second = await claimOne(s.queue, PLAIN.name);
    assert.equal(second.body, '{"n":3}');
    await s.add([plainJob("a", { body: '{"n":4}' })]);
    assert.equal(await s.queue.complete(second), true);
    assert.equal((await claimOne(s.queue, PLAIN.name)).body, '{"n":4}');
  }),

  check("cancels the waiting job of a key only", async ({ store: { queue, writer, sql, add } }) => {
    await add([plainJob("a"), plainJob("b")]);
    const cancel = (key: string) =>
      sql.transaction((queries) => writer.cancel(queries, PLAIN.name, key));
    await cancel("a");
    await cancel("unknown");
    const job = await claimOne(queue, PLAIN.name);
    assert.equal(job.key, "b");
    await cancel("b");
    assert.equal(await queue.complete(job), true);
    assert.deepEqual(await claimKeys(queue, PLAIN.name), []);
  }),

  check("commits and rolls back jobs with their rows", async ({ store }) => {
    const { queue, writer, sql } = store;
    const addBoth = (key: string, fails: boolean) =>
      sql.transaction(async (queries) => {
        await queries.query("insert into notices (id, keep) values ($1, $2)", [key, 1]);
        await writer.enqueue(queries, [plainJob(key), orderedJob(key)]);
        if (fails) throw new Error("rolled back");
      });
    await assert.rejects(addBoth("lost", true), /rolled back/);
    await addBoth("stored", false);
    assert.deepEqual(await sql.query("select id from notices"), [{ id: "stored" }]);
    assert.deepEqual(await claimKeys(queue, PLAIN.name), ["stored"]);
    assert.deepEqual(await claimKeys(queue, ORDERED.name), ["stored"]);
    await assert.rejects(
      sql.transaction(async (queries) => {
        await writer.enqueue(queries, [plainJob("kept")]);
        throw new Error("rolled back");
      }),
    );
    assert.equal((await queue.stats()).get(PLAIN.name)!.waiting, 0);
  }),
];

const sequenceChecks: readonly PortCheck<JobQueueFixture>[] = [
  check("hands out one job of a sequence at a time, in order", async ({ store, reopen }) => {
    const queues = [store.queue, (await reopen()).queue];
    const keys = Array.from({ length: 8 }, (_, index) => `job ${index}`);
    await store.add(keys.slice(0, 5).map((key) => orderedJob(key)));
    // Also a job that has been due for longer comes after those that were added before it.
    for (const key of keys.slice(5)) await store.add([orderedJob(key, { due: Date.now() - HOUR })]);
    await store.add([orderedJob("other", { sequence: "t" })]);
    const done: string[] = [];
    while (done.length < keys.length) {
      const claimed = (
        await runConcurrently(4, (index) => queues[index % 2]!.claim(ORDERED.name, 5))
      ).flat();
      const ofSequence = claimed.filter(({ sequence }) => sequence === "s");
      assert.ok(ofSequence.length <= 1);
      for (const job of ofSequence) {
        done.push(job.key);
        await store.queue.complete(job);
      }
    }
    assert.deepEqual(done, keys);
  }),

  check("keeps equal keys of a sequence apart", async ({ store: { queue, add } }) => {
    await add([orderedJob("a", { body: "1" }), orderedJob("a", { body: "2" })]);
    const first = await claimOne(queue, ORDERED.name);
    await queue.complete(first);
    assert.deepEqual([first.body, (await claimOne(queue, ORDERED.name)).body], ["1", "2"]);
  }),

  check("holds a sequence back for a retry, and not for others", async ({ store }) => {
    const { queue, add } = store;
    await add([orderedJob("a"), orderedJob("b"), orderedJob("other", { sequence: "t" })]);
    const claimed = await queue.claim(ORDERED.name, 5);
    assert.deepEqual(keysOf(claimed).toSorted(), ["a", "other"]);
    for (const job of claimed) await queue.retryAt(job, Date.now() + (job.key === "a" ? HOUR : -1));
    assert.deepEqual(await claimKeys(queue, ORDERED.name), ["other"]);
    assert.deepEqual(await claimKeys(queue, ORDERED.name), []);
  }),

  check("goes on with a sequence after a discarded job", async ({ store: { queue, add } }) => {
    await add([orderedJob("a"), orderedJob("b"), orderedJob("c")]);
    await queue.discard(await claimOne(queue, ORDERED.name));
    const second = await claimOne(queue, ORDERED.name);
    assert.equal(second.key, "b");
    assert.deepEqual(await claimKeys(queue, ORDERED.name), []);
  }),

  check(
    "keeps the order of a sequence when a claim ends",
    async ({ store: { queue, sql, add } }) => {
      await add([orderedJob("a"), orderedJob("b")]);
      await claimOne(queue, ORDERED.name);
      await endClaims(sql);
      const again = await claimOne(queue, ORDERED.name);
      assert.deepEqual([again.key, again.attempt], ["a", 2]);
      await queue.complete(again);
      assert.equal((await claimOne(queue, ORDERED.name)).key, "b");
    },
  ),

  check(
    "lets a job of a sequence that isn't due be overtaken",
    async ({ store: { queue, add } }) => {
      await add([orderedJob("later", { due: Date.now() + HOUR }), orderedJob("now")]);
      assert.deepEqual(await claimKeys(queue, ORDERED.name), ["now"]);
    },
  ),
];

/** Checks that every implementation of `JobQueue` must pass. */
export const jobQueueSuite: readonly PortCheck<JobQueueFixture>[] = [
  ...claimChecks,
  ...retryChecks,
  ...lossChecks,
  ...keyChecks,
  ...sequenceChecks,
];
