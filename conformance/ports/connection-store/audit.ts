import assert from "node:assert/strict";
import type { AuditEntry } from "../../../core/ports/stores/audit-log.ts";
import { activeConnection, check, pendingConnection } from "./stored.ts";

let entries = 0;

const createEntry = (action: string): AuditEntry => ({
  id: `aud_${String(entries++).padStart(32, "0")}`,
  account: "acc_1",
  at: "2026-11-22T10:00:00.000Z",
  actor: { kind: "key", id: "key_1" },
  action,
});

const READ = "select document from audit order by id";

export const auditChecks = [
  check("writes an audit entry with each change, and none without one", async ({ store, sql }) => {
    await store.add(pendingConnection, createEntry("added"));
    await assert.rejects(store.add(pendingConnection, createEntry("added twice")));
    assert.equal(
      await store.save(activeConnection, { encryptedSecrets: "s1", entry: createEntry("saved") }),
      true,
    );
    assert.equal(
      await store.save(activeConnection, { entry: createEntry("saved an old version") }),
      false,
    );
    await store.makeDefault("conn_1", createEntry("made default"));
    await store.makeDefault("conn_unknown", createEntry("made an unknown one default"));
    await store.saveClient("github", "s1.client", createEntry("client saved"));
    await store.saveClient("github", undefined, createEntry("client deleted"));
    await store.saveClient("github", undefined, createEntry("client deleted again"));
    await store.addDataKey("acc_1", "w1");
    await store.rewrapDataKey("acc_1", "w1", "w2", createEntry("rewrapped"));
    await store.rewrapDataKey("acc_1", "w1", "w3", createEntry("rewrapped an old key"));
    const rows = await sql.query(READ);
    assert.deepEqual(
      rows.map(({ document }) => JSON.parse(String(document)).action),
      ["added", "saved", "made default", "client saved", "client deleted", "rewrapped"],
    );
  }),

  check("changes nothing if the audit entry can't be stored", async ({ store, sql }) => {
    await store.add(pendingConnection);
    const entry = createEntry("taken");
    await store.makeDefault("conn_1", entry);
    await assert.rejects(store.save(activeConnection, { encryptedSecrets: "s1", entry }));
    await assert.rejects(store.saveClient("github", "s1.client", entry));
    assert.equal((await store.find("conn_1"))?.connection.status, "pending");
    assert.equal(await store.findClient("github"), undefined);
    assert.equal((await sql.query(READ)).length, 1);
  }),
];
