import assert from "node:assert/strict";
import type { Connection } from "../../../core/ports/stores/connection-store.ts";
import { createCheck, runConcurrently } from "../port-check.ts";
import type { ConnectionStoreCheck, ConnectionStoreFixture } from "./connection-store.ts";

export const check = createCheck<ConnectionStoreFixture>;

/** A connection whose user hasn't signed in yet. */
export const pendingConnection: Connection = {
  id: "conn_1",
  account: "acc_1",
  app: "github",
  label: "Work",
  status: "pending",
  fields: {},
  created: "2026-11-21T10:00:00.000Z",
  updated: "2026-11-21T10:00:00.000Z",
  due: 1_000,
  version: 1,
};

/** The same connection after the sign-in. */
export const activeConnection: Connection = {
  ...pendingConnection,
  status: "active",
  method: "oauth2",
  user: undefined,
  expires: "2026-11-21T11:00:00.000Z",
  due: 5_000,
  version: 2,
};

export const storedChecks: readonly ConnectionStoreCheck[] = [
  check("stores a connection and rejects another with the same ID", async ({ store }) => {
    await store.add(pendingConnection);
    assert.deepEqual(await store.find("conn_1"), {
      connection: pendingConnection,
      isDefault: false,
    });
    await assert.rejects(store.add(pendingConnection));
    assert.equal(await store.find("conn_2"), undefined);
  }),

  check(
    "saves a change and its secrets atomically, only over the previous version",
    async ({ store }) => {
      await store.add(pendingConnection);
      assert.equal(await store.save(activeConnection, { encryptedSecrets: "s1.one" }), true);
      assert.equal(await store.save(activeConnection, { encryptedSecrets: "s1.two" }), false);
      assert.equal((await store.find("conn_1"))?.encryptedSecrets, "s1.one");
      assert.equal(await store.save({ ...activeConnection, version: 3, label: "Home" }), true);
      assert.equal((await store.find("conn_1"))?.encryptedSecrets, "s1.one");
      assert.equal(
        await store.save(
          { ...activeConnection, version: 4, status: "revoked" },
          { encryptedSecrets: null },
        ),
        true,
      );
      assert.equal((await store.find("conn_1"))?.encryptedSecrets, undefined);
    },
  ),

  check(
    "saves only one of many changes to the same version from several processes",
    async ({ store, reopen }) => {
      await store.add(pendingConnection);
      const all = [store, await reopen(), await reopen()];
      const saved = await runConcurrently(30, (index) =>
        all[index % 3]!.save(activeConnection, { encryptedSecrets: `s1.${index}` }),
      );
      assert.equal(saved.filter(Boolean).length, 1);
      assert.equal((await store.find("conn_1"))?.encryptedSecrets, `s1.${saved.indexOf(true)}`);
    },
  ),

  check("lists an owner's connections newest first, without revoked ones", async ({ store }) => {
    await store.add(pendingConnection);
    await store.add({
      ...pendingConnection,
      id: "conn_2",
      app: "slack",
      created: "2026-11-21T10:00:01.000Z",
    });
    await store.add({
      ...pendingConnection,
      id: "conn_3",
      user: "42",
      created: "2026-11-21T10:00:02.000Z",
    });
    await store.add({ ...pendingConnection, id: "conn_4", account: "acc_2" });
    await store.add({ ...pendingConnection, id: "conn_5", status: "revoked" });
    const listIds = async (...filter: Parameters<typeof store.list>) =>
      (await store.list(...filter)).map(({ connection: { id } }) => id);
    assert.deepEqual(await listIds("acc_1", {}), ["conn_3", "conn_2", "conn_1"]);
    assert.deepEqual(await listIds("acc_1", { user: null }), ["conn_2", "conn_1"]);
    assert.deepEqual(await listIds("acc_1", { user: "42" }), ["conn_3"]);
    assert.deepEqual(await listIds("acc_1", { user: null, app: "slack" }), ["conn_2"]);
  }),

  check("stores the text by which events find a connection", async ({ store }) => {
    await store.add({ ...activeConnection, version: 1, routing: "T1" });
    assert.equal((await store.find("conn_1"))?.connection.routing, "T1");
    await store.save({ ...activeConnection, version: 2, routing: "T2" });
    assert.equal((await store.find("conn_1"))?.connection.routing, "T2");
  }),

  check("stores what a connection belongs to", async ({ store }) => {
    const choices = [{ id: "t1", text: "Team “Ü”", values: { team: "t1", host: "a.example" } }];
    const context = { team: { label: "Team", choices, chosen: "t1" } };
    await store.add({ ...activeConnection, version: 1, context });
    assert.deepEqual((await store.find("conn_1"))?.connection.context, context);
    const failed = { team: { label: "Team", choices: [], failure: "Desk answered 403." } };
    await store.save({ ...activeConnection, version: 2, context: failed });
    assert.deepEqual((await store.find("conn_1"))?.connection.context, failed);
  }),

  check("saves webhook secrets only over the ones that were read", async ({ store }) => {
    const save = (encrypted: string | undefined, previous?: string) =>
      store.saveWebhookSecrets("slack", encrypted, { previous });
    assert.equal(await store.findWebhookSecrets("slack"), undefined);
    assert.equal(await save("s1.two", "s1.one"), false);
    assert.equal(await save("s1.one"), true);
    assert.equal(await save("s1.two"), false);
    assert.equal(await save("s1.two", "s1.one"), true);
    assert.equal(await store.findWebhookSecrets("slack"), "s1.two");
    assert.equal(await store.findWebhookSecrets("zoom"), undefined);
    assert.equal(await save(undefined, "s1.one"), false);
    assert.equal(await save(undefined, "s1.two"), true);
    assert.equal(await store.findWebhookSecrets("slack"), undefined);
  }),

  check("counts the connections of all accounts by status", async ({ store }) => {
    assert.deepEqual(await store.countByStatus(), new Map());
    await store.add(pendingConnection);
    await store.add({ ...pendingConnection, id: "conn_2", account: "acc_other" });
    await store.add({ ...activeConnection, id: "conn_3" });
    assert.deepEqual(
      await store.countByStatus(),
      new Map([
        ["active", 1],
        ["pending", 2],
      ]),
    );
  }),

  check("keeps one default for each owner and app, and records the last use", async ({ store }) => {
    for (const [id, overrides] of [
      ["conn_1", {}],
      ["conn_2", {}],
      ["conn_3", { user: "42" }],
      ["conn_4", { app: "slack" }],
    ] as const)
      await store.add({ ...pendingConnection, id, ...overrides });
    for (const id of ["conn_1", "conn_3", "conn_4", "conn_2"]) await store.makeDefault(id);
    await store.recordUse("conn_1", "2026-11-21T12:00:00.000Z");
    const all = await Promise.all(
      ["conn_1", "conn_2", "conn_3", "conn_4"].map((id) => store.find(id)),
    );
    assert.deepEqual(
      all.map((stored) => stored?.isDefault),
      [false, true, true, true],
    );
    assert.deepEqual(
      all.map((stored) => stored?.lastUsed),
      ["2026-11-21T12:00:00.000Z", undefined, undefined, undefined],
    );
  }),

  check("lets a connection take the default only from one that doesn't work", async (fixture) => {
    const { store, reopen } = fixture;
    for (const [id, status] of [
      ["conn_1", "active"],
      ["conn_2", "active"],
      ["conn_3", "pending"],
      ["conn_4", "disabled"],
    ] as const)
      await store.add({ ...pendingConnection, id, status });
    const take = (id: string, from?: string) => store.takeDefault(id, { from });
    assert.equal(await take("conn_3"), false);
    assert.equal(await take("conn_1"), true);
    assert.equal(await take("conn_2"), false);
    assert.equal(await take("conn_2", "conn_1"), false);
    await store.save({ ...pendingConnection, id: "conn_1", status: "expired", version: 2 });
    assert.equal(await take("conn_2", "conn_4"), false);
    const all = [store, await reopen()];
    const taken = await runConcurrently(10, (index) =>
      all[index % 2]!.takeDefault("conn_2", { from: "conn_1" }),
    );
    assert.equal(taken.includes(true), true);
    assert.deepEqual(
      (await store.list("acc_1", {})).filter(({ isDefault }) => isDefault).length,
      1,
    );
    assert.equal((await store.find("conn_2"))?.isDefault, true);
    await store.makeDefault("conn_4");
    assert.equal(await take("conn_2", "conn_4"), false);
  }),

  check(
    "deletes old revoked connections, and old ones that nobody has connected",
    async ({ store }) => {
      const all = ["pending", "active", "expired", "disabled", "failed", "revoked"] as const;
      for (const status of all)
        await store.add({ ...pendingConnection, id: `conn_${status}`, status });
      const deleteBefore = (revokedBefore: string, unfinishedBefore: string) =>
        store.deleteExpired(0, { revokedBefore, unfinishedBefore });
      const statuses = async () =>
        (await Promise.all(all.map((status) => store.find(`conn_${status}`)))).flatMap(
          (stored) => stored?.connection.status ?? [],
        );
      const [before, at] = ["2026-11-21T09:59:59.000Z", "2026-11-21T10:00:00.000Z"];
      await deleteBefore(before, before);
      assert.deepEqual(await statuses(), all);
      await deleteBefore(before, at);
      assert.deepEqual(await statuses(), ["active", "expired", "disabled", "revoked"]);
      await deleteBefore(at, before);
      assert.deepEqual(await statuses(), ["active", "expired", "disabled"]);
    },
  ),
];
