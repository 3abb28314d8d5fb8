import assert from "node:assert/strict";
import type { RunStoreCheck } from "../run-store.ts";
import {
  check,
  createFinishedRun,
  createStartedRun,
  DAY,
  NOW,
  ONE_MINUTE_LEASE,
  RUN_CLAIM,
} from "./check.ts";

const SAMPLE_RESULT = {
  encoding: "text",
  data: '{"number":42,"title":"Ünïcode \\u0000"}',
} as const;

/** What is promised of what apps answered, and of forgetting. */
export const resultChecks: readonly RunStoreCheck[] = [
  check("keeps what an app answered with the run, until it is forgotten", async ({ runs }) => {
    await runs.begin(createStartedRun(1), ONE_MINUTE_LEASE);
    await runs.finish(createFinishedRun(createStartedRun(1)), {
      wasBegun: true,
      result: SAMPLE_RESULT,
      keepResult: NOW + DAY,
    });
    await runs.finish(createFinishedRun(createStartedRun(2)), {
      wasBegun: false,
      result: { encoding: "base64", data: "AAECAw==" },
      keepResult: NOW + DAY,
    });
    assert.deepEqual(await runs.findResult(createStartedRun(1).id), SAMPLE_RESULT);
    assert.deepEqual(await runs.findResult(createStartedRun(2).id), {
      encoding: "base64",
      data: "AAECAw==",
    });
    await runs.remove("acc_1", undefined, createStartedRun(1).id);
    assert.equal(await runs.findResult(createStartedRun(1).id), undefined);
  }),

  check("has no result of a run that none was kept of", async ({ runs }) => {
    await runs.finish(createFinishedRun(createStartedRun(1)), { wasBegun: false });
    assert.equal(await runs.findResult(createStartedRun(1).id), undefined);
  }),

  check("forgets results when their time is over, and runs after theirs", async ({ runs }) => {
    await runs.finish(createFinishedRun(createStartedRun(1)), {
      wasBegun: false,
      result: SAMPLE_RESULT,
      keepResult: NOW + DAY,
    });
    await runs.finish(createFinishedRun(createStartedRun(2)), {
      wasBegun: false,
      result: SAMPLE_RESULT,
      keepResult: NOW + DAY + 1,
    });
    await runs.deleteExpired(NOW + 1_000, NOW + DAY);
    assert.equal(await runs.findResult(createStartedRun(1).id), undefined);
    assert.notEqual(await runs.find("acc_1", undefined, createStartedRun(1).id), undefined);
    assert.deepEqual(await runs.findResult(createStartedRun(2).id), SAMPLE_RESULT);
    await runs.deleteExpired(NOW + 2_000, NOW);
    assert.equal(await runs.find("acc_1", undefined, createStartedRun(1).id), undefined);
    assert.notEqual(await runs.find("acc_1", undefined, createStartedRun(2).id), undefined);
  }),

  check("forgets keys when their time is over", async ({ runs }) => {
    await runs.begin(createStartedRun(1), { ...ONE_MINUTE_LEASE, claim: RUN_CLAIM });
    await runs.deleteExpired(NOW, NOW + DAY - 1);
    assert.notEqual(await runs.findClaimed(RUN_CLAIM, NOW), undefined);
    await runs.deleteExpired(NOW, NOW + DAY);
    assert.equal(await runs.findClaimed(RUN_CLAIM, NOW), undefined);
  }),

  check("keeps results of ten megabytes", async ({ runs }) => {
    const data = "0123456789abcdef".repeat(625_000);
    await runs.finish(createFinishedRun(createStartedRun(1)), {
      wasBegun: false,
      result: { encoding: "text", data },
      keepResult: NOW + DAY,
    });
    assert.equal((await runs.findResult(createStartedRun(1).id))?.data === data, true);
  }),

  check("has kept everything when it is opened again", async ({ runs, reopen }) => {
    await runs.begin(createStartedRun(1), { ...ONE_MINUTE_LEASE, claim: RUN_CLAIM });
    await runs.finish(createFinishedRun(createStartedRun(1)), {
      wasBegun: true,
      result: SAMPLE_RESULT,
      keepResult: NOW + DAY,
    });
    const other = await reopen();
    assert.deepEqual(await other.findResult(createStartedRun(1).id), SAMPLE_RESULT);
    assert.equal((await other.findClaimed(RUN_CLAIM, NOW))?.run.status, "succeeded");
  }),
];
