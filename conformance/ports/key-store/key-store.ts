import assert from "node:assert/strict";
import { DEFAULT_ACCOUNT, type KeyStore } from "../../../core/ports/stores/key-store.ts";
import type { StoreFixture } from "../databases.ts";
import { type PortCheck, runConcurrently } from "../port-check.ts";
import { check, customApp, fullKey, keyChecks, minimalKey } from "./keys.ts";

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

  check("saves no app more than an account may have", async ({ store, reopen }) => {
    const other = await reopen();
    const account = DEFAULT_ACCOUNT;
    const save = (slug: string, keyStore: KeyStore = store) =>
      keyStore.saveApp({ ...customApp, account, slug }, { max: 5 });
    const saved = await runConcurrently(20, (index) =>
      save(`app_${index}`, index % 2 ? store : other),
    );
    assert.equal(saved.filter(Boolean).length, 5);
    assert.equal((await store.listApps(account)).length, 5);
    assert.equal(await save(`app_${saved.indexOf(true)}`), true);
    assert.equal(await save("another"), false);
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

let connectionCount = 0;

/** Inserts a row directly, because `KeyStore` only counts connections. */
const insertConnection = (
  { sql }: Pick<KeyStoreFixture, "sql">,
  account: string,
  owner: string,
  app: string,
  status = "active",
) =>
  sql.query(
    "insert into connections (id, account, owner, app, status, is_default, version, leased_until, created, updated, document) values ($1, $2, $3, $4, $5, 0, 1, 0, $6, $6, $7)",
    [`con_${++connectionCount}`, account, owner, app, status, "2026-11-01T00:00:00.000Z", "{}"],
  );

export const connectionChecks: readonly KeyStoreCheck[] = [
  check("returns an empty map without connections", async ({ store }) =>
    assert.deepEqual(await store.countConnections("acc_1", undefined), new Map()),
  ),

  check("counts an account's active connections by app", async (fixture) => {
    await insertConnection(fixture, "acc_1", "", "atlas");
    await insertConnection(fixture, "acc_1", "", "atlas");
    await insertConnection(fixture, "acc_1", "", "basil");
    await insertConnection(fixture, "acc_1", "", "basil", "broken");
    await insertConnection(fixture, "acc_1", "", "cumulus", "pending");
    const counts = await fixture.store.countConnections("acc_1", undefined);
    assert.deepEqual([...counts].sort(), [
      ["atlas", 2],
      ["basil", 1],
    ]);
  }),

  check("counts connections of each end user and account separately", async (fixture) => {
    await insertConnection(fixture, "acc_1", "", "atlas");
    await insertConnection(fixture, "acc_1", "42", "basil");
    await insertConnection(fixture, "acc_1", "4", "drift");
    await insertConnection(fixture, "acc_2", "42", "atlas");
    assert.deepEqual([...(await fixture.store.countConnections("acc_1", "42"))], [["basil", 1]]);
    assert.deepEqual(
      [...(await fixture.store.countConnections("acc_1", undefined))],
      [["atlas", 1]],
    );
    assert.deepEqual([...(await fixture.store.countConnections("acc_2", "42"))], [["atlas", 1]]);
    assert.deepEqual([...(await fixture.store.countConnections("acc_2", undefined))], []);
  }),
];

export const sharedDatabaseChecks: readonly KeyStoreCheck[] = [
  check("returns everything after it is reopened", async ({ store, reopen }) => {
    await store.addKey(fullKey);
    await store.saveApp(customApp);
    await store.recordKeyUse("key_2", "2026-11-22T10:00:00.000Z", "api");
    await store.close();
    const next = await reopen();
    assert.deepEqual(await next.findKey("f2"), {
      ...fullKey,
      lastUsed: "2026-11-22T10:00:00.000Z",
      lastUsedBy: "api",
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

export type KeyStoreFixture = StoreFixture<KeyStore>;

export type KeyStoreCheck = PortCheck<KeyStoreFixture>;

/** Checks that every implementation of `KeyStore` must pass. */
export const keyStoreSuite: readonly KeyStoreCheck[] = [
  ...keyChecks,
  ...appChecks,
  ...connectionChecks,
  ...sharedDatabaseChecks,
];
