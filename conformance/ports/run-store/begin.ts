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
  SECOND,
  together,
  toStoredRun,
} from "./check.ts";

/** What is promised of runs that are begun and finished, once where once is meant. */
export const beginChecks: readonly RunStoreCheck[] = [
  check("keeps a run from its beginning to its end", async ({ runs }) => {
    const run = createStartedRun(1);
    assert.deepEqual(await runs.begin(run, ONE_MINUTE_LEASE), { outcome: "acquired" });
    assert.deepEqual(await runs.find("acc_1", undefined, run.id), toStoredRun(run));
    assert.equal(await runs.finish(createFinishedRun(run), { wasBegun: true }), true);
    assert.deepEqual(
      await runs.find("acc_1", undefined, run.id),
      toStoredRun(createFinishedRun(run)),
    );
  }),

  check("keeps a run that was over before it was written down", async ({ runs }) => {
    assert.equal(
      await runs.finish(createFinishedRun(createStartedRun(1)), { wasBegun: false }),
      true,
    );
    assert.deepEqual(
      await runs.find("acc_1", undefined, createStartedRun(1).id),
      toStoredRun(createFinishedRun(createStartedRun(1))),
    );
  }),

  check(
    "changes nothing of a run that is over, nor of one that was forgotten",
    async ({ runs }) => {
      const run = createStartedRun(1);
      await runs.begin(run, ONE_MINUTE_LEASE);
      await runs.finish(createFinishedRun(run, { status: "outcome_unknown" }), { wasBegun: true });
      assert.equal(await runs.finish(createFinishedRun(run), { wasBegun: true }), false);
      assert.equal((await runs.find("acc_1", undefined, run.id))?.status, "outcome_unknown");
      await runs.remove("acc_1", undefined, run.id);
      assert.equal(await runs.finish(createFinishedRun(run), { wasBegun: true }), false);
      assert.equal(await runs.find("acc_1", undefined, run.id), undefined);
    },
  ),

  check(
    "gives a claimed run to whoever asks first of fifty, in several places",
    async ({ runs, reopen }) => {
      const all = [runs, ...(await together(3, reopen))];
      const outcomes = await together(50, (each) =>
        all[each % 4]!.begin(createStartedRun(each), { ...ONE_MINUTE_LEASE, claim: RUN_CLAIM }),
      );
      const first = outcomes.findIndex(({ outcome }) => outcome === "acquired");
      assert.equal(outcomes.filter(({ outcome }) => outcome === "acquired").length, 1);
      for (const [index, outcome] of outcomes.entries())
        if (index !== first)
          assert.deepEqual(outcome, {
            outcome: "existing",
            run: toStoredRun(createStartedRun(first)),
          });
    },
  ),

  check("tells another request under the same key from the same one", async ({ runs }) => {
    await runs.begin(createStartedRun(1), { ...ONE_MINUTE_LEASE, claim: RUN_CLAIM });
    await runs.finish(createFinishedRun(createStartedRun(1)), { wasBegun: true });
    assert.deepEqual(
      await runs.begin(createStartedRun(2), {
        ...ONE_MINUTE_LEASE,
        claim: { ...RUN_CLAIM, request: "digest_2" },
      }),
      { outcome: "conflict" },
    );
    assert.deepEqual(
      await runs.begin(createStartedRun(2), { ...ONE_MINUTE_LEASE, claim: RUN_CLAIM }),
      {
        outcome: "existing",
        run: toStoredRun(createFinishedRun(createStartedRun(1))),
      },
    );
    assert.deepEqual(await runs.findClaimed({ key: "claim_1" }, NOW), {
      run: toStoredRun(createFinishedRun(createStartedRun(1))),
      request: "digest_1",
      until: ONE_MINUTE_LEASE.until,
    });
    assert.equal(await runs.findClaimed({ key: "claim_2" }, NOW), undefined);
  }),

  check(
    "gives a key anew when its time is over, and keeps the run that had it",
    async ({ runs }) => {
      await runs.begin(createStartedRun(1), { ...ONE_MINUTE_LEASE, claim: RUN_CLAIM });
      const later = NOW + DAY;
      assert.equal(await runs.findClaimed({ key: "claim_1" }, later), undefined);
      assert.deepEqual(
        await runs.begin(createStartedRun(2), {
          until: later + 60 * SECOND,
          now: later,
          claim: { ...RUN_CLAIM, request: "digest_2", keep: later + DAY },
        }),
        { outcome: "acquired" },
      );
      assert.equal(
        (await runs.find("acc_1", undefined, createStartedRun(1).id))?.status,
        "running",
      );
    },
  ),

  check("finds the runs that nobody is at any more, and no others", async ({ runs }) => {
    await runs.begin(createStartedRun(1), ONE_MINUTE_LEASE);
    await runs.begin(createStartedRun(2), { ...ONE_MINUTE_LEASE, until: NOW + 120 * SECOND });
    await runs.begin(createStartedRun(3), ONE_MINUTE_LEASE);
    await runs.finish(createFinishedRun(createStartedRun(3)), { wasBegun: true });
    assert.deepEqual(await runs.listAbandoned(ONE_MINUTE_LEASE.until - 1), []);
    assert.deepEqual(
      (await runs.listAbandoned(ONE_MINUTE_LEASE.until)).map(({ id }) => id),
      [createStartedRun(1).id],
    );
  }),
];
