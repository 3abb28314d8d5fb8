import assert from "node:assert/strict";
import type { RunsCheck } from "../runs.ts";
import { aMinute, begun, check, claim, DAY, ended, NOW } from "./check.ts";

const result = { encoding: "text", data: '{"number":42,"title":"Ünïcode \\u0000"}' } as const;

/** What is promised of what apps answered, and of forgetting. */
export const resultChecks: readonly RunsCheck[] = [
  check("keeps what an app answered with the run, until it is forgotten", async ({ runs }) => {
    await runs.begin(begun(1), aMinute);
    await runs.finish(ended(begun(1)), { wasBegun: true, result, keepResult: NOW + DAY });
    await runs.finish(ended(begun(2)), {
      wasBegun: false,
      result: { encoding: "base64", data: "AAECAw==" },
      keepResult: NOW + DAY,
    });
    assert.deepEqual(await runs.result(begun(1).id), result);
    assert.deepEqual(await runs.result(begun(2).id), { encoding: "base64", data: "AAECAw==" });
    await runs.remove("acc_1", undefined, begun(1).id);
    assert.equal(await runs.result(begun(1).id), undefined);
  }),

  check("has no result of a run that none was kept of", async ({ runs }) => {
    await runs.finish(ended(begun(1)), { wasBegun: false });
    assert.equal(await runs.result(begun(1).id), undefined);
  }),

  check("forgets results when their time is over, and runs after theirs", async ({ runs }) => {
    await runs.finish(ended(begun(1)), { wasBegun: false, result, keepResult: NOW + DAY });
    await runs.finish(ended(begun(2)), { wasBegun: false, result, keepResult: NOW + DAY + 1 });
    await runs.sweep(NOW + 1_000, NOW + DAY);
    assert.equal(await runs.result(begun(1).id), undefined);
    assert.notEqual(await runs.run("acc_1", undefined, begun(1).id), undefined);
    assert.deepEqual(await runs.result(begun(2).id), result);
    await runs.sweep(NOW + 2_000, NOW);
    assert.equal(await runs.run("acc_1", undefined, begun(1).id), undefined);
    assert.notEqual(await runs.run("acc_1", undefined, begun(2).id), undefined);
  }),

  check("forgets keys when their time is over", async ({ runs }) => {
    await runs.begin(begun(1), { ...aMinute, claim });
    await runs.sweep(NOW, NOW + DAY - 1);
    assert.notEqual(await runs.claimed(claim, NOW), undefined);
    await runs.sweep(NOW, NOW + DAY);
    assert.equal(await runs.claimed(claim, NOW), undefined);
  }),

  check("keeps results of ten megabytes", async ({ runs }) => {
    const data = "0123456789abcdef".repeat(625_000);
    await runs.finish(ended(begun(1)), {
      wasBegun: false,
      result: { encoding: "text", data },
      keepResult: NOW + DAY,
    });
    assert.equal((await runs.result(begun(1).id))?.data === data, true);
  }),

  check("has kept everything when it is opened again", async ({ runs, again }) => {
    await runs.begin(begun(1), { ...aMinute, claim });
    await runs.finish(ended(begun(1)), { wasBegun: true, result, keepResult: NOW + DAY });
    const other = await again();
    assert.deepEqual(await other.result(begun(1).id), result);
    assert.equal((await other.claimed(claim, NOW))?.run.status, "succeeded");
  }),
];
