import assert from "node:assert/strict";
import type { StorageCheck } from "../storage.ts";
import { asked, check, NOW, SECOND, tally, together } from "./check.ts";

const later = (ms: number) => ({
  ...asked,
  now: asked.now + ms,
  until: asked.until + ms,
  keep: asked.keep + ms,
  checkout: "chk_2",
});

/** What is promised of requests that must be carried out once. */
export const claimChecks: readonly StorageCheck[] = [
  check(
    "gives a request to whoever asks first, and keeps it from the next",
    async ({ storage }) => {
      assert.deepEqual(await storage.claim(asked), { outcome: "yours", checkout: "chk_1" });
      assert.deepEqual(await storage.claim(later(SECOND)), { outcome: "busy" });
      assert.deepEqual(await storage.claim({ ...later(SECOND), key: "key_2" }), {
        outcome: "yours",
        checkout: "chk_2",
      });
    },
  ),

  check("gives a request to one of fifty who ask at the same time", async ({ storage }) => {
    const claims = await together(50, (each) =>
      storage.claim({ ...asked, checkout: `chk_${each}` }),
    );
    assert.deepEqual(tally(claims), { yours: 1, busy: 49 });
    assert.deepEqual(
      claims.find(({ outcome }) => outcome === "yours"),
      {
        outcome: "yours",
        checkout: `chk_${claims.findIndex(({ outcome }) => outcome === "yours")}`,
      },
    );
  }),

  check("knows another request under the same key, at any stage", async ({ storage }) => {
    const other = { ...asked, request: "digest_2" };
    await storage.claim(asked);
    assert.deepEqual(await storage.claim(other), { outcome: "other" });
    assert.deepEqual(await storage.claim({ ...later(61 * SECOND), request: "digest_2" }), {
      outcome: "other",
    });
    await storage.release("key_1");
    assert.deepEqual(await storage.claim(other), { outcome: "other" });
    await storage.settle("key_1", "answer");
    assert.deepEqual(await storage.claim(other), { outcome: "other" });
  }),

  check("gives the answer of a request that was carried out", async ({ storage }) => {
    await storage.claim(asked);
    await storage.settle("key_1", '{"status":201}');
    const done = { outcome: "done", checkout: "chk_1", answer: '{"status":201}' };
    assert.deepEqual(await storage.claim(later(SECOND)), done);
    assert.deepEqual(await storage.claim(later(61 * SECOND)), done);
    assert.deepEqual(tally(await together(20, () => storage.claim(later(61 * SECOND)))), {
      done: 20,
    });
  }),

  check("gives an answer that is empty, too", async ({ storage }) => {
    await storage.claim(asked);
    await storage.settle("key_1", "");
    assert.deepEqual(await storage.claim(later(SECOND)), {
      outcome: "done",
      checkout: "chk_1",
      answer: "",
    });
  }),

  check("stays with the first answer", async ({ storage }) => {
    await storage.claim(asked);
    await storage.settle("key_1", "first");
    await storage.settle("key_1", "second");
    assert.deepEqual(await storage.claim(later(SECOND)), {
      outcome: "done",
      checkout: "chk_1",
      answer: "first",
    });
  }),

  check(
    "gives a request whose time is over to the next, with the checkout of the first",
    async ({ storage }) => {
      await storage.claim(asked);
      assert.deepEqual(await storage.claim({ ...later(60 * SECOND), now: asked.until - 1 }), {
        outcome: "busy",
      });
      assert.deepEqual(await storage.claim({ ...later(60 * SECOND), now: asked.until }), {
        outcome: "yours",
        checkout: "chk_1",
      });
      assert.deepEqual(await storage.claim(later(61 * SECOND)), { outcome: "busy" });
    },
  ),

  check("gives a request whose time is over to one of fifty", async ({ storage }) => {
    await storage.claim(asked);
    assert.deepEqual(tally(await together(50, () => storage.claim(later(61 * SECOND)))), {
      yours: 1,
      busy: 49,
    });
  }),

  check(
    "gives a request that was left to the next, with the checkout of the first",
    async ({ storage }) => {
      await storage.claim(asked);
      await storage.release("key_1");
      const claims = await together(50, () => storage.claim(later(SECOND)));
      assert.deepEqual(tally(claims), { yours: 1, busy: 49 });
      assert.deepEqual(
        claims.find(({ outcome }) => outcome === "yours"),
        { outcome: "yours", checkout: "chk_1" },
      );
    },
  ),

  check("leaves what was carried out, whoever lets go of it", async ({ storage }) => {
    await storage.claim(asked);
    await storage.settle("key_1", "answer");
    await storage.release("key_1");
    assert.deepEqual(await storage.claim(later(SECOND)), {
      outcome: "done",
      checkout: "chk_1",
      answer: "answer",
    });
  }),

  check("settles and leaves nothing that was never claimed", async ({ storage }) => {
    await storage.settle("key_1", "answer");
    await storage.release("key_1");
    assert.deepEqual(await storage.claim(asked), { outcome: "yours", checkout: "chk_1" });
  }),

  check("forgets a key when its time is over, carried out or not", async ({ storage }) => {
    const after = (key: string) => ({
      ...asked,
      key,
      request: "digest_2",
      checkout: "chk_2",
      now: asked.keep,
      until: asked.keep + SECOND,
      keep: asked.keep + 2 * SECOND,
    });
    for (const key of ["done", "left", "busy"]) await storage.claim({ ...asked, key });
    await storage.settle("done", "answer");
    await storage.release("left");
    for (const key of ["done", "left", "busy"]) {
      assert.deepEqual(
        await storage.claim({ ...after(key), now: asked.keep - 1 }),
        { outcome: "other" },
        key,
      );
      assert.deepEqual(
        await storage.claim(after(key)),
        { outcome: "yours", checkout: "chk_2" },
        key,
      );
      assert.deepEqual(await storage.claim(after(key)), { outcome: "busy" }, key);
    }
  }),

  check("forgets the keys whose time is over, and no others", async ({ storage }) => {
    await together(60, (each) => storage.claim({ ...asked, key: `key_${each}`, keep: NOW + each }));
    await storage.sweep(NOW + 29);
    const claims = await together(60, (each) =>
      storage.claim({ ...later(0), key: `key_${each}`, now: NOW - 1 }),
    );
    assert.deepEqual(
      claims.map(({ outcome }) => outcome),
      Array.from({ length: 60 }, (_, each) => (each <= 29 ? "yours" : "busy")),
    );
  }),

  check("keeps a key that is claimed anew while it is being forgotten", async ({ storage }) => {
    await together(40, (each) => storage.claim({ ...asked, key: `key_${each}`, keep: NOW + 1 }));
    const anew = { ...later(SECOND), request: "digest_2" };
    await together(40, async (each) => {
      if (each % 4 === 0) await storage.sweep(NOW + SECOND);
      else assert.equal((await storage.claim({ ...anew, key: `key_${each}` })).outcome, "yours");
    });
    for (let each = 0; each < 40; each++) {
      if (each % 4 !== 0)
        assert.equal(
          (await storage.claim({ ...anew, key: `key_${each}` })).outcome,
          "busy",
          `key_${each}`,
        );
    }
  }),
];
