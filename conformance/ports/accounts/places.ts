import assert from "node:assert/strict";
import type { AccountsCheck } from "../accounts.ts";
import { added, check, full, plain, together } from "./check.ts";

/** What is promised of one place that is opened more than once. */
export const placeChecks: readonly AccountsCheck[] = [
  check("has kept everything when it is opened again", async ({ accounts, again }) => {
    await accounts.addKey(full);
    await accounts.putApp(added);
    await accounts.touchKey("key_2", "2026-11-22T10:00:00.000Z");
    await accounts.close();
    const next = await again();
    assert.deepEqual(await next.keyOf("f2"), { ...full, lastUsed: "2026-11-22T10:00:00.000Z" });
    assert.deepEqual({ ...(await next.app("acc_1", "grove")) }, added);
  }),

  check("shows at once what was done elsewhere", async ({ accounts, again }) => {
    const other = await again();
    await accounts.addKey(plain);
    assert.deepEqual(await other.keyOf("f1"), plain);
    assert.equal(await other.revokeKey("acc_1", "key_1", "2026-11-22T10:00:00.000Z"), true);
    assert.equal((await accounts.keyOf("f1"))!.revoked, "2026-11-22T10:00:00.000Z");
    await other.putApp(added);
    assert.deepEqual(
      (await accounts.apps("acc_1")).map(({ slug }) => slug),
      ["grove"],
    );
  }),

  check(
    "does what has begun before it closes, and nothing afterwards",
    async ({ accounts, again }) => {
      const begins = together(10, (each) =>
        accounts.addKey({ ...plain, id: `key_${each}`, fingerprint: `f${each}` }),
      );
      await accounts.close();
      await accounts.close();
      await begins;
      await assert.rejects(accounts.keyOf("f1"));
      await assert.rejects(accounts.putApp(added));
      assert.equal((await (await again()).keys("acc_1")).length, 10);
    },
  ),
];
