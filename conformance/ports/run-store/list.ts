import assert from "node:assert/strict";
import { runConcurrently } from "../port-check.ts";
import type { RunStoreCheck } from "../run-store.ts";
import { check, createFinishedRun, createStartedRun, ONE_MINUTE_LEASE } from "./check.ts";

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
