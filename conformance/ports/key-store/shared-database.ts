import assert from "node:assert/strict";
import type { KeyStoreCheck } from "../key-store.ts";
import { addedApp, check, fullKey, minimalKey, together } from "./check.ts";

/** What is promised of one place that is opened more than once. */
export const sharedDatabaseChecks: readonly KeyStoreCheck[] = [
  check("has kept everything when it is opened again", async ({ accounts, reopen }) => {
    await accounts.addKey(fullKey);
    await accounts.saveApp(addedApp);
    await accounts.recordKeyUse("key_2", "2026-11-22T10:00:00.000Z");
    await accounts.close();
    const next = await reopen();
    assert.deepEqual(await next.findKey("f2"), {
      ...fullKey,
      lastUsed: "2026-11-22T10:00:00.000Z",
    });
    assert.deepEqual({ ...(await next.findApp("acc_1", "grove")) }, addedApp);
  }),

  check("shows at once what was done elsewhere", async ({ accounts, reopen }) => {
    const other = await reopen();
    await accounts.addKey(minimalKey);
    assert.deepEqual(await other.findKey("f1"), minimalKey);
    assert.equal(await other.revokeKey("acc_1", "key_1", "2026-11-22T10:00:00.000Z"), true);
    assert.equal((await accounts.findKey("f1"))!.revoked, "2026-11-22T10:00:00.000Z");
    await other.saveApp(addedApp);
    assert.deepEqual(
      (await accounts.listApps("acc_1")).map(({ slug }) => slug),
      ["grove"],
    );
  }),

  check(
    "does what has begun before it closes, and nothing afterwards",
    async ({ accounts, reopen }) => {
      const begins = together(10, (each) =>
        accounts.addKey({ ...minimalKey, id: `key_${each}`, fingerprint: `f${each}` }),
      );
      await accounts.close();
      await accounts.close();
      await begins;
      await assert.rejects(accounts.findKey("f1"));
      await assert.rejects(accounts.saveApp(addedApp));
      assert.equal((await (await reopen()).listKeys("acc_1")).length, 10);
    },
  ),
];
