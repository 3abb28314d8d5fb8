import assert from "node:assert/strict";
import type { Connection } from "../../../core/ports/connection-store.ts";
import type { ConnectionStoreCheck } from "../connection-store.ts";

/** A connection that waits for a person. */
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
/** The same when they have come. */
export const activeConnection: Connection = {
  ...pendingConnection,
  status: "active",
  method: "oauth2",
  user: undefined,
  expires: "2026-11-21T11:00:00.000Z",
  due: 5_000,
  version: 2,
};

/** What is promised of connections that are kept. */
export const storedChecks: readonly ConnectionStoreCheck[] = [
  {
    name: "keeps a connection, and refuses a second of its id",
    async run({ connections }) {
      await connections.add(pendingConnection);
      assert.deepEqual(await connections.find("conn_1"), {
        connection: pendingConnection,
        isDefault: false,
      });
      await assert.rejects(connections.add(pendingConnection));
      assert.equal(await connections.find("conn_2"), undefined);
    },
  },
  {
    name: "keeps a change with its secrets in one moment, and only over the version before",
    async run({ connections }) {
      await connections.add(pendingConnection);
      assert.equal(await connections.save(activeConnection, { sealed: "s1.one" }), true);
      assert.equal(await connections.save(activeConnection, { sealed: "s1.two" }), false);
      assert.equal((await connections.find("conn_1"))?.sealed, "s1.one");
      assert.equal(
        await connections.save({ ...activeConnection, version: 3, label: "Home" }),
        true,
      );
      assert.equal((await connections.find("conn_1"))?.sealed, "s1.one");
      assert.equal(
        await connections.save(
          { ...activeConnection, version: 4, status: "revoked" },
          { sealed: null },
        ),
        true,
      );
      assert.equal((await connections.find("conn_1"))?.sealed, undefined);
    },
  },
  {
    name: "lets one win of many that change one version in several places",
    async run({ connections, reopen }) {
      await connections.add(pendingConnection);
      const all = [connections, await reopen(), await reopen()];
      const won = await Promise.all(
        Array.from({ length: 30 }, (_, each) =>
          all[each % 3]!.save(activeConnection, { sealed: `s1.${each}` }),
        ),
      );
      assert.equal(won.filter(Boolean).length, 1);
      assert.equal((await connections.find("conn_1"))?.sealed, `s1.${won.indexOf(true)}`);
    },
  },
  {
    name: "lists an owner's connections, the newest first, without those that were deleted",
    async run({ connections }) {
      await connections.add(pendingConnection);
      await connections.add({
        ...pendingConnection,
        id: "conn_2",
        app: "slack",
        created: "2026-11-21T10:00:01.000Z",
      });
      await connections.add({
        ...pendingConnection,
        id: "conn_3",
        user: "42",
        created: "2026-11-21T10:00:02.000Z",
      });
      await connections.add({ ...pendingConnection, id: "conn_4", account: "acc_2" });
      await connections.add({ ...pendingConnection, id: "conn_5", status: "revoked" });
      const ids = async (...expected: Parameters<typeof connections.list>) =>
        (await connections.list(...expected)).map(({ connection: { id } }) => id);
      assert.deepEqual(await ids("acc_1", {}), ["conn_3", "conn_2", "conn_1"]);
      assert.deepEqual(await ids("acc_1", { user: null }), ["conn_2", "conn_1"]);
      assert.deepEqual(await ids("acc_1", { user: "42" }), ["conn_3"]);
      assert.deepEqual(await ids("acc_1", { user: null, app: "slack" }), ["conn_2"]);
    },
  },
  {
    name: "has one default for each owner and app, and remembers when one was used",
    async run({ connections }) {
      for (const [id, overrides] of [
        ["conn_1", {}],
        ["conn_2", {}],
        ["conn_3", { user: "42" }],
        ["conn_4", { app: "slack" }],
      ] as const)
        await connections.add({ ...pendingConnection, id, ...overrides });
      for (const id of ["conn_1", "conn_3", "conn_4", "conn_2"]) await connections.makeDefault(id);
      await connections.recordUse("conn_1", "2026-11-21T12:00:00.000Z");
      const all = await Promise.all(
        ["conn_1", "conn_2", "conn_3", "conn_4"].map((id) => connections.find(id)),
      );
      assert.deepEqual(
        all.map((stored) => stored?.isDefault),
        [false, true, true, true],
      );
      assert.deepEqual(
        all.map((stored) => stored?.lastUsed),
        ["2026-11-21T12:00:00.000Z", undefined, undefined, undefined],
      );
    },
  },
  {
    name: "forgets what failed or was deleted long ago, and nothing else",
    async run({ connections }) {
      for (const status of [
        "pending",
        "active",
        "expired",
        "disabled",
        "failed",
        "revoked",
      ] as const)
        await connections.add({ ...pendingConnection, id: `conn_${status}`, status });
      await connections.deleteExpired(0, "2026-11-21T09:59:59.000Z");
      assert.notEqual(await connections.find("conn_failed"), undefined);
      await connections.deleteExpired(0, "2026-11-21T10:00:00.000Z");
      const left = await Promise.all(
        ["pending", "active", "expired", "disabled", "failed", "revoked"].map((status) =>
          connections.find(`conn_${status}`),
        ),
      );
      assert.deepEqual(
        left.map((stored) => stored?.connection.status),
        ["pending", "active", "expired", "disabled", undefined, undefined],
      );
    },
  },
];
