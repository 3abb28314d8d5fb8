import assert from "node:assert/strict";
import type { RunStoreCheck } from "../run-store.ts";
import { check, createFinishedRun, createStartedRun, ONE_MINUTE_LEASE, together } from "./check.ts";

const OWN_RUNS = { account: "acc_1", limit: 100 };
const readNumbers = (runs: readonly { readonly id: string }[]) =>
  runs.map(({ id }) => Number.parseInt(id.slice(16), 16));

/** What is promised of lists of runs, and of whose they are. */
export const listChecks: readonly RunStoreCheck[] = [
  check("lists runs from the newest on, a page behind a place", async ({ runs }) => {
    await together(5, (each) =>
      runs.finish(createFinishedRun(createStartedRun(each)), { wasBegun: false }),
    );
    assert.deepEqual(readNumbers(await runs.list(OWN_RUNS)), [4, 3, 2, 1, 0]);
    assert.deepEqual(readNumbers(await runs.list({ ...OWN_RUNS, limit: 2 })), [4, 3]);
    assert.deepEqual(
      readNumbers(await runs.list({ ...OWN_RUNS, before: createStartedRun(3).id, limit: 2 })),
      [2, 1],
    );
  }),

  check("lists what is asked for", async ({ runs }) => {
    await runs.finish(createFinishedRun(createStartedRun(1)), { wasBegun: false });
    await runs.finish(
      createFinishedRun(
        createStartedRun(2, { app: "git", tool: "git.log", connection: undefined }),
        { status: "failed" },
      ),
      { wasBegun: false },
    );
    await runs.begin(createStartedRun(3, { connection: "conn_2" }), ONE_MINUTE_LEASE);
    assert.deepEqual(readNumbers(await runs.list({ ...OWN_RUNS, app: "git" })), [2]);
    assert.deepEqual(
      readNumbers(await runs.list({ ...OWN_RUNS, tool: "github.issues_create" })),
      [3, 1],
    );
    assert.deepEqual(readNumbers(await runs.list({ ...OWN_RUNS, connection: "conn_2" })), [3]);
    assert.deepEqual(readNumbers(await runs.list({ ...OWN_RUNS, status: "failed" })), [2]);
    assert.deepEqual(
      readNumbers(await runs.list({ ...OWN_RUNS, apps: ["github", "slack"] })),
      [3, 1],
    );
    assert.deepEqual(await runs.list({ ...OWN_RUNS, apps: [] }), []);
  }),

  check("shows and forgets nobody else's runs", async ({ runs }) => {
    const theirs = createStartedRun(1, { user: "user_1" });
    await runs.finish(createFinishedRun(theirs), { wasBegun: false });
    assert.deepEqual(await runs.list(OWN_RUNS), []);
    assert.deepEqual(readNumbers(await runs.list({ ...OWN_RUNS, user: "user_1" })), [1]);
    for (const [account, user] of [
      ["acc_1", undefined],
      ["acc_1", "user_2"],
      ["acc_2", "user_1"],
    ] as const) {
      assert.equal(await runs.find(account, user, theirs.id), undefined);
      assert.equal(await runs.remove(account, user, theirs.id), false);
    }
    assert.equal(await runs.remove("acc_1", "user_1", theirs.id), true);
    assert.equal(await runs.find("acc_1", "user_1", theirs.id), undefined);
  }),

  check("forgets no run that somebody is at", async ({ runs }) => {
    await runs.begin(createStartedRun(1), ONE_MINUTE_LEASE);
    assert.equal(await runs.remove("acc_1", undefined, createStartedRun(1).id), false);
    assert.notEqual(await runs.find("acc_1", undefined, createStartedRun(1).id), undefined);
  }),
];
