import assert from "node:assert/strict";
import type { ApiKey, CustomApp } from "../../../core/ports/stores/key-store.ts";
import { createCheck, runConcurrently } from "../port-check.ts";
import type { KeyStoreCheck, KeyStoreFixture } from "./key-store.ts";

export const check = createCheck<KeyStoreFixture>;

/** An API key without optional fields. */
export const minimalKey: ApiKey = {
  id: "key_1",
  account: "acc_1",
  name: "laptop",
  prefix: "jf_live_abcd",
  fingerprint: "f1",
  permissions: ["read"],
  created: "2026-11-21T10:00:00.000Z",
};

/** An API key with the optional fields that a new key can have, and a name that needs escaping. */
export const fullKey: ApiKey = {
  ...minimalKey,
  id: "key_2",
  fingerprint: "f2",
  name: "Ünder \u{1f3a7} ' \" \\",
  permissions: ["read", "connect", "run"],
  apps: ["atlas", "basil"],
  user: "user 42",
  created: "2026-11-21T11:00:00.000Z",
  expires: "2027-11-21T11:00:00.000Z",
  createdBy: "terminal",
};

export const customApp: CustomApp = {
  account: "acc_1",
  slug: "grove",
  added: "2026-11-21T10:00:00.000Z",
  compiled: '{"tools":["\u{1f333}"]}',
};

const LATER = "2026-11-22T10:00:00.000Z";
const LATEST = "2026-11-23T10:00:00.000Z";

