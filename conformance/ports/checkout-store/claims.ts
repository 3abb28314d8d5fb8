import assert from "node:assert/strict";
import { runConcurrently } from "../port-check.ts";
import type { CheckoutStoreCheck } from "./checkout-store.ts";
import { CLAIM_REQUEST, check, countOutcomes, NOW, SECOND } from "./checkouts.ts";

/** The same request for another checkout, `ms` milliseconds after `CLAIM_REQUEST`. */
const claimAfter = (ms: number) => ({
  ...CLAIM_REQUEST,
  now: CLAIM_REQUEST.now + ms,
  until: CLAIM_REQUEST.until + ms,
  keep: CLAIM_REQUEST.keep + ms,
  checkout: "chk_2",
});

export const claimChecks: readonly CheckoutStoreCheck[] = [
  check("grants a claim to the first caller only", async ({ store }) => {
    assert.deepEqual(await store.claim(CLAIM_REQUEST), {
      outcome: "acquired",
      checkout: "chk_1",
    });
    assert.deepEqual(await store.claim(claimAfter(SECOND)), { outcome: "in_progress" });
    assert.deepEqual(await store.claim({ ...claimAfter(SECOND), key: "key_2" }), {
      outcome: "acquired",
      checkout: "chk_2",
    });
  }),

  check("grants a claim to one of 50 simultaneous callers", async ({ store }) => {
    const claims = await runConcurrently(50, (index) =>
      store.claim({ ...CLAIM_REQUEST, checkout: `chk_${index}` }),
    );
    assert.deepEqual(countOutcomes(claims), { acquired: 1, in_progress: 49 });
    assert.deepEqual(
      claims.find(({ outcome }) => outcome === "acquired"),
      {
        outcome: "acquired",
        checkout: `chk_${claims.findIndex(({ outcome }) => outcome === "acquired")}`,
      },
    );
  }),

  check(
    "reports a conflict for a different request with the same key at every stage",
    async ({ store }) => {
      const other = { ...CLAIM_REQUEST, request: "digest_2" };
      await store.claim(CLAIM_REQUEST);
      assert.deepEqual(await store.claim(other), { outcome: "conflict" });
      assert.deepEqual(await store.claim({ ...claimAfter(61 * SECOND), request: "digest_2" }), {
        outcome: "conflict",
      });
      await store.releaseClaim("key_1");
      assert.deepEqual(await store.claim(other), { outcome: "conflict" });
      await store.completeClaim("key_1", "answer");
      assert.deepEqual(await store.claim(other), { outcome: "conflict" });
    },
  ),

  check("returns the response of a completed request", async ({ store }) => {
    await store.claim(CLAIM_REQUEST);
    await store.completeClaim("key_1", '{"status":201}');
    const completed = { outcome: "completed", checkout: "chk_1", answer: '{"status":201}' };
    assert.deepEqual(await store.claim(claimAfter(SECOND)), completed);
    assert.deepEqual(await store.claim(claimAfter(61 * SECOND)), completed);
    assert.deepEqual(
      countOutcomes(await runConcurrently(20, () => store.claim(claimAfter(61 * SECOND)))),
      {
        completed: 20,
      },
    );
  }),

  check("returns an empty response", async ({ store }) => {
    await store.claim(CLAIM_REQUEST);
    await store.completeClaim("key_1", "");
    assert.deepEqual(await store.claim(claimAfter(SECOND)), {
      outcome: "completed",
      checkout: "chk_1",
      answer: "",
    });
  }),

  check("keeps the first response", async ({ store }) => {
    await store.claim(CLAIM_REQUEST);
    await store.completeClaim("key_1", "first");
    await store.completeClaim("key_1", "second");
    assert.deepEqual(await store.claim(claimAfter(SECOND)), {
      outcome: "completed",
      checkout: "chk_1",
      answer: "first",
    });
  }),

  check("grants an expired claim again, with the first checkout", async ({ store }) => {
    await store.claim(CLAIM_REQUEST);
    assert.deepEqual(
      await store.claim({ ...claimAfter(60 * SECOND), now: CLAIM_REQUEST.until - 1 }),
      {
        outcome: "in_progress",
      },
    );
    assert.deepEqual(await store.claim({ ...claimAfter(60 * SECOND), now: CLAIM_REQUEST.until }), {
      outcome: "acquired",
      checkout: "chk_1",
    });
    assert.deepEqual(await store.claim(claimAfter(61 * SECOND)), { outcome: "in_progress" });
  }),

  check("grants an expired claim to one of 50 simultaneous callers", async ({ store }) => {
    await store.claim(CLAIM_REQUEST);
    assert.deepEqual(
      countOutcomes(await runConcurrently(50, () => store.claim(claimAfter(61 * SECOND)))),
      {
        acquired: 1,
        in_progress: 49,
      },
    );
  }),

  check("grants a released claim again, with the first checkout", async ({ store }) => {
    await store.claim(CLAIM_REQUEST);
    await store.releaseClaim("key_1");
    const claims = await runConcurrently(50, () => store.claim(claimAfter(SECOND)));
    assert.deepEqual(countOutcomes(claims), { acquired: 1, in_progress: 49 });
    assert.deepEqual(
      claims.find(({ outcome }) => outcome === "acquired"),
      { outcome: "acquired", checkout: "chk_1" },
    );
  }),

  check("keeps a completed claim when it is released", async ({ store }) => {
    await store.claim(CLAIM_REQUEST);
    await store.completeClaim("key_1", "answer");
    await store.releaseClaim("key_1");
    assert.deepEqual(await store.claim(claimAfter(SECOND)), {
      outcome: "completed",
      checkout: "chk_1",
      answer: "answer",
    });
  }),

  check("ignores completing or releasing a key that was never claimed", async ({ store }) => {
    await store.completeClaim("key_1", "answer");
    await store.releaseClaim("key_1");
    assert.deepEqual(await store.claim(CLAIM_REQUEST), {
      outcome: "acquired",
      checkout: "chk_1",
    });
  }),

  check("forgets an expired key, whether or not its request completed", async ({ store }) => {
    const createNextClaim = (key: string) => ({
      ...CLAIM_REQUEST,
      key,
      request: "digest_2",
      checkout: "chk_2",
      now: CLAIM_REQUEST.keep,
      until: CLAIM_REQUEST.keep + SECOND,
      keep: CLAIM_REQUEST.keep + 2 * SECOND,
    });
    for (const key of ["completed", "released", "in_progress"])
      await store.claim({ ...CLAIM_REQUEST, key });
    await store.completeClaim("completed", "answer");
    await store.releaseClaim("released");
    for (const key of ["completed", "released", "in_progress"]) {
      assert.deepEqual(
        await store.claim({ ...createNextClaim(key), now: CLAIM_REQUEST.keep - 1 }),
        { outcome: "conflict" },
        key,
      );
      assert.deepEqual(
        await store.claim(createNextClaim(key)),
        { outcome: "acquired", checkout: "chk_2" },
        key,
      );
      assert.deepEqual(await store.claim(createNextClaim(key)), { outcome: "in_progress" }, key);
    }
  }),

  check("deletes only expired keys", async ({ store }) => {
    await runConcurrently(60, (index) =>
      store.claim({ ...CLAIM_REQUEST, key: `key_${index}`, keep: NOW + index }),
    );
    await store.deleteExpired(NOW + 29);
    const claims = await runConcurrently(60, (index) =>
      store.claim({ ...claimAfter(0), key: `key_${index}`, now: NOW - 1 }),
    );
    assert.deepEqual(
      claims.map(({ outcome }) => outcome),
      Array.from({ length: 60 }, (_, index) => (index <= 29 ? "acquired" : "in_progress")),
    );
  }),

  check("keeps a key that is claimed again during deletion", async ({ store }) => {
    await runConcurrently(40, (index) =>
      store.claim({ ...CLAIM_REQUEST, key: `key_${index}`, keep: NOW + 1 }),
    );
    const repeated = { ...claimAfter(SECOND), request: "digest_2" };
    await runConcurrently(40, async (index) => {
      if (index % 4 === 0) await store.deleteExpired(NOW + SECOND);
      else
        assert.equal((await store.claim({ ...repeated, key: `key_${index}` })).outcome, "acquired");
    });
    for (let index = 0; index < 40; index++) {
      if (index % 4 !== 0)
        assert.equal(
          (await store.claim({ ...repeated, key: `key_${index}` })).outcome,
          "in_progress",
          `key_${index}`,
        );
    }
  }),
];

