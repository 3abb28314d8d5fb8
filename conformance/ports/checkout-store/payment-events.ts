import assert from "node:assert/strict";
import type { CheckoutStoreCheck } from "../checkout-store.ts";
import { runConcurrently } from "../port-check.ts";
import { check, NOW } from "./check.ts";

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
