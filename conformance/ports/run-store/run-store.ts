import assert from "node:assert/strict";
import type { RunStore } from "../../../core/ports/stores/run-store.ts";
import type { StoreFixture } from "../databases.ts";
import { type PortCheck, runConcurrently } from "../port-check.ts";
import { activityChecks } from "./activity.ts";
import {
  beginChecks,
  check,
  createFinishedRun,
  createStartedRun,
  DAY,
  NOW,
  ONE_MINUTE_LEASE,
  RUN_CLAIM,
} from "./begin.ts";

const OWN_RUNS = { account: "acc_1", limit: 100 };
/** Reads the numbers that `createStartedRun` wrote into the IDs. */
const readNumbers = (runs: readonly { readonly id: string }[]) =>
  runs.map(({ id }) => Number.parseInt(id.slice(16), 16));

export const listChecks: readonly RunStoreCheck[] = [
  check("lists runs newest first, in pages that start after a given run", async ({ store }) => {
    await runConcurrently(5, (index) =>
      store.finish(createFinishedRun(createStartedRun(index)), { wasBegun: false }),
    );
    assert.deepEqual(readNumbers(await store.list(OWN_RUNS)), [4, 3, 2, 1, 0]);
    assert.deepEqual(readNumbers(await store.list({ ...OWN_RUNS, limit: 2 })), [4, 3]);
    assert.deepEqual(
      readNumbers(await store.list({ ...OWN_RUNS, before: createStartedRun(3).id, limit: 2 })),
      [2, 1],
    );
  }),

  check("lists only the runs that match the filter", async ({ store }) => {
    await store.finish(createFinishedRun(createStartedRun(1)), { wasBegun: false });
    await store.finish(
      createFinishedRun(
        createStartedRun(2, { app: "git", tool: "git.log", connection: undefined }),
        { status: "failed" },
      ),
      { wasBegun: false },
    );
    await store.begin(createStartedRun(3, { connection: "conn_2" }), ONE_MINUTE_LEASE);
    assert.deepEqual(readNumbers(await store.list({ ...OWN_RUNS, app: "git" })), [2]);
    assert.deepEqual(
      readNumbers(await store.list({ ...OWN_RUNS, tool: "github.issues_create" })),
      [3, 1],
    );
    assert.deepEqual(readNumbers(await store.list({ ...OWN_RUNS, connection: "conn_2" })), [3]);
    assert.deepEqual(readNumbers(await store.list({ ...OWN_RUNS, status: "failed" })), [2]);
    assert.deepEqual(
      readNumbers(await store.list({ ...OWN_RUNS, apps: ["github", "slack"] })),
      [3, 1],
    );
    assert.deepEqual(await store.list({ ...OWN_RUNS, apps: [] }), []);
  }),

  check("returns and removes only the caller's runs", async ({ store }) => {
    const userRun = createStartedRun(1, { user: "user_1" });
    await store.finish(createFinishedRun(userRun), { wasBegun: false });
    assert.deepEqual(await store.list(OWN_RUNS), []);
    assert.deepEqual(readNumbers(await store.list({ ...OWN_RUNS, user: "user_1" })), [1]);
    for (const [account, user] of [
      ["acc_1", undefined],
      ["acc_1", "user_2"],
      ["acc_2", "user_1"],
    ] as const) {
      assert.equal(await store.find(account, user, userRun.id), undefined);
      assert.equal(await store.remove(account, user, userRun.id), false);
    }
    assert.equal(await store.remove("acc_1", "user_1", userRun.id), true);
    assert.equal(await store.find("acc_1", "user_1", userRun.id), undefined);
  }),

  check("never removes a running run", async ({ store }) => {
    await store.begin(createStartedRun(1), ONE_MINUTE_LEASE);
    assert.equal(await store.remove("acc_1", undefined, createStartedRun(1).id), false);
    assert.notEqual(await store.find("acc_1", undefined, createStartedRun(1).id), undefined);
  }),
];

const SAMPLE_RESULT = {
  encoding: "text",
  data: '{"number":42,"title":"Ünïcode \\u0000"}',
} as const;

