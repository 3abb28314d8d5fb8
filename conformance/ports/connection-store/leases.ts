import assert from "node:assert/strict";
import type { ConnectionStoreCheck } from "../connection-store.ts";
import { runConcurrently } from "../port-check.ts";
import { check } from "./check.ts";
import { activeConnection, pendingConnection } from "./stored.ts";

export const leaseChecks: readonly ConnectionStoreCheck[] = [
  check(
    "leases a connection to only one of many callers and returns the stored connection",
    async ({ store, reopen }) => {
      await store.add(pendingConnection);
      await store.save(activeConnection, { encryptedSecrets: "s1.one" });
      const all = [store, await reopen(), await reopen()];
      const leases = await runConcurrently(30, (index) =>
        all[index % 3]!.lease("conn_1", { holder: `holder_${index}`, now: 100, until: 200 }),
      );
      assert.equal(leases.filter(Boolean).length, 1);
      assert.deepEqual(leases.find(Boolean), {
        connection: JSON.parse(JSON.stringify(activeConnection)),
        isDefault: false,
        encryptedSecrets: "s1.one",
      });
    },
  ),

  check(
    "leases a connection again after its holder releases it or the lease expires",
    async ({ store }) => {
      await store.add(pendingConnection);
      assert.ok(await store.lease("conn_1", { holder: "a", now: 100, until: 200 }));
      await store.release("conn_1", "b");
      assert.equal(await store.lease("conn_1", { holder: "b", now: 199, until: 300 }), undefined);
      assert.ok(await store.lease("conn_1", { holder: "b", now: 200, until: 300 }));
      await store.release("conn_1", "a");
      assert.equal(await store.lease("conn_1", { holder: "c", now: 201, until: 300 }), undefined);
      await store.release("conn_1", "b");
      assert.ok(await store.lease("conn_1", { holder: "c", now: 202, until: 300 }));
      assert.equal(await store.lease("conn_9", { holder: "c", now: 202, until: 300 }), undefined);
    },
  ),

  check("allows other changes during a lease", async ({ store }) => {
    await store.add(pendingConnection);
    await store.lease("conn_1", { holder: "a", now: 100, until: 200 });
    assert.equal(await store.save(activeConnection), true);
    assert.equal(await store.lease("conn_1", { holder: "b", now: 150, until: 300 }), undefined);
  }),

  check("lists due connections that aren't leased, most overdue first", async ({ store }) => {
    for (const [id, due] of [
      ["conn_1", 300],
      ["conn_2", 100],
      ["conn_3", 200],
      ["conn_4", undefined],
      ["conn_5", 900],
    ] as const)
      await store.add({ ...pendingConnection, id, due });
    assert.deepEqual(await store.listDue(500, 10), ["conn_2", "conn_3", "conn_1"]);
    assert.deepEqual(await store.listDue(500, 2), ["conn_2", "conn_3"]);
    await store.lease("conn_2", { holder: "a", now: 500, until: 600 });
    assert.deepEqual(await store.listDue(500, 10), ["conn_3", "conn_1"]);
    assert.deepEqual(await store.listDue(600, 10), ["conn_2", "conn_3", "conn_1"]);
  }),
];
