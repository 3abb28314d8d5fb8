import { describe, expect, test } from "vitest";
import type { ClaimedJob, Job } from "../../core/ports/job-queue.ts";
import { migrate } from "../storage/migrate.ts";
import type { Sql } from "../storage/sql.ts";
import { openSqlite } from "../storage/sqlite/sql.ts";
import { withIdleQueue } from "./idle-queue.ts";
import { createLeaseTable } from "./lease-table.ts";

const KINDS = ["first", "second", "third"].map((name) => ({ name }));
const START = Date.UTC(2026, 0, 1);

const jobOf = (kind: string, due = START): Job => ({ kind, key: "key", due, body: "{}" });

/** Two processes that share a database without jobs. */
async function openFixture() {
  let at = START;
  let queries = 0;
  const now = () => at;
  const sql = await openSqlite(":memory:");
  await migrate(sql);
  const counted: Sql = {
    dialect: sql.dialect,
    query: (...args) => {
      queries++;
      return sql.query(...args);
    },
    transaction: (work) => sql.transaction(work),
    snapshot: (work) => sql.snapshot(work),
    close: () => sql.close(),
  };
  const { queue, writer } = withIdleQueue(createLeaseTable(counted, { kinds: KINDS, now }), now);
  const other = createLeaseTable(sql, { kinds: KINDS, now });
  return {
    queue,
    add: (job: Job) => sql.transaction((transaction) => writer.enqueue(transaction, [job])),
    addElsewhere: (job: Job) =>
      sql.transaction((transaction) => other.writer.enqueue(transaction, [job])),
    countQueries: () => queries,
    /** Claims jobs of every kind each second, and returns them. */
    async poll(seconds: number): Promise<readonly ClaimedJob[]> {
      const claimed: ClaimedJob[] = [];
      for (let second = 0; second < seconds; second++) {
        at += 1_000;
        for (const { name } of KINDS) claimed.push(...(await queue.claim(name, 10)));
      }
      return claimed;
    },
  };
}

describe("the queue of an idle database", () => {
  test("queries it once in five seconds, for all kinds", async () => {
    const { poll, countQueries } = await openFixture();
    expect(await poll(60)).toEqual([]);
    expect(countQueries()).toBe(12);
  });

  test("hands out a job that this process adds at the next claim", async () => {
    const { poll, add } = await openFixture();
    await poll(10);
    await add(jobOf("second"));
    expect((await poll(1)).map(({ kind }) => kind)).toEqual(["second"]);
  });

  test("hands out a job of another process within five seconds", async () => {
    const { poll, addElsewhere } = await openFixture();
    await poll(10);
    await addElsewhere(jobOf("third"));
    expect((await poll(5)).map(({ kind }) => kind)).toEqual(["third"]);
  });

  test("hands out a job in the second in which it is due", async () => {
    const { poll, add } = await openFixture();
    await add(jobOf("first", START + 90_000));
    expect(await poll(89)).toEqual([]);
    expect(await poll(1)).toHaveLength(1);
  });

  test("hands out a lost job once its claim has ended", async () => {
    const { poll, add } = await openFixture();
    await add(jobOf("first"));
    expect(await poll(1)).toHaveLength(1);
    expect(await poll(19)).toEqual([]);
    expect(await poll(5)).toMatchObject([{ losses: 1, attempt: 2 }]);
  });

  test("hands out a job again that was returned to it", async () => {
    const { poll, add, queue } = await openFixture();
    await add(jobOf("first"));
    const [job] = await poll(1);
    await queue.retryAt(job!, START + 30_000);
    expect(await poll(28)).toEqual([]);
    expect(await poll(1)).toMatchObject([{ attempt: 2 }]);
  });
});
