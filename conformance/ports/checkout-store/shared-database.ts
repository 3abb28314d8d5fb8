import assert from "node:assert/strict";
import type { CheckoutStoreCheck } from "../checkout-store.ts";
import {
  CLAIM_REQUEST,
  check,
  countOutcomes,
  NOW,
  newCheckout,
  openCheckout,
  SECOND,
  together,
} from "./check.ts";

/** What is promised of one place that is opened more than once. */
export const sharedDatabaseChecks: readonly CheckoutStoreCheck[] = [
  check("has kept everything when it is opened again", async ({ storage, reopen }) => {
    await storage.addCheckout(newCheckout);
    await storage.saveCheckout(openCheckout);
    await storage.claim(CLAIM_REQUEST);
    await storage.completeClaim("key_1", "answer");
    await storage.recordEvent("evt_1", NOW);
    await storage.close();

    const next = await reopen();
    assert.deepEqual(await next.findCheckout("chk_1"), openCheckout);
    assert.deepEqual(await next.findCheckoutByPayment("pay_1"), openCheckout);
    assert.deepEqual(await next.claim(CLAIM_REQUEST), {
      outcome: "completed",
      checkout: "chk_1",
      answer: "answer",
    });
    assert.equal(await next.hasEvent("evt_1"), true);
  }),

  check("shows at once what was done elsewhere", async ({ storage, reopen }) => {
    const other = await reopen();
    await storage.addCheckout(newCheckout);
    assert.deepEqual(await other.findCheckout("chk_1"), newCheckout);
    assert.equal(await other.saveCheckout(openCheckout), true);
    assert.equal(await storage.saveCheckout(openCheckout), false);
    assert.deepEqual(await storage.findCheckoutByPayment("pay_1"), openCheckout);
  }),

  check(
    "gives a request to one of fifty who ask in several places",
    async ({ storage, reopen }) => {
      const all = [storage, ...(await together(3, reopen))];
      assert.deepEqual(
        countOutcomes(await together(50, (each) => all[each % 4]!.claim(CLAIM_REQUEST))),
        {
          yours: 1,
          busy: 49,
        },
      );
      const later = {
        ...CLAIM_REQUEST,
        now: CLAIM_REQUEST.until,
        until: CLAIM_REQUEST.until + SECOND,
      };
      assert.deepEqual(countOutcomes(await together(50, (each) => all[each % 4]!.claim(later))), {
        yours: 1,
        busy: 49,
      });
    },
  ),

  check(
    "lets one win of many that change one version in several places",
    async ({ storage, reopen }) => {
      const all = [storage, ...(await together(3, reopen))];
      await storage.addCheckout(newCheckout);
      assert.equal(
        (await together(40, (each) => all[each % 4]!.saveCheckout(openCheckout))).filter(Boolean)
          .length,
        1,
      );
    },
  ),

  check(
    "does what has begun before it closes, and nothing afterwards",
    async ({ storage, reopen }) => {
      const begins = together(10, (each) => storage.recordEvent(`evt_${each}`, NOW));
      await storage.close();
      await storage.close();
      await begins;
      await assert.rejects(storage.hasEvent("evt_1"));
      await assert.rejects(storage.addCheckout(newCheckout));
      const next = await reopen();
      assert.deepEqual(
        await together(10, (each) => next.hasEvent(`evt_${each}`)),
        Array(10).fill(true),
      );
    },
  ),
];
