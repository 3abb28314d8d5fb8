import assert from "node:assert/strict";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import { runConcurrently } from "../port-check.ts";
import { ada, addOwners, ben, check, createEntry, NOW, readActions, session } from "./fixture.ts";

export const sessionChecks = [
  check("returns a session unchanged until it ends", async ({ store: { sessionStore } }) => {
    await sessionStore.add(session);
    assert.deepEqual(await sessionStore.find("s1"), session);
    await sessionStore.recordUse("s1", NOW + 60_000);
    assert.deepEqual(await sessionStore.find("s1"), { ...session, seen: NOW + 60_000 });
    assert.equal(await sessionStore.end(DEFAULT_ACCOUNT, ben.id, "ses_1"), false);
    assert.equal(await sessionStore.end("acc_2", ada.id, "ses_1"), false);
    assert.equal(await sessionStore.end(DEFAULT_ACCOUNT, ada.id, "ses_1"), true);
    assert.equal(await sessionStore.end(DEFAULT_ACCOUNT, ada.id, "ses_1"), false);
    assert.equal(await sessionStore.find("s1"), undefined);
  }),

  check("lists the sessions of a person", async ({ store: { sessionStore } }) => {
    await sessionStore.add(session);
    const later = { ...session, id: "ses_2", digest: "s2", seen: NOW + 1 };
    await sessionStore.add(later);
    await sessionStore.add({ ...session, id: "ses_3", digest: "s3", person: ben.id });
    assert.deepEqual(await sessionStore.list(DEFAULT_ACCOUNT, ada.id), [later, session]);
  }),

  check("replaces a session once, and never one that has ended", async (fixture) => {
    const { store } = fixture;
    const other = await fixture.reopen();
    await store.sessionStore.add(session);
    const replaced = await runConcurrently(6, (index) =>
      (index % 2 ? store : other).sessionStore.replace("s1", { ...session, digest: `n${index}` }),
    );
    assert.equal(replaced.filter(Boolean).length, 1);
    assert.equal(await store.sessionStore.find("s1"), undefined);
    assert.equal((await store.sessionStore.list(DEFAULT_ACCOUNT, ada.id)).length, 1);
  }),

  check("writes an audit entry with each start and end of a session", async ({ store }) => {
    const { sessionStore } = store;
    await sessionStore.add(session, createEntry("added"));
    const next = { ...session, id: "ses_2", digest: "s2" };
    await sessionStore.replace("s1", next, createEntry("replaced"));
    await sessionStore.replace("s1", next, createEntry("replaced again"));
    await sessionStore.end(DEFAULT_ACCOUNT, ada.id, "ses_2", createEntry("ended"));
    await sessionStore.end(DEFAULT_ACCOUNT, ada.id, "ses_2", createEntry("ended again"));
    assert.deepEqual(await readActions(store), ["added", "replaced", "ended"]);
  }),

  check("returns the roles of sessions that haven't ended", async ({ store }) => {
    const { sessionStore } = store;
    await addOwners(store);
    await sessionStore.add(session);
    await sessionStore.add({ ...session, id: "ses_2", digest: "s2", expires: NOW });
    await sessionStore.add({ ...session, id: "ses_3", digest: "s3", person: "per_nobody" });
    const digests = ["s1", "s2", "s3", "unknown"];
    assert.deepEqual([...(await sessionStore.findRoles(digests, NOW))], [["s1", "owner"]]);
    assert.deepEqual([...(await sessionStore.findRoles([], NOW))], []);
  }),

  check("deletes expired sessions only", async ({ store: { sessionStore }, sql }) => {
    await sessionStore.add(session);
    await sessionStore.add({ ...session, id: "ses_2", digest: "s2", expires: NOW });
    await sessionStore.deleteExpired(NOW);
    assert.deepEqual(await sql.query("select id from sessions"), [{ id: "ses_1" }]);
  }),
];

export const auditChecks = [
  check("lists entries of an account, newest first, in pages", async ({ store: { auditLog } }) => {
    const entries = ["a.b", "c.d", "e.f"].map((action) => createEntry(action));
    for (const entry of entries) await auditLog.append(entry);
    await auditLog.append(createEntry("other", "acc_2"));
    const first = await auditLog.list(DEFAULT_ACCOUNT, { limit: 2 });
    assert.deepEqual(first, [entries[2], entries[1]]);
    assert.deepEqual(await auditLog.list(DEFAULT_ACCOUNT, { limit: 2, before: first[1]!.id }), [
      entries[0],
    ]);
  }),

  check("deletes old entries only", async ({ store: { auditLog } }) => {
    const entry = createEntry("a.b");
    await auditLog.append(entry);
    const time = Number.parseInt(entry.id.slice(4, 16), 16);
    await auditLog.deleteOld(time);
    assert.equal((await auditLog.list(DEFAULT_ACCOUNT, { limit: 2 })).length, 1);
    await auditLog.deleteOld(time + 1);
    assert.equal((await auditLog.list(DEFAULT_ACCOUNT, { limit: 2 })).length, 0);
  }),
];
