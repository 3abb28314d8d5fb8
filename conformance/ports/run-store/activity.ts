import assert from "node:assert/strict";
import type { ActivityFilter, RunRecord } from "../../../core/ports/stores/run-store.ts";
import {
  check,
  createFinishedRun,
  createStartedRun,
  NOW,
  ONE_MINUTE_LEASE,
  SECOND,
  toStoredRun,
} from "./begin.ts";
import type { RunStoreCheck } from "./run-store.ts";

const ACCOUNT = { account: "acc_1", limit: 10 };
const HOUR = 3_600_000;

const readNumbers = (runs: readonly RunRecord[]): number[] =>
  runs.map(({ id }) => Number.parseInt(id.slice(-8), 16));

/** The runs of an account with two end users and an agent. The last belongs to another account. */
const RUNS = [
  createStartedRun(1, { source: "api" }),
  createStartedRun(2, { source: "mcp", user: "user_1", key: "key_2", app: "slack" }),
  createStartedRun(3, { source: "page", key: "per_1", tool: "github.issues_list" }),
  createStartedRun(4, { user: "user_2" }),
  createStartedRun(5, { account: "acc_2" }),
];

export const activityChecks: readonly RunStoreCheck[] = [
  check("lists the runs of an account and of its end users, newest first", async ({ store }) => {
    for (const run of RUNS) await store.finish(createFinishedRun(run), { wasBegun: false });
    const { runs, scannedTo } = await store.listActivity(ACCOUNT);
    assert.deepEqual(readNumbers(runs), [4, 3, 2, 1]);
    assert.deepEqual(runs[2], toStoredRun(createFinishedRun(RUNS[1]!)));
    assert.equal(scannedTo, undefined);
  }),

  check("filters the runs of an account by each property", async ({ store }) => {
    for (const run of RUNS.slice(0, 3))
      await store.finish(createFinishedRun(run), { wasBegun: false });
    await store.begin(RUNS[3]!, ONE_MINUTE_LEASE);
    const filters: [Partial<ActivityFilter>, number[]][] = [
      [{ user: "user_1" }, [2]],
      [{ user: "" }, [3, 1]],
      [{ app: "slack" }, [2]],
      [{ tool: "github.issues_list" }, [3]],
      [{ key: "key_2" }, [2]],
      [{ key: "per_1" }, [3]],
      [{ source: "api" }, [1]],
      [{ source: "mcp" }, [2]],
      [{ status: "running" }, [4]],
      [{ status: "succeeded", app: "github" }, [3, 1]],
      [{ from: NOW + 3 * SECOND }, [4, 3]],
      [{ to: NOW + 3 * SECOND }, [2, 1]],
      [{ from: NOW + 2 * SECOND, to: NOW + 4 * SECOND }, [3, 2]],
      [{ before: RUNS[2]!.id }, [2, 1]],
      [{ before: RUNS[2]!.id, to: NOW + 2 * SECOND }, [1]],
      [{ limit: 2 }, [4, 3]],
      [{ app: "nothing" }, []],
    ];
    for (const [filter, expected] of filters) {
      const { runs } = await store.listActivity({ ...ACCOUNT, ...filter });
      assert.deepEqual([filter, readNumbers(runs)], [filter, expected]);
    }
  }),

  check("compares a bounded number of runs, and returns where it stopped", async ({ store }) => {
    const oldest = createStartedRun(0, { app: "slack" });
    await store.finish(createFinishedRun(oldest), { wasBegun: false });
    const runs = Array.from({ length: 20_000 }, (_, index) => createStartedRun(index + 1));
    for (const run of runs) await store.finish(createFinishedRun(run), { wasBegun: false });
    const first = await store.listActivity({ ...ACCOUNT, app: "slack" });
    assert.deepEqual(first, { runs: [], scannedTo: runs[0]!.id });
    const next = await store.listActivity({ ...ACCOUNT, app: "slack", before: first.scannedTo });
    assert.deepEqual(next.runs, [toStoredRun(createFinishedRun(oldest))]);
  }),

  check("finds a run of any end user of the account only", async ({ store }) => {
    const run = createFinishedRun(RUNS[1]!);
    await store.finish(run, { wasBegun: false });
    assert.deepEqual(await store.findInAccount("acc_1", run.id), toStoredRun(run));
    assert.equal(await store.findInAccount("acc_2", run.id), undefined);
    assert.equal(await store.findInAccount("acc_1", RUNS[0]!.id), undefined);
  }),

  check("counts runs by time and status", async ({ store }) => {
    const add = async (number: number, changes: Partial<RunRecord> = {}) =>
      store.finish(createFinishedRun(createStartedRun(number, changes), changes), {
        wasBegun: false,
      });
    await add(-1);
    await add(0);
    await add(1, { status: "failed", user: "user_1" });
    await add(3_599);
    await add(3_600, { status: "outcome_unknown" });
    await add(2, { account: "acc_2" });
    await store.begin(createStartedRun(7_200), ONE_MINUTE_LEASE);
    const period = { account: "acc_1", from: NOW, step: HOUR };
    const read = async (user?: string) => {
      const { counts, isComplete } = await store.countActivity({ ...period, user });
      assert.equal(isComplete, true);
      return counts.map(({ step, status, runs }) => `${step} ${status} ${runs}`).toSorted();
    };
    assert.deepEqual(await read(), [
      "0 failed 1",
      "0 succeeded 2",
      "1 outcome_unknown 1",
      "2 running 1",
    ]);
    assert.deepEqual(await read(""), ["0 succeeded 2", "1 outcome_unknown 1", "2 running 1"]);
    assert.deepEqual(await read("user_1"), ["0 failed 1"]);
  }),

  check("lists runs by the time of their last change", async ({ store, reopen }) => {
    const [first, second] = [RUNS[0]!, RUNS[1]!];
    await store.begin(second, ONE_MINUTE_LEASE);
    const begun = await store.listChanges({ account: "acc_1", after: 0, limit: 10 });
    assert.deepEqual(readNumbers(begun.map(({ run }) => run)), [2]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const other = await reopen();
    await other.finish(createFinishedRun(first), { wasBegun: false });
    await other.list({ ...ACCOUNT });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await store.finish(createFinishedRun(second), { wasBegun: true });
    const after = begun[0]!.position;
    const changes = await store.listChanges({ account: "acc_1", after, limit: 10 });
    assert.deepEqual(
      changes.map(({ run }) => [readNumbers([run])[0], run.status]),
      [
        [2, "succeeded"],
        [1, "succeeded"],
      ],
    );
    assert.ok(Math.abs(changes[0]!.position - Date.now()) < HOUR);
    assert.equal((await store.listChanges({ account: "acc_1", after, limit: 1 })).length, 1);
    assert.deepEqual(
      await store.listChanges({ account: "acc_1", after: changes[0]!.position, limit: 10 }),
      [],
    );
    const { position } = await store.countActivity({ account: "acc_1", from: NOW, step: HOUR });
    assert.equal(position, changes[0]!.position);
  }),
];
