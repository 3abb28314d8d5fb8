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
