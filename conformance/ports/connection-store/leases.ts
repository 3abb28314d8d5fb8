import assert from "node:assert/strict";
import type { ConnectionStoreCheck } from "../connection-store.ts";
import { activeConnection, pendingConnection } from "./stored.ts";

/** What is promised of the right to change secrets. */
export const leaseChecks: readonly ConnectionStoreCheck[] = [
  {
    name: "gives the right to change secrets to one of many who ask in several places, with what is kept",
    async run({ connections, reopen }) {
      await connections.add(pendingConnection);
      await connections.save(activeConnection, { sealed: "s1.one" });
      const all = [connections, await reopen(), await reopen()];
      const input = await Promise.all(
        Array.from({ length: 30 }, (_, each) =>
          all[each % 3]!.lease("conn_1", { holder: `holder_${each}`, now: 100, until: 200 }),
        ),
      );
      assert.equal(input.filter(Boolean).length, 1);
      assert.deepEqual(input.find(Boolean), {
        connection: JSON.parse(JSON.stringify(activeConnection)),
        isDefault: false,
        sealed: "s1.one",
      });
    },
  },
  {
    name: "gives it to the next when it is given back by its holder, or its time is over",
    async run({ connections }) {
      await connections.add(pendingConnection);
      assert.ok(await connections.lease("conn_1", { holder: "a", now: 100, until: 200 }));
      await connections.release("conn_1", "b");
      assert.equal(
        await connections.lease("conn_1", { holder: "b", now: 199, until: 300 }),
        undefined,
      );
      assert.ok(await connections.lease("conn_1", { holder: "b", now: 200, until: 300 }));
      await connections.release("conn_1", "a");
      assert.equal(
        await connections.lease("conn_1", { holder: "c", now: 201, until: 300 }),
        undefined,
      );
      await connections.release("conn_1", "b");
      assert.ok(await connections.lease("conn_1", { holder: "c", now: 202, until: 300 }));
      assert.equal(
        await connections.lease("conn_9", { holder: "c", now: 202, until: 300 }),
        undefined,
      );
    },
  },
  {
    name: "is not in the way of other changes",
    async run({ connections }) {
      await connections.add(pendingConnection);
      await connections.lease("conn_1", { holder: "a", now: 100, until: 200 });
      assert.equal(await connections.save(activeConnection), true);
      assert.equal(
        await connections.lease("conn_1", { holder: "b", now: 150, until: 300 }),
        undefined,
      );
    },
  },
  {
    name: "tells what is due, the longest overdue first, without what somebody is at",
    async run({ connections }) {
      for (const [id, due] of [
        ["conn_1", 300],
        ["conn_2", 100],
        ["conn_3", 200],
        ["conn_4", undefined],
        ["conn_5", 900],
      ] as const)
        await connections.add({ ...pendingConnection, id, due });
      assert.deepEqual(await connections.listDue(500, 10), ["conn_2", "conn_3", "conn_1"]);
      assert.deepEqual(await connections.listDue(500, 2), ["conn_2", "conn_3"]);
      await connections.lease("conn_2", { holder: "a", now: 500, until: 600 });
      assert.deepEqual(await connections.listDue(500, 10), ["conn_3", "conn_1"]);
      assert.deepEqual(await connections.listDue(600, 10), ["conn_2", "conn_3", "conn_1"]);
    },
  },
];
