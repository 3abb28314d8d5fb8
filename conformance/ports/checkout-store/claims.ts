import assert from "node:assert/strict";
import type { CheckoutStoreCheck } from "../checkout-store.ts";
import { CLAIM_REQUEST, check, countOutcomes, NOW, SECOND, together } from "./check.ts";

const claimAfter = (ms: number) => ({
  ...CLAIM_REQUEST,
  now: CLAIM_REQUEST.now + ms,
  until: CLAIM_REQUEST.until + ms,
  keep: CLAIM_REQUEST.keep + ms,
  checkout: "chk_2",
});

/** What is promised of requests that must be carried out once. */
export const claimChecks: readonly CheckoutStoreCheck[] = [
  check(
    "gives a request to whoever asks first, and keeps it from the next",
    async ({ storage }) => {
      assert.deepEqual(await storage.claim(CLAIM_REQUEST), {
        outcome: "acquired",
        checkout: "chk_1",
      });
      assert.deepEqual(await storage.claim(claimAfter(SECOND)), { outcome: "in_progress" });
      assert.deepEqual(await storage.claim({ ...claimAfter(SECOND), key: "key_2" }), {
        outcome: "acquired",
        checkout: "chk_2",
      });
    },
  ),

  check("gives a request to one of fifty who ask at the same time", async ({ storage }) => {
    const claims = await together(50, (each) =>
      storage.claim({ ...CLAIM_REQUEST, checkout: `chk_${each}` }),
    );
    assert.deepEqual(countOutcomes(claims), { yours: 1, busy: 49 });
    assert.deepEqual(
      claims.find(({ outcome }) => outcome === "acquired"),
      {
        outcome: "acquired",
        checkout: `chk_${claims.findIndex(({ outcome }) => outcome === "acquired")}`,
      },
    );
  }),

  check("knows another request under the same key, at any stage", async ({ storage }) => {
    const other = { ...CLAIM_REQUEST, request: "digest_2" };
    await storage.claim(CLAIM_REQUEST);
    assert.deepEqual(await storage.claim(other), { outcome: "conflict" });
    assert.deepEqual(await storage.claim({ ...claimAfter(61 * SECOND), request: "digest_2" }), {
      outcome: "conflict",
    });
    await storage.releaseClaim("key_1");
    assert.deepEqual(await storage.claim(other), { outcome: "conflict" });
    await storage.completeClaim("key_1", "answer");
    assert.deepEqual(await storage.claim(other), { outcome: "conflict" });
  }),

  check("gives the answer of a request that was carried out", async ({ storage }) => {
    await storage.claim(CLAIM_REQUEST);
    await storage.completeClaim("key_1", '{"status":201}');
    const done = { outcome: "completed", checkout: "chk_1", answer: '{"status":201}' };
    assert.deepEqual(await storage.claim(claimAfter(SECOND)), done);
    assert.deepEqual(await storage.claim(claimAfter(61 * SECOND)), done);
    assert.deepEqual(
      countOutcomes(await together(20, () => storage.claim(claimAfter(61 * SECOND)))),
      {
        done: 20,
      },
    );
  }),

  check("gives an answer that is empty, too", async ({ storage }) => {
    await storage.claim(CLAIM_REQUEST);
    await storage.completeClaim("key_1", "");
    assert.deepEqual(await storage.claim(claimAfter(SECOND)), {
      outcome: "completed",
      checkout: "chk_1",
      answer: "",
    });
  }),

  check("stays with the first answer", async ({ storage }) => {
    await storage.claim(CLAIM_REQUEST);
    await storage.completeClaim("key_1", "first");
    await storage.completeClaim("key_1", "second");
    assert.deepEqual(await storage.claim(claimAfter(SECOND)), {
      outcome: "completed",
      checkout: "chk_1",
      answer: "first",
    });
  }),

  check(
    "gives a request whose time is over to the next, with the checkout of the first",
    async ({ storage }) => {
      await storage.claim(CLAIM_REQUEST);
      assert.deepEqual(
        await storage.claim({ ...claimAfter(60 * SECOND), now: CLAIM_REQUEST.until - 1 }),
        {
          outcome: "in_progress",
        },
      );
      assert.deepEqual(
        await storage.claim({ ...claimAfter(60 * SECOND), now: CLAIM_REQUEST.until }),
        {
          outcome: "acquired",
          checkout: "chk_1",
        },
      );
      assert.deepEqual(await storage.claim(claimAfter(61 * SECOND)), { outcome: "in_progress" });
    },
  ),

  check("gives a request whose time is over to one of fifty", async ({ storage }) => {
    await storage.claim(CLAIM_REQUEST);
    assert.deepEqual(
      countOutcomes(await together(50, () => storage.claim(claimAfter(61 * SECOND)))),
      {
        yours: 1,
        busy: 49,
      },
    );
  }),

  check(
    "gives a request that was left to the next, with the checkout of the first",
    async ({ storage }) => {
      await storage.claim(CLAIM_REQUEST);
      await storage.releaseClaim("key_1");
      const claims = await together(50, () => storage.claim(claimAfter(SECOND)));
      assert.deepEqual(countOutcomes(claims), { yours: 1, busy: 49 });
      assert.deepEqual(
        claims.find(({ outcome }) => outcome === "acquired"),
        { outcome: "acquired", checkout: "chk_1" },
      );
    },
  ),

  check("leaves what was carried out, whoever lets go of it", async ({ storage }) => {
    await storage.claim(CLAIM_REQUEST);
    await storage.completeClaim("key_1", "answer");
    await storage.releaseClaim("key_1");
    assert.deepEqual(await storage.claim(claimAfter(SECOND)), {
      outcome: "completed",
      checkout: "chk_1",
      answer: "answer",
    });
  }),

  check("settles and leaves nothing that was never claimed", async ({ storage }) => {
    await storage.completeClaim("key_1", "answer");
    await storage.releaseClaim("key_1");
    assert.deepEqual(await storage.claim(CLAIM_REQUEST), {
      outcome: "acquired",
      checkout: "chk_1",
    });
  }),

  check("forgets a key when its time is over, carried out or not", async ({ storage }) => {
    const after = (key: string) => ({
      ...CLAIM_REQUEST,
      key,
      request: "digest_2",
      checkout: "chk_2",
      now: CLAIM_REQUEST.keep,
      until: CLAIM_REQUEST.keep + SECOND,
      keep: CLAIM_REQUEST.keep + 2 * SECOND,
    });
    for (const key of ["done", "left", "busy"]) await storage.claim({ ...CLAIM_REQUEST, key });
    await storage.completeClaim("done", "answer");
    await storage.releaseClaim("left");
    for (const key of ["done", "left", "busy"]) {
      assert.deepEqual(
        await storage.claim({ ...after(key), now: CLAIM_REQUEST.keep - 1 }),
        { outcome: "conflict" },
        key,
      );
      assert.deepEqual(
        await storage.claim(after(key)),
        { outcome: "acquired", checkout: "chk_2" },
        key,
      );
      assert.deepEqual(await storage.claim(after(key)), { outcome: "in_progress" }, key);
    }
  }),

  check("forgets the keys whose time is over, and no others", async ({ storage }) => {
    await together(60, (each) =>
      storage.claim({ ...CLAIM_REQUEST, key: `key_${each}`, keep: NOW + each }),
    );
    await storage.deleteExpired(NOW + 29);
    const claims = await together(60, (each) =>
      storage.claim({ ...claimAfter(0), key: `key_${each}`, now: NOW - 1 }),
    );
    assert.deepEqual(
      claims.map(({ outcome }) => outcome),
      Array.from({ length: 60 }, (_, each) => (each <= 29 ? "acquired" : "in_progress")),
    );
  }),

  check("keeps a key that is claimed anew while it is being forgotten", async ({ storage }) => {
    await together(40, (each) =>
      storage.claim({ ...CLAIM_REQUEST, key: `key_${each}`, keep: NOW + 1 }),
    );
    const refreshed = { ...claimAfter(SECOND), request: "digest_2" };
    await together(40, async (each) => {
      if (each % 4 === 0) await storage.deleteExpired(NOW + SECOND);
      else
        assert.equal(
          (await storage.claim({ ...refreshed, key: `key_${each}` })).outcome,
          "acquired",
        );
    });
    for (let each = 0; each < 40; each++) {
      if (each % 4 !== 0)
        assert.equal(
          (await storage.claim({ ...refreshed, key: `key_${each}` })).outcome,
          "in_progress",
          `key_${each}`,
        );
    }
  }),
];
