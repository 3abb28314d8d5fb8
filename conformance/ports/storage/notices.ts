import assert from "node:assert/strict";
import type { StorageCheck } from "../storage.ts";
import { check, NOW, together } from "./check.ts";

/** What is promised of notices. */
export const noticeChecks: readonly StorageCheck[] = [
  check("knows the notices that it was told of", async ({ storage }) => {
    assert.equal(await storage.knowsNotice("evt_1"), false);
    await storage.rememberNotice("evt_1", NOW);
    assert.equal(await storage.knowsNotice("evt_1"), true);
    assert.equal(await storage.knowsNotice("evt_2"), false);
  }),

  check("is told of a notice as often as you like", async ({ storage }) => {
    await together(20, () => storage.rememberNotice("evt_1", NOW));
    assert.equal(await storage.knowsNotice("evt_1"), true);
  }),

  check("forgets the notices whose time is over, and no others", async ({ storage }) => {
    await together(40, (each) => storage.rememberNotice(`evt_${each}`, NOW + each));
    await together(4, () => storage.sweep(NOW + 19));
    const known = await together(40, (each) => storage.knowsNotice(`evt_${each}`));
    assert.deepEqual(
      known,
      Array.from({ length: 40 }, (_, each) => each > 19),
    );
  }),

  check("remembers a notice until the time that was said last", async ({ storage }) => {
    await storage.rememberNotice("evt_1", NOW);
    await storage.rememberNotice("evt_1", NOW + 10);
    await storage.sweep(NOW + 9);
    assert.equal(await storage.knowsNotice("evt_1"), true);
    await storage.sweep(NOW + 10);
    assert.equal(await storage.knowsNotice("evt_1"), false);
  }),
];
