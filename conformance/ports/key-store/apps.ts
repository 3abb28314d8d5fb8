import assert from "node:assert/strict";
import type { KeyStoreCheck } from "../key-store.ts";
import { runConcurrently } from "../port-check.ts";
import { check, customApp } from "./check.ts";

export const appChecks: readonly KeyStoreCheck[] = [
  check("returns an app unchanged", async ({ store }) => {
    await store.saveApp(customApp);
    assert.deepEqual({ ...(await store.findApp("acc_1", "grove")) }, customApp);
  }),

  check("returns an app only to its account", async ({ store }) => {
    await store.saveApp(customApp);
    assert.equal(await store.findApp("acc_2", "grove"), undefined);
    assert.equal(await store.findApp("acc_1", "Grove"), undefined);
    assert.deepEqual(await store.listApps("acc_2"), []);
  }),

  check(
    "replaces an account's app with the same slug and leaves other accounts' apps unchanged",
    async ({ store }) => {
      const other = { ...customApp, account: "acc_2" };
      const newer = { ...customApp, added: "2026-11-22T10:00:00.000Z", compiled: "{}" };
      for (const app of [customApp, other, newer]) await store.saveApp(app);
      assert.deepEqual({ ...(await store.findApp("acc_1", "grove")) }, newer);
      assert.deepEqual({ ...(await store.findApp("acc_2", "grove")) }, other);
      assert.deepEqual(
        (await store.listApps("acc_1")).map((app) => ({ ...app })),
        [{ slug: "grove", added: newer.added }],
      );
    },
  ),

  check("lists an account's apps in order of slug", async ({ store }) => {
    for (const slug of ["b", "a_2", "a"]) await store.saveApp({ ...customApp, slug });
    assert.deepEqual(
      (await store.listApps("acc_1")).map(({ slug }) => slug),
      ["a", "a_2", "b"],
    );
  }),

  check("removes an app once, and only for its own account", async ({ store }) => {
    await store.saveApp(customApp);
    assert.equal(await store.removeApp("acc_2", "grove"), false);
    assert.equal(await store.removeApp("acc_1", "grove"), true);
    assert.equal(await store.removeApp("acc_1", "grove"), false);
    assert.equal(await store.findApp("acc_1", "grove"), undefined);
  }),

  check("stores a 1 MB app without changing a character", async ({ store }) => {
    const compiled = JSON.stringify({ text: "ünder \u{1f3a7}\\u0000 ".repeat(60_000) });
    await store.saveApp({ ...customApp, compiled });
    assert.equal((await store.findApp("acc_1", "grove"))!.compiled, compiled);
  }),

  check(
    "stores one version completely when many are saved at the same time",
    async ({ store, reopen }) => {
      const other = await reopen();
      const versions = Array.from({ length: 20 }, (_, index) => ({
        ...customApp,
        added: `2026-11-${String(index + 1).padStart(2, "0")}T00:00:00.000Z`,
        compiled: JSON.stringify({ version: index }),
      }));
      await runConcurrently(20, (index) => (index % 2 ? store : other).saveApp(versions[index]!));
      const stored = { ...(await store.findApp("acc_1", "grove")) };
      assert.deepEqual(
        stored,
        versions.find(({ added }) => added === stored.added),
      );
    },
  ),
];
