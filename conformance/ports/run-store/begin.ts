import assert from "node:assert/strict";
import type { RunClaim, RunRecord } from "../../../core/ports/stores/run-store.ts";
import { createCheck, runConcurrently } from "../port-check.ts";
import type { RunStoreCheck, RunStoreFixture } from "./run-store.ts";

export const check = createCheck<RunStoreFixture>;

/** Milliseconds since 1970, as are all times of the port. */
export const NOW = 1_795_255_200_000;
export const SECOND = 1000;
export const DAY = 86_400_000;

/**
 * A running run, created `number` seconds after `NOW`. Its ID ends with `number` in hexadecimal.
 */
export const createStartedRun = (
  number: number,
  overrides: Partial<RunRecord> = {},
): RunRecord => ({
  id: `run_${(NOW + number * SECOND).toString(16).padStart(12, "0")}${number.toString(16).padStart(20, "0")}`,
  account: "acc_1",
  key: "key_1",
  app: "github",
  tool: "github.issues_create",
  connection: "conn_1",
  status: "running",
  isUnsafe: true,
  arguments: { title: "It hums" },
  attempts: [],
  created: new Date(NOW + number * SECOND).toISOString(),
  ...overrides,
});

/** The run after it succeeded. */
export const createFinishedRun = (
  run: RunRecord,
  overrides: Partial<RunRecord> = {},
): RunRecord => ({
  ...run,
  status: "succeeded",
  attempts: [{ started: run.created, milliseconds: 12, status: 201 }],
  response: { status: 201, headers: {}, mediaType: "application/json", size: 13, isCut: false },
  finished: new Date(Date.parse(run.created) + SECOND).toISOString(),
  ...overrides,
});

export const ONE_MINUTE_LEASE = { until: NOW + 60 * SECOND, now: NOW };

/** A claim whose idempotency key expires after a day. */
export const RUN_CLAIM: RunClaim = { key: "claim_1", request: "digest_1", keep: NOW + DAY };

/** The run as a store returns it, without undefined properties. */
export const toStoredRun = (run: RunRecord): RunRecord =>
  JSON.parse(JSON.stringify(run)) as RunRecord;

export const beginChecks: readonly RunStoreCheck[] = [
  check("stores a run when it starts and when it finishes", async ({ store }) => {
    const run = createStartedRun(1);
    assert.deepEqual(await store.begin(run, ONE_MINUTE_LEASE), { outcome: "acquired" });
    assert.deepEqual(await store.find("acc_1", undefined, run.id), toStoredRun(run));
    assert.equal(await store.finish(createFinishedRun(run), { wasBegun: true }), true);
    assert.deepEqual(
      await store.find("acc_1", undefined, run.id),
      toStoredRun(createFinishedRun(run)),
    );
  }),

  check("stores a finished run that was never started in the store", async ({ store }) => {
    assert.equal(
      await store.finish(createFinishedRun(createStartedRun(1)), { wasBegun: false }),
      true,
    );
    assert.deepEqual(
      await store.find("acc_1", undefined, createStartedRun(1).id),
      toStoredRun(createFinishedRun(createStartedRun(1))),
    );
  }),

  check("never changes a finished run or restores a removed run", async ({ store }) => {
    const run = createStartedRun(1);
    await store.begin(run, ONE_MINUTE_LEASE);
    await store.finish(createFinishedRun(run, { status: "outcome_unknown" }), { wasBegun: true });
    assert.equal(await store.finish(createFinishedRun(run), { wasBegun: true }), false);
    assert.equal((await store.find("acc_1", undefined, run.id))?.status, "outcome_unknown");
    await store.remove("acc_1", undefined, run.id);
    assert.equal(await store.finish(createFinishedRun(run), { wasBegun: true }), false);
    assert.equal(await store.find("acc_1", undefined, run.id), undefined);
  }),

  check(
    "starts a claimed run for only one of 50 callers in several processes",
    async ({ store, reopen }) => {
      const all = [store, ...(await runConcurrently(3, reopen))];
      const outcomes = await runConcurrently(50, (index) =>
        all[index % 4]!.begin(createStartedRun(index), { ...ONE_MINUTE_LEASE, claim: RUN_CLAIM }),
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

  check(
    "distinguishes a repeated request from a different request with the same key",
    async ({ store }) => {
      await store.begin(createStartedRun(1), { ...ONE_MINUTE_LEASE, claim: RUN_CLAIM });
      await store.finish(createFinishedRun(createStartedRun(1)), { wasBegun: true });
      assert.deepEqual(
        await store.begin(createStartedRun(2), {
          ...ONE_MINUTE_LEASE,
          claim: { ...RUN_CLAIM, request: "digest_2" },
        }),
        { outcome: "conflict" },
      );
      assert.deepEqual(
        await store.begin(createStartedRun(2), { ...ONE_MINUTE_LEASE, claim: RUN_CLAIM }),
        {
          outcome: "existing",
          run: toStoredRun(createFinishedRun(createStartedRun(1))),
        },
      );
      assert.deepEqual(await store.findClaimed({ key: "claim_1" }, NOW), {
        run: toStoredRun(createFinishedRun(createStartedRun(1))),
        request: "digest_1",
        until: ONE_MINUTE_LEASE.until,
      });
      assert.equal(await store.findClaimed({ key: "claim_2" }, NOW), undefined);
    },
  ),

  check("lets an expired key be claimed again and keeps the earlier run", async ({ store }) => {
    await store.begin(createStartedRun(1), { ...ONE_MINUTE_LEASE, claim: RUN_CLAIM });
    const later = NOW + DAY;
    assert.equal(await store.findClaimed({ key: "claim_1" }, later), undefined);
    assert.deepEqual(
      await store.begin(createStartedRun(2), {
        until: later + 60 * SECOND,
        now: later,
        claim: { ...RUN_CLAIM, request: "digest_2", keep: later + DAY },
      }),
      { outcome: "acquired" },
    );
    assert.equal((await store.find("acc_1", undefined, createStartedRun(1).id))?.status, "running");
  }),

  check("lists only running runs whose lease has expired", async ({ store }) => {
    await store.begin(createStartedRun(1), ONE_MINUTE_LEASE);
    await store.begin(createStartedRun(2), { ...ONE_MINUTE_LEASE, until: NOW + 120 * SECOND });
    await store.begin(createStartedRun(3), ONE_MINUTE_LEASE);
    await store.finish(createFinishedRun(createStartedRun(3)), { wasBegun: true });
    assert.deepEqual(await store.listAbandoned(ONE_MINUTE_LEASE.until - 1), []);
    assert.deepEqual(
      (await store.listAbandoned(ONE_MINUTE_LEASE.until)).map(({ id }) => id),
      [createStartedRun(1).id],
    );
  }),
];