export const resultChecks: readonly RunStoreCheck[] = [
  check("stores a result with its run until the run is removed", async ({ store }) => {
    await store.begin(createStartedRun(1), ONE_MINUTE_LEASE);
    await store.finish(createFinishedRun(createStartedRun(1)), {
      wasBegun: true,
      result: SAMPLE_RESULT,
      keepResult: NOW + DAY,
    });
    await store.finish(createFinishedRun(createStartedRun(2)), {
      wasBegun: false,
      result: { encoding: "base64", data: "AAECAw==" },
      keepResult: NOW + DAY,
    });
    assert.deepEqual(await store.findResult(createStartedRun(1).id), SAMPLE_RESULT);
    assert.deepEqual(await store.findResult(createStartedRun(2).id), {
      encoding: "base64",
      data: "AAECAw==",
    });
    await store.remove("acc_1", undefined, createStartedRun(1).id);
    assert.equal(await store.findResult(createStartedRun(1).id), undefined);
  }),

  check("returns undefined for a run without a result", async ({ store }) => {
    await store.finish(createFinishedRun(createStartedRun(1)), { wasBegun: false });
    assert.equal(await store.findResult(createStartedRun(1).id), undefined);
  }),

  check("deletes expired results, and runs older than the given time", async ({ store }) => {
    await store.finish(createFinishedRun(createStartedRun(1)), {
      wasBegun: false,
      result: SAMPLE_RESULT,
      keepResult: NOW + DAY,
    });
    await store.finish(createFinishedRun(createStartedRun(2)), {
      wasBegun: false,
      result: SAMPLE_RESULT,
      keepResult: NOW + DAY + 1,
    });
    await store.deleteExpired(NOW + 1_000, NOW + DAY);
    assert.equal(await store.findResult(createStartedRun(1).id), undefined);
    assert.notEqual(await store.find("acc_1", undefined, createStartedRun(1).id), undefined);
    assert.deepEqual(await store.findResult(createStartedRun(2).id), SAMPLE_RESULT);
    await store.deleteExpired(NOW + 2_000, NOW);
    assert.equal(await store.find("acc_1", undefined, createStartedRun(1).id), undefined);
    assert.notEqual(await store.find("acc_1", undefined, createStartedRun(2).id), undefined);
  }),

  check("deletes expired idempotency keys", async ({ store }) => {
    await store.begin(createStartedRun(1), { ...ONE_MINUTE_LEASE, claim: RUN_CLAIM });
    await store.deleteExpired(NOW, NOW + DAY - 1);
    assert.notEqual(await store.findClaimed(RUN_CLAIM, NOW), undefined);
    await store.deleteExpired(NOW, NOW + DAY);
    assert.equal(await store.findClaimed(RUN_CLAIM, NOW), undefined);
  }),

  check("stores a 10 MB result", async ({ store }) => {
    const data = "0123456789abcdef".repeat(625_000);
    await store.finish(createFinishedRun(createStartedRun(1)), {
      wasBegun: false,
      result: { encoding: "text", data },
      keepResult: NOW + DAY,
    });
    // `assert.equal` would print both strings on failure.
    assert.ok((await store.findResult(createStartedRun(1).id))?.data === data);
  }),

  check("returns everything after it is reopened", async ({ store, reopen }) => {
    await store.begin(createStartedRun(1), { ...ONE_MINUTE_LEASE, claim: RUN_CLAIM });
    await store.finish(createFinishedRun(createStartedRun(1)), {
      wasBegun: true,
      result: SAMPLE_RESULT,
      keepResult: NOW + DAY,
    });
    const other = await reopen();
    assert.deepEqual(await other.findResult(createStartedRun(1).id), SAMPLE_RESULT);
    assert.equal((await other.findClaimed(RUN_CLAIM, NOW))?.run.status, "succeeded");
  }),
];

export type RunStoreFixture = StoreFixture<RunStore>;
export type RunStoreCheck = PortCheck<RunStoreFixture>;

/** Checks that every implementation of `RunStore` must pass. */
export const runStoreSuite: readonly RunStoreCheck[] = [
  ...beginChecks,
  ...listChecks,
  ...resultChecks,
  ...activityChecks,
];