export const keyChecks: readonly KeyStoreCheck[] = [
  check("returns an API key unchanged, without extra fields", async ({ store }) => {
    await store.addKey(minimalKey);
    await store.addKey(fullKey);
    assert.deepEqual(await store.findKey("f1"), minimalKey);
    assert.deepEqual(await store.findKey("f2"), fullKey);
  }),

  check(
    "stores the last use and the revocation of a key that is added with them",
    async ({ store }) => {
      await store.addKey({ ...minimalKey, lastUsed: LATER, revoked: LATEST });
      assert.deepEqual(await store.findKey("f1"), {
        ...minimalKey,
        lastUsed: LATER,
        revoked: LATEST,
      });
    },
  ),

  check("finds a key only by its exact fingerprint", async ({ store }) => {
    await store.addKey(minimalKey);
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
      assert.equal(await store.findKey(other), undefined, other);
  }),

  check(
    "lists only the account's keys, newest first, including revoked keys",
    async ({ store }) => {
      await store.addKey(minimalKey);
      await store.addKey(fullKey);
      await store.addKey({ ...minimalKey, id: "key_3", fingerprint: "f3", account: "acc_2" });
      await store.revokeKey("acc_1", "key_1", LATER);
      assert.deepEqual(await store.listKeys("acc_1"), [fullKey, { ...minimalKey, revoked: LATER }]);
      assert.deepEqual(
        (await store.listKeys("acc_2")).map(({ id }) => id),
        ["key_3"],
      );
      assert.deepEqual(await store.listKeys("acc_3"), []);
    },
  ),

  check("lists keys created at the same time in order of ID", async ({ store }) => {
    for (const id of ["key_b", "key_c", "key_a"])
      await store.addKey({ ...minimalKey, id, fingerprint: id });
    assert.deepEqual(
      (await store.listKeys("acc_1")).map(({ id }) => id),
      ["key_a", "key_b", "key_c"],
    );
  }),

  check(
    "rejects a key with an existing ID or fingerprint and keeps the first",
    async ({ store }) => {
      await store.addKey(minimalKey);
      await assert.rejects(store.addKey({ ...fullKey, id: "key_1" }));
      await assert.rejects(store.addKey({ ...fullKey, fingerprint: "f1" }));
      assert.deepEqual(await store.listKeys("acc_1"), [minimalKey]);
      assert.equal(await store.findKey("f2"), undefined);
    },
  ),

  check(
    "adds only one of many keys with the same fingerprint that arrive at the same time",
    async ({ store, reopen }) => {
      const other = await reopen();
      const outcomes = await runConcurrently(20, (index) =>
        (index % 2 ? store : other).addKey({ ...minimalKey, id: `key_${index}` }).then(
          () => 1,
          () => 0,
        ),
      );
      assert.equal(outcomes.filter(Boolean).length, 1);
      assert.equal((await store.listKeys("acc_1")).length, 1);
    },
  ),

  check("revokes a key once and keeps the time of the revocation", async ({ store }) => {
    await store.addKey(minimalKey);
    assert.equal(await store.revokeKey("acc_1", "key_1", LATER), true);
    assert.equal(await store.revokeKey("acc_1", "key_1", LATEST), false);
    assert.deepEqual(await store.findKey("f1"), { ...minimalKey, revoked: LATER });
  }),

  check("revokes neither another account's key nor a missing key", async ({ store }) => {
    await store.addKey(minimalKey);
    assert.equal(await store.revokeKey("acc_2", "key_1", LATER), false);
    assert.equal(await store.revokeKey("acc_1", "key_9", LATER), false);
    assert.deepEqual(await store.findKey("f1"), minimalKey);
  }),

  check("reports a revocation to only one of many callers", async ({ store, reopen }) => {
    const other = await reopen();
    await store.addKey(minimalKey);
    const outcomes = await runConcurrently(20, (index) =>
      (index % 2 ? store : other).revokeKey("acc_1", "key_1", LATER),
    );
    assert.equal(outcomes.filter(Boolean).length, 1);
  }),

  check("records the last use of a key and changes nothing else", async ({ store }) => {
    await store.addKey(fullKey);
    await store.recordKeyUse("key_2", LATER, "api");
    await store.recordKeyUse("key_2", LATEST, "mcp cursor/1.0");
    await store.recordKeyUse("key_9", LATEST, "api");
    assert.deepEqual(await store.listKeys("acc_1"), [
      { ...fullKey, lastUsed: LATEST, lastUsedBy: "mcp cursor/1.0" },
    ]);
  }),

  check("keeps a key revoked when uses are recorded at the same time", async ({ store }) => {
    await store.addKey(minimalKey);
    await runConcurrently<unknown>(10, (index) =>
      index === 5
        ? store.revokeKey("acc_1", "key_1", LATER)
        : store.recordKeyUse("key_1", LATEST, "api"),
    );
    assert.deepEqual(await store.findKey("f1"), {
      ...minimalKey,
      revoked: LATER,
      lastUsed: LATEST,
      lastUsedBy: "api",
    });
  }),

  check("changes the name and the expiry of a key, and nothing else", async ({ store }) => {
    await store.addKey(fullKey);
    await store.recordKeyUse("key_2", LATER, "api");
    assert.equal(await store.changeKey("acc_1", "key_2", { name: "renamed" }), true);
    assert.equal(await store.changeKey("acc_1", "key_2", { expires: LATEST }), true);
    assert.deepEqual(await store.findKey("f2"), {
      ...fullKey,
      name: "renamed",
      expires: LATEST,
      lastUsed: LATER,
      lastUsedBy: "api",
    });
  }),

  check("changes neither revoked keys nor those of other accounts", async ({ store }) => {
    await store.addKey(minimalKey);
    assert.equal(await store.changeKey("acc_2", "key_1", { name: "stolen" }), false);
    assert.equal(await store.changeKey("acc_1", "key_9", { name: "stolen" }), false);
    await store.revokeKey("acc_1", "key_1", LATER);
    assert.equal(await store.changeKey("acc_1", "key_1", { name: "renamed" }), false);
    assert.deepEqual(await store.findKey("f1"), { ...minimalKey, revoked: LATER });
  }),

  check("replaces a key completely or not at all", async ({ store }) => {
    await store.addKey(minimalKey);
    const replacement = { ...fullKey, replaces: "key_1" };
    assert.equal(
      await store.replaceKey(replacement, { expires: LATER, previous: undefined }),
      true,
    );
    assert.deepEqual(await store.findKey("f1"), { ...minimalKey, expires: LATER });
    assert.deepEqual(await store.findKey("f2"), replacement);
    // The fingerprint exists, so the change of the old key must not stay.
    const again = { ...replacement, id: "key_3" };
    await assert.rejects(store.replaceKey(again, { expires: LATEST, previous: LATER }));
    // It has been replaced in the meantime.
    const late = { ...replacement, id: "key_5", fingerprint: "f5" };
    assert.equal(await store.replaceKey(late, { expires: LATEST, previous: undefined }), false);
    assert.equal(await store.findKey("f5"), undefined);
    assert.deepEqual(await store.findKey("f1"), { ...minimalKey, expires: LATER });
    const missing = { ...fullKey, id: "key_4", fingerprint: "f4", replaces: "key_9" };
    assert.equal(await store.replaceKey(missing, { expires: LATER, previous: undefined }), false);
    assert.equal(await store.findKey("f4"), undefined);
  }),

  check("adds keys of people only while they are members", async ({ store, sql }) => {
    const { account } = fullKey;
    const key = { ...fullKey, createdBy: "per_1" };
    await store.addKey(minimalKey);
    await assert.rejects(store.addKey(key));
    await assert.rejects(
      store.replaceKey({ ...key, replaces: "key_1" }, { expires: LATER, previous: undefined }),
    );
    assert.deepEqual(await store.findKey("f1"), minimalKey);
    await sql.query(
      "insert into members (account, person, role, since) values ($1, 'per_1', 'member', '')",
      [account],
    );
    await store.addKey(key);
    assert.deepEqual(await store.findKey("f2"), key);
  }),
];
