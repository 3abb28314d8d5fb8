import assert from "node:assert/strict";
import type { KeyStoreCheck } from "../key-store.ts";
import { addedApp, check, together } from "./check.ts";

/** What is promised of the apps that accounts have added. */
export const appChecks: readonly KeyStoreCheck[] = [
  check("gives an app back as it was", async ({ accounts }) => {
    await accounts.saveApp(addedApp);
    assert.deepEqual({ ...(await accounts.findApp("acc_1", "grove")) }, addedApp);
  }),

  check("shows an app to nobody but its account", async ({ accounts }) => {
    await accounts.saveApp(addedApp);
    assert.equal(await accounts.findApp("acc_2", "grove"), undefined);
    assert.equal(await accounts.findApp("acc_1", "Grove"), undefined);
    assert.deepEqual(await accounts.listApps("acc_2"), []);
  }),

  check(
    "keeps an app in place of an earlier one of its slug, and of no other account's",
    async ({ accounts }) => {
      const other = { ...addedApp, account: "acc_2" };
      const newer = { ...addedApp, added: "2026-11-22T10:00:00.000Z", compiled: "{}" };
      for (const app of [addedApp, other, newer]) await accounts.saveApp(app);
      assert.deepEqual({ ...(await accounts.findApp("acc_1", "grove")) }, newer);
      assert.deepEqual({ ...(await accounts.findApp("acc_2", "grove")) }, other);
      assert.deepEqual(
        (await accounts.listApps("acc_1")).map((each) => ({ ...each })),
        [{ slug: "grove", added: newer.added }],
      );
    },
  ),

  check("lists an account's apps by slug, with when each was added", async ({ accounts }) => {
    for (const slug of ["b", "a_2", "a"]) await accounts.saveApp({ ...addedApp, slug });
    assert.deepEqual(
      (await accounts.listApps("acc_1")).map(({ slug }) => slug),
      ["a", "a_2", "b"],
    );
  }),

  check("forgets an app once, and no other account's", async ({ accounts }) => {
    await accounts.saveApp(addedApp);
    assert.equal(await accounts.removeApp("acc_2", "grove"), false);
    assert.equal(await accounts.removeApp("acc_1", "grove"), true);
    assert.equal(await accounts.removeApp("acc_1", "grove"), false);
    assert.equal(await accounts.findApp("acc_1", "grove"), undefined);
  }),

  check("keeps an app of a megabyte to the letter", async ({ accounts }) => {
    const compiled = JSON.stringify({ text: "ünder \u{1f3a7}\\u0000 ".repeat(60_000) });
    await accounts.saveApp({ ...addedApp, compiled });
    assert.equal((await accounts.findApp("acc_1", "grove"))!.compiled, compiled);
  }),

  check("keeps one whole app of many that are put at once", async ({ accounts, reopen }) => {
    const other = await reopen();
    const versions = Array.from({ length: 20 }, (_, each) => ({
      ...addedApp,
      added: `2026-11-${String(each + 1).padStart(2, "0")}T00:00:00.000Z`,
      compiled: JSON.stringify({ each }),
    }));
    await together(20, (each) => (each % 2 ? accounts : other).saveApp(versions[each]!));
    const stored = { ...(await accounts.findApp("acc_1", "grove")) };
    assert.deepEqual(
      stored,
      versions.find(({ added }) => added === stored.added),
    );
  }),
];
