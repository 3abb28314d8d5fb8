import assert from "node:assert/strict";
import type { CheckoutStore } from "../../../core/ports/stores/checkout-store.ts";
import type { StoreFixture } from "../databases.ts";
import { type PortCheck, runConcurrently } from "../port-check.ts";
import {
  CLAIM_REQUEST,
  check,
  checkoutChecks,
  countOutcomes,
  NOW,
  newCheckout,
  openCheckout,
  SECOND,
} from "./checkouts.ts";
import { claimChecks, paymentEventChecks } from "./claims.ts";

export const sharedDatabaseChecks: readonly CheckoutStoreCheck[] = [
  check("returns everything after it is reopened", async ({ store, reopen }) => {
    await store.addCheckout(newCheckout);
    await store.saveCheckout(openCheckout);
    await store.claim(CLAIM_REQUEST);
    await store.completeClaim("key_1", "answer");
    await store.recordEvent("evt_1", NOW);
    await store.close();

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

  check("returns changes that another process made", async ({ store, reopen }) => {
    const other = await reopen();
    await store.addCheckout(newCheckout);
    assert.deepEqual(await other.findCheckout("chk_1"), newCheckout);
    assert.equal(await other.saveCheckout(openCheckout), true);
    assert.equal(await store.saveCheckout(openCheckout), false);
    assert.deepEqual(await store.findCheckoutByPayment("pay_1"), openCheckout);
  }),

  check("grants a claim to one of 50 callers in several processes", async ({ store, reopen }) => {
    const all = [store, ...(await runConcurrently(3, reopen))];
    assert.deepEqual(
      countOutcomes(await runConcurrently(50, (index) => all[index % 4]!.claim(CLAIM_REQUEST))),
      {
        acquired: 1,
        in_progress: 49,
      },
    );
    const later = {
      ...CLAIM_REQUEST,
      now: CLAIM_REQUEST.until,
      until: CLAIM_REQUEST.until + SECOND,
    };
    assert.deepEqual(
      countOutcomes(await runConcurrently(50, (index) => all[index % 4]!.claim(later))),
      {
        acquired: 1,
        in_progress: 49,
      },
    );
  }),

  check(
    "saves only one of many changes to the same version from several processes",
    async ({ store, reopen }) => {
      const all = [store, ...(await runConcurrently(3, reopen))];
      await store.addCheckout(newCheckout);
      assert.equal(
        (await runConcurrently(40, (index) => all[index % 4]!.saveCheckout(openCheckout))).filter(
          Boolean,
        ).length,
        1,
      );
    },
  ),

  check(
    "finishes pending calls before it closes and rejects later calls",
    async ({ store, reopen }) => {
      const pending = runConcurrently(10, (index) => store.recordEvent(`evt_${index}`, NOW));
      await store.close();
      await store.close();
      await pending;
      await assert.rejects(store.hasEvent("evt_1"));
      await assert.rejects(store.addCheckout(newCheckout));
      const next = await reopen();
      assert.deepEqual(
        await runConcurrently(10, (index) => next.hasEvent(`evt_${index}`)),
        Array(10).fill(true),
      );
    },
  ),
];

export type CheckoutStoreFixture = StoreFixture<CheckoutStore>;
export type CheckoutStoreCheck = PortCheck<CheckoutStoreFixture>;

/** Checks that every implementation of `CheckoutStore` must pass. */
export const checkoutStoreSuite: readonly CheckoutStoreCheck[] = [
  ...checkoutChecks,
  ...claimChecks,
  ...paymentEventChecks,
  ...sharedDatabaseChecks,
];