export const paymentEventChecks: readonly CheckoutStoreCheck[] = [
  check("reports recorded events", async ({ store }) => {
    assert.equal(await store.hasEvent("evt_1"), false);
    await store.recordEvent("evt_1", NOW);
    assert.equal(await store.hasEvent("evt_1"), true);
    assert.equal(await store.hasEvent("evt_2"), false);
  }),

  check("records the same event any number of times", async ({ store }) => {
    await runConcurrently(20, () => store.recordEvent("evt_1", NOW));
    assert.equal(await store.hasEvent("evt_1"), true);
  }),

  check("deletes only expired events", async ({ store }) => {
    await runConcurrently(40, (index) => store.recordEvent(`evt_${index}`, NOW + index));
    await runConcurrently(4, () => store.deleteExpired(NOW + 19));
    const results = await runConcurrently(40, (index) => store.hasEvent(`evt_${index}`));
    assert.deepEqual(
      results,
      Array.from({ length: 40 }, (_, index) => index > 19),
    );
  }),

  check("keeps an event until its latest expiry", async ({ store }) => {
    await store.recordEvent("evt_1", NOW);
    await store.recordEvent("evt_1", NOW + 10);
    await store.deleteExpired(NOW + 9);
    assert.equal(await store.hasEvent("evt_1"), true);
    await store.deleteExpired(NOW + 10);
    assert.equal(await store.hasEvent("evt_1"), false);
  }),
];
