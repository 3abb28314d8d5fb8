import assert from "node:assert/strict";
import type { CheckoutStoreCheck } from "../checkout-store.ts";
import { check, NOW, together } from "./check.ts";

/** What is promised of notices. */
export const paymentEventChecks: readonly CheckoutStoreCheck[] = [
  check("knows the notices that it was told of", async ({ storage }) => {
    assert.equal(await storage.hasEvent("evt_1"), false);
    await storage.recordEvent("evt_1", NOW);
    assert.equal(await storage.hasEvent("evt_1"), true);
    assert.equal(await storage.hasEvent("evt_2"), false);
  }),

  check("is told of a notice as often as you like", async ({ storage }) => {
    await together(20, () => storage.recordEvent("evt_1", NOW));
    assert.equal(await storage.hasEvent("evt_1"), true);
  }),

  check("forgets the notices whose time is over, and no others", async ({ storage }) => {
    await together(40, (each) => storage.recordEvent(`evt_${each}`, NOW + each));
    await together(4, () => storage.deleteExpired(NOW + 19));
    const results = await together(40, (each) => storage.hasEvent(`evt_${each}`));
    assert.deepEqual(
      results,
      Array.from({ length: 40 }, (_, each) => each > 19),
    );
  }),

  check("remembers a notice until the time that was said last", async ({ storage }) => {
    await storage.recordEvent("evt_1", NOW);
    await storage.recordEvent("evt_1", NOW + 10);
    await storage.deleteExpired(NOW + 9);
    assert.equal(await storage.hasEvent("evt_1"), true);
    await storage.deleteExpired(NOW + 10);
    assert.equal(await storage.hasEvent("evt_1"), false);
  }),
];
