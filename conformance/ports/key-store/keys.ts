import assert from "node:assert/strict";
import type { KeyStoreCheck } from "../key-store.ts";
import { check, fullKey, minimalKey, together } from "./check.ts";

const LATER = "2026-11-22T10:00:00.000Z";
const LATEST = "2026-11-23T10:00:00.000Z";

/** What is promised of keys. */
export const keyChecks: readonly KeyStoreCheck[] = [
  check("gives a key back as it was, and nothing that it has not", async ({ accounts }) => {
    await accounts.addKey(minimalKey);
    await accounts.addKey(fullKey);
    assert.deepEqual(await accounts.findKey("f1"), minimalKey);
    assert.deepEqual(await accounts.findKey("f2"), fullKey);
  }),

  check("keeps when a key was used and revoked before it was added", async ({ accounts }) => {
    await accounts.addKey({ ...minimalKey, lastUsed: LATER, revoked: LATEST });
    assert.deepEqual(await accounts.findKey("f1"), {
      ...minimalKey,
      lastUsed: LATER,
      revoked: LATEST,
    });
  }),

  check("knows no key by another fingerprint, by its id or its name", async ({ accounts }) => {
    await accounts.addKey(minimalKey);
    for (const other of [
      "f",
      "f11",
      "F1",
      "",
      "key_1",
      "laptop",
      "%",
      "f1' or '1'='1",
      "\u{1f3a7}",
    ])
      assert.equal(await accounts.findKey(other), undefined, other);
  }),

  check(
    "lists an account's keys, the newest first, revoked ones too, and no other's",
    async ({ accounts }) => {
      await accounts.addKey(minimalKey);
      await accounts.addKey(fullKey);
      await accounts.addKey({ ...minimalKey, id: "key_3", fingerprint: "f3", account: "acc_2" });
      await accounts.revokeKey("acc_1", "key_1", LATER);
      assert.deepEqual(await accounts.listKeys("acc_1"), [
        fullKey,
        { ...minimalKey, revoked: LATER },
      ]);
      assert.deepEqual(
        (await accounts.listKeys("acc_2")).map(({ id }) => id),
        ["key_3"],
      );
      assert.deepEqual(await accounts.listKeys("acc_3"), []);
    },
  ),

  check("lists keys of one moment by their ids", async ({ accounts }) => {
    for (const id of ["key_b", "key_c", "key_a"])
      await accounts.addKey({ ...minimalKey, id, fingerprint: id });
    assert.deepEqual(
      (await accounts.listKeys("acc_1")).map(({ id }) => id),
      ["key_a", "key_b", "key_c"],
    );
  }),

  check(
    "takes no second key of an id or a fingerprint, and keeps the first",
    async ({ accounts }) => {
      await accounts.addKey(minimalKey);
      await assert.rejects(accounts.addKey({ ...fullKey, id: "key_1" }));
      await assert.rejects(accounts.addKey({ ...fullKey, fingerprint: "f1" }));
      assert.deepEqual(await accounts.listKeys("acc_1"), [minimalKey]);
      assert.equal(await accounts.findKey("f2"), undefined);
    },
  ),

  check(
    "takes one of many keys of a fingerprint that come at once",
    async ({ accounts, reopen }) => {
      const other = await reopen();
      const outcomes = await together(20, (each) =>
        (each % 2 ? accounts : other).addKey({ ...minimalKey, id: `key_${each}` }).then(
          () => 1,
          () => 0,
        ),
      );
      assert.equal(outcomes.filter(Boolean).length, 1);
      assert.equal((await accounts.listKeys("acc_1")).length, 1);
    },
  ),

  check("revokes a key once, and remembers when that was", async ({ accounts }) => {
    await accounts.addKey(minimalKey);
    assert.equal(await accounts.revokeKey("acc_1", "key_1", LATER), true);
    assert.equal(await accounts.revokeKey("acc_1", "key_1", LATEST), false);
    assert.deepEqual(await accounts.findKey("f1"), { ...minimalKey, revoked: LATER });
  }),

  check("revokes no key of another account, and none that there is not", async ({ accounts }) => {
    await accounts.addKey(minimalKey);
    assert.equal(await accounts.revokeKey("acc_2", "key_1", LATER), false);
    assert.equal(await accounts.revokeKey("acc_1", "key_9", LATER), false);
    assert.deepEqual(await accounts.findKey("f1"), minimalKey);
  }),

  check("lets one of many revoke a key", async ({ accounts, reopen }) => {
    const other = await reopen();
    await accounts.addKey(minimalKey);
    const outcomes = await together(20, (each) =>
      (each % 2 ? accounts : other).revokeKey("acc_1", "key_1", LATER),
    );
    assert.equal(outcomes.filter(Boolean).length, 1);
  }),

  check("remembers when a key was used last, and changes nothing else", async ({ accounts }) => {
    await accounts.addKey(fullKey);
    await accounts.recordKeyUse("key_2", LATER);
    await accounts.recordKeyUse("key_2", LATEST);
    await accounts.recordKeyUse("key_9", LATEST);
    assert.deepEqual(await accounts.listKeys("acc_1"), [{ ...fullKey, lastUsed: LATEST }]);
  }),

  check("revokes nothing back by a use", async ({ accounts }) => {
    await accounts.addKey(minimalKey);
    await together<unknown>(10, (each) =>
      each === 5
        ? accounts.revokeKey("acc_1", "key_1", LATER)
        : accounts.recordKeyUse("key_1", LATEST),
    );
    assert.deepEqual(await accounts.findKey("f1"), {
      ...minimalKey,
      revoked: LATER,
      lastUsed: LATEST,
    });
  }),
];
