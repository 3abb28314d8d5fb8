import assert from "node:assert/strict";
import type { KeyStoreCheck } from "../key-store.ts";
import { runConcurrently } from "../port-check.ts";
import { check, customApp, fullKey, minimalKey } from "./check.ts";

export const sharedDatabaseChecks: readonly KeyStoreCheck[] = [
  check("returns everything after it is reopened", async ({ store, reopen }) => {
    await store.addKey(fullKey);
    await store.saveApp(customApp);
    await store.recordKeyUse("key_2", "2026-11-22T10:00:00.000Z");
    await store.close();
    const next = await reopen();
    assert.deepEqual(await next.findKey("f2"), {
      ...fullKey,
      lastUsed: "2026-11-22T10:00:00.000Z",
    });
    assert.deepEqual({ ...(await next.findApp("acc_1", "grove")) }, customApp);
  }),

  check("returns changes that another process made", async ({ store, reopen }) => {
    const other = await reopen();
    await store.addKey(minimalKey);
    assert.deepEqual(await other.findKey("f1"), minimalKey);
    assert.equal(await other.revokeKey("acc_1", "key_1", "2026-11-22T10:00:00.000Z"), true);
    assert.equal((await store.findKey("f1"))!.revoked, "2026-11-22T10:00:00.000Z");
    await other.saveApp(customApp);
    assert.deepEqual(
      (await store.listApps("acc_1")).map(({ slug }) => slug),
      ["grove"],
    );
  }),

  check(
    "finishes pending calls before it closes and rejects later calls",
    async ({ store, reopen }) => {
      const pending = runConcurrently(10, (index) =>
        store.addKey({ ...minimalKey, id: `key_${index}`, fingerprint: `f${index}` }),
      );
      await store.close();
      await store.close();
      await pending;
      await assert.rejects(store.findKey("f1"));
      await assert.rejects(store.saveApp(customApp));
      assert.equal((await (await reopen()).listKeys("acc_1")).length, 10);
    },
  ),
];
