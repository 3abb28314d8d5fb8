import assert from "node:assert/strict";
import type { RunsCheck } from "../runs.ts";
import {
  aMinute,
  asKept,
  begun,
  check,
  claim,
  DAY,
  ended,
  NOW,
  SECOND,
  together,
} from "./check.ts";

/** What is promised of runs that are begun and finished, once where once is meant. */
export const beginChecks: readonly RunsCheck[] = [
  check("keeps a run from its beginning to its end", async ({ runs }) => {
    const run = begun(1);
    assert.deepEqual(await runs.begin(run, aMinute), { outcome: "yours" });
    assert.deepEqual(await runs.run("acc_1", undefined, run.id), asKept(run));
    assert.equal(await runs.finish(ended(run), { wasBegun: true }), true);
    assert.deepEqual(await runs.run("acc_1", undefined, run.id), asKept(ended(run)));
  }),

  check("keeps a run that was over before it was written down", async ({ runs }) => {
    assert.equal(await runs.finish(ended(begun(1)), { wasBegun: false }), true);
    assert.deepEqual(await runs.run("acc_1", undefined, begun(1).id), asKept(ended(begun(1))));
  }),

  check(
    "changes nothing of a run that is over, nor of one that was forgotten",
    async ({ runs }) => {
      const run = begun(1);
      await runs.begin(run, aMinute);
      await runs.finish(ended(run, { status: "outcome_unknown" }), { wasBegun: true });
      assert.equal(await runs.finish(ended(run), { wasBegun: true }), false);
      assert.equal((await runs.run("acc_1", undefined, run.id))?.status, "outcome_unknown");
      await runs.remove("acc_1", undefined, run.id);
      assert.equal(await runs.finish(ended(run), { wasBegun: true }), false);
      assert.equal(await runs.run("acc_1", undefined, run.id), undefined);
    },
  ),

  check(
    "gives a claimed run to whoever asks first of fifty, in several places",
    async ({ runs, again }) => {
      const all = [runs, ...(await together(3, again))];
      const outcomes = await together(50, (each) =>
        all[each % 4]!.begin(begun(each), { ...aMinute, claim }),
      );
      const first = outcomes.findIndex(({ outcome }) => outcome === "yours");
      assert.equal(outcomes.filter(({ outcome }) => outcome === "yours").length, 1);
      for (const [at, outcome] of outcomes.entries())
        if (at !== first)
          assert.deepEqual(outcome, { outcome: "known", run: asKept(begun(first)) });
    },
  ),

  check("tells another request under the same key from the same one", async ({ runs }) => {
    await runs.begin(begun(1), { ...aMinute, claim });
    await runs.finish(ended(begun(1)), { wasBegun: true });
    assert.deepEqual(
      await runs.begin(begun(2), { ...aMinute, claim: { ...claim, request: "digest_2" } }),
      { outcome: "other" },
    );
    assert.deepEqual(await runs.begin(begun(2), { ...aMinute, claim }), {
      outcome: "known",
      run: asKept(ended(begun(1))),
    });
    assert.deepEqual(await runs.claimed({ key: "claim_1" }, NOW), {
      run: asKept(ended(begun(1))),
      request: "digest_1",
      until: aMinute.until,
    });
    assert.equal(await runs.claimed({ key: "claim_2" }, NOW), undefined);
  }),

  check(
    "gives a key anew when its time is over, and keeps the run that had it",
    async ({ runs }) => {
      await runs.begin(begun(1), { ...aMinute, claim });
      const later = NOW + DAY;
      assert.equal(await runs.claimed({ key: "claim_1" }, later), undefined);
      assert.deepEqual(
        await runs.begin(begun(2), {
          until: later + 60 * SECOND,
          now: later,
          claim: { ...claim, request: "digest_2", keep: later + DAY },
        }),
        { outcome: "yours" },
      );
      assert.equal((await runs.run("acc_1", undefined, begun(1).id))?.status, "running");
    },
  ),

  check("finds the runs that nobody is at any more, and no others", async ({ runs }) => {
    await runs.begin(begun(1), aMinute);
    await runs.begin(begun(2), { ...aMinute, until: NOW + 120 * SECOND });
    await runs.begin(begun(3), aMinute);
    await runs.finish(ended(begun(3)), { wasBegun: true });
    assert.deepEqual(await runs.abandoned(aMinute.until - 1), []);
    assert.deepEqual(
      (await runs.abandoned(aMinute.until)).map(({ id }) => id),
      [begun(1).id],
    );
  }),
];
