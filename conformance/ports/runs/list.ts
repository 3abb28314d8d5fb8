import assert from "node:assert/strict";
import type { RunsCheck } from "../runs.ts";
import { aMinute, begun, check, ended, together } from "./check.ts";

const mine = { account: "acc_1", limit: 100 };
const numbers = (runs: readonly { readonly id: string }[]) =>
  runs.map(({ id }) => Number.parseInt(id.slice(16), 16));

/** What is promised of lists of runs, and of whose they are. */
export const listChecks: readonly RunsCheck[] = [
  check("lists runs from the newest on, a page behind a place", async ({ runs }) => {
    await together(5, (each) => runs.finish(ended(begun(each)), { wasBegun: false }));
    assert.deepEqual(numbers(await runs.list(mine)), [4, 3, 2, 1, 0]);
    assert.deepEqual(numbers(await runs.list({ ...mine, limit: 2 })), [4, 3]);
    assert.deepEqual(numbers(await runs.list({ ...mine, before: begun(3).id, limit: 2 })), [2, 1]);
  }),

  check("lists what is asked for", async ({ runs }) => {
    await runs.finish(ended(begun(1)), { wasBegun: false });
    await runs.finish(
      ended(begun(2, { app: "git", tool: "git.log", connection: undefined }), { status: "failed" }),
      { wasBegun: false },
    );
    await runs.begin(begun(3, { connection: "conn_2" }), aMinute);
    assert.deepEqual(numbers(await runs.list({ ...mine, app: "git" })), [2]);
    assert.deepEqual(numbers(await runs.list({ ...mine, tool: "github.issues_create" })), [3, 1]);
    assert.deepEqual(numbers(await runs.list({ ...mine, connection: "conn_2" })), [3]);
    assert.deepEqual(numbers(await runs.list({ ...mine, status: "failed" })), [2]);
    assert.deepEqual(numbers(await runs.list({ ...mine, apps: ["github", "slack"] })), [3, 1]);
    assert.deepEqual(await runs.list({ ...mine, apps: [] }), []);
  }),

  check("shows and forgets nobody else's runs", async ({ runs }) => {
    const theirs = begun(1, { user: "user_1" });
    await runs.finish(ended(theirs), { wasBegun: false });
    assert.deepEqual(await runs.list(mine), []);
    assert.deepEqual(numbers(await runs.list({ ...mine, user: "user_1" })), [1]);
    for (const [account, user] of [
      ["acc_1", undefined],
      ["acc_1", "user_2"],
      ["acc_2", "user_1"],
    ] as const) {
      assert.equal(await runs.run(account, user, theirs.id), undefined);
      assert.equal(await runs.remove(account, user, theirs.id), false);
    }
    assert.equal(await runs.remove("acc_1", "user_1", theirs.id), true);
    assert.equal(await runs.run("acc_1", "user_1", theirs.id), undefined);
  }),

  check("forgets no run that somebody is at", async ({ runs }) => {
    await runs.begin(begun(1), aMinute);
    assert.equal(await runs.remove("acc_1", undefined, begun(1).id), false);
    assert.notEqual(await runs.run("acc_1", undefined, begun(1).id), undefined);
  }),
];
