import assert from "node:assert/strict";
import type { Connection } from "../../../core/ports/connections.ts";
import type { ConnectionsCheck } from "../connections.ts";

/** A connection that waits for a person. */
export const pending: Connection = {
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
export const active: Connection = {
  ...pending,
  status: "active",
  method: "oauth2",
  user: undefined,
  expires: "2026-11-21T11:00:00.000Z",
  due: 5_000,
  version: 2,
};

/** What is promised of connections that are kept. */
export const keptChecks: readonly ConnectionsCheck[] = [
  {
    name: "keeps a connection, and refuses a second of its id",
    async run({ connections }) {
      await connections.add(pending);
      assert.deepEqual(await connections.find("conn_1"), { connection: pending, isDefault: false });
      await assert.rejects(connections.add(pending));
      assert.equal(await connections.find("conn_2"), undefined);
    },
  },
  {
    name: "keeps a change with its secrets in one moment, and only over the version before",
    async run({ connections }) {
      await connections.add(pending);
      assert.equal(await connections.save(active, { sealed: "s1.one" }), true);
      assert.equal(await connections.save(active, { sealed: "s1.two" }), false);
      assert.equal((await connections.find("conn_1"))?.sealed, "s1.one");
      assert.equal(await connections.save({ ...active, version: 3, label: "Home" }), true);
      assert.equal((await connections.find("conn_1"))?.sealed, "s1.one");
      assert.equal(
        await connections.save({ ...active, version: 4, status: "revoked" }, { sealed: null }),
        true,
      );
      assert.equal((await connections.find("conn_1"))?.sealed, undefined);
    },
  },
  {
    name: "lets one win of many that change one version in several places",
    async run({ connections, again }) {
      await connections.add(pending);
      const all = [connections, await again(), await again()];
      const won = await Promise.all(
        Array.from({ length: 30 }, (_, each) =>
          all[each % 3]!.save(active, { sealed: `s1.${each}` }),
        ),
      );
      assert.equal(won.filter(Boolean).length, 1);
      assert.equal((await connections.find("conn_1"))?.sealed, `s1.${won.indexOf(true)}`);
    },
  },
  {
    name: "lists an owner's connections, the newest first, without those that were deleted",
    async run({ connections }) {
      await connections.add(pending);
      await connections.add({
        ...pending,
        id: "conn_2",
        app: "slack",
        created: "2026-11-21T10:00:01.000Z",
      });
      await connections.add({
        ...pending,
        id: "conn_3",
        user: "42",
        created: "2026-11-21T10:00:02.000Z",
      });
      await connections.add({ ...pending, id: "conn_4", account: "acc_2" });
      await connections.add({ ...pending, id: "conn_5", status: "revoked" });
      const ids = async (...wanted: Parameters<typeof connections.list>) =>
        (await connections.list(...wanted)).map(({ connection: { id } }) => id);
      assert.deepEqual(await ids("acc_1", {}), ["conn_3", "conn_2", "conn_1"]);
      assert.deepEqual(await ids("acc_1", { user: null }), ["conn_2", "conn_1"]);
      assert.deepEqual(await ids("acc_1", { user: "42" }), ["conn_3"]);
      assert.deepEqual(await ids("acc_1", { user: null, app: "slack" }), ["conn_2"]);
    },
  },
  {
    name: "has one default for each owner and app, and remembers when one was used",
    async run({ connections }) {
      for (const [id, more] of [
        ["conn_1", {}],
        ["conn_2", {}],
        ["conn_3", { user: "42" }],
        ["conn_4", { app: "slack" }],
      ] as const)
        await connections.add({ ...pending, id, ...more });
      for (const id of ["conn_1", "conn_3", "conn_4", "conn_2"]) await connections.makeDefault(id);
      await connections.touch("conn_1", "2026-11-21T12:00:00.000Z");
      const all = await Promise.all(
        ["conn_1", "conn_2", "conn_3", "conn_4"].map((id) => connections.find(id)),
      );
      assert.deepEqual(
        all.map((kept) => kept?.isDefault),
        [false, true, true, true],
      );
      assert.deepEqual(
        all.map((kept) => kept?.lastUsed),
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
        await connections.add({ ...pending, id: `conn_${status}`, status });
      await connections.sweep(0, "2026-11-21T09:59:59.000Z");
      assert.notEqual(await connections.find("conn_failed"), undefined);
      await connections.sweep(0, "2026-11-21T10:00:00.000Z");
      const left = await Promise.all(
        ["pending", "active", "expired", "disabled", "failed", "revoked"].map((status) =>
          connections.find(`conn_${status}`),
        ),
      );
      assert.deepEqual(
        left.map((kept) => kept?.connection.status),
        ["pending", "active", "expired", "disabled", undefined, undefined],
      );
    },
  },
];
