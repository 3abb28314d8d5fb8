import assert from "node:assert/strict";
import type { StorageCheck } from "../storage.ts";
import { asked, begun, check, NOW, opened, SECOND, tally, together } from "./check.ts";

/** What is promised of one place that is opened more than once. */
export const placeChecks: readonly StorageCheck[] = [
  check("has kept everything when it is opened again", async ({ storage, again }) => {
    await storage.addCheckout(begun);
    await storage.saveCheckout(opened);
    await storage.claim(asked);
    await storage.settle("key_1", "answer");
    await storage.rememberNotice("evt_1", NOW);
    await storage.close();

    const next = await again();
    assert.deepEqual(await next.checkout("chk_1"), opened);
    assert.deepEqual(await next.checkoutOfPayment("pay_1"), opened);
    assert.deepEqual(await next.claim(asked), {
      outcome: "done",
      checkout: "chk_1",
      answer: "answer",
    });
    assert.equal(await next.knowsNotice("evt_1"), true);
  }),

  check("shows at once what was done elsewhere", async ({ storage, again }) => {
    const other = await again();
    await storage.addCheckout(begun);
    assert.deepEqual(await other.checkout("chk_1"), begun);
    assert.equal(await other.saveCheckout(opened), true);
    assert.equal(await storage.saveCheckout(opened), false);
    assert.deepEqual(await storage.checkoutOfPayment("pay_1"), opened);
  }),

  check("gives a request to one of fifty who ask in several places", async ({ storage, again }) => {
    const all = [storage, ...(await together(3, again))];
    assert.deepEqual(tally(await together(50, (each) => all[each % 4]!.claim(asked))), {
      yours: 1,
      busy: 49,
    });
    const later = { ...asked, now: asked.until, until: asked.until + SECOND };
    assert.deepEqual(tally(await together(50, (each) => all[each % 4]!.claim(later))), {
      yours: 1,
      busy: 49,
    });
  }),

  check(
    "lets one win of many that change one version in several places",
    async ({ storage, again }) => {
      const all = [storage, ...(await together(3, again))];
      await storage.addCheckout(begun);
      assert.equal(
        (await together(40, (each) => all[each % 4]!.saveCheckout(opened))).filter(Boolean).length,
        1,
      );
    },
  ),

  check(
    "does what has begun before it closes, and nothing afterwards",
    async ({ storage, again }) => {
      const begins = together(10, (each) => storage.rememberNotice(`evt_${each}`, NOW));
      await storage.close();
      await storage.close();
      await begins;
      await assert.rejects(storage.knowsNotice("evt_1"));
      await assert.rejects(storage.addCheckout(begun));
      const next = await again();
      assert.deepEqual(
        await together(10, (each) => next.knowsNotice(`evt_${each}`)),
        Array(10).fill(true),
      );
    },
  ),
];
