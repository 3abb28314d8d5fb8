import assert from "node:assert/strict";
import type { ConnectionsCheck } from "../connections.ts";
import { active, pending } from "./kept.ts";

/** What is promised of the right to change secrets. */
export const leaseChecks: readonly ConnectionsCheck[] = [
  {
    name: "gives the right to change secrets to one of many who ask in several places, with what is kept",
    async run({ connections, again }) {
      await connections.add(pending);
      await connections.save(active, { sealed: "s1.one" });
      const all = [connections, await again(), await again()];
      const given = await Promise.all(
        Array.from({ length: 30 }, (_, each) =>
          all[each % 3]!.lease("conn_1", { holder: `holder_${each}`, now: 100, until: 200 }),
        ),
      );
      assert.equal(given.filter(Boolean).length, 1);
      assert.deepEqual(given.find(Boolean), {
        connection: JSON.parse(JSON.stringify(active)),
        isDefault: false,
        sealed: "s1.one",
      });
    },
  },
  {
    name: "gives it to the next when it is given back by its holder, or its time is over",
    async run({ connections }) {
      await connections.add(pending);
      assert.ok(await connections.lease("conn_1", { holder: "a", now: 100, until: 200 }));
      await connections.giveBack("conn_1", "b");
      assert.equal(
        await connections.lease("conn_1", { holder: "b", now: 199, until: 300 }),
        undefined,
      );
      assert.ok(await connections.lease("conn_1", { holder: "b", now: 200, until: 300 }));
      await connections.giveBack("conn_1", "a");
      assert.equal(
        await connections.lease("conn_1", { holder: "c", now: 201, until: 300 }),
        undefined,
      );
      await connections.giveBack("conn_1", "b");
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
      await connections.add(pending);
      await connections.lease("conn_1", { holder: "a", now: 100, until: 200 });
      assert.equal(await connections.save(active), true);
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
        await connections.add({ ...pending, id, due });
      assert.deepEqual(await connections.due(500, 10), ["conn_2", "conn_3", "conn_1"]);
      assert.deepEqual(await connections.due(500, 2), ["conn_2", "conn_3"]);
      await connections.lease("conn_2", { holder: "a", now: 500, until: 600 });
      assert.deepEqual(await connections.due(500, 10), ["conn_3", "conn_1"]);
      assert.deepEqual(await connections.due(600, 10), ["conn_2", "conn_3", "conn_1"]);
    },
  },
];
