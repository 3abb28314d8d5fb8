import assert from "node:assert/strict";
import { DEFAULT_ACCOUNT } from "../../../core/ports/key-store.ts";
import { runConcurrently } from "../port-check.ts";
import {
  ada,
  addOwners,
  ben,
  check,
  createEntry,
  membership,
  NOW,
  readActions,
  session,
  ticket,
} from "./fixture.ts";

export const memberChecks = [
  check("returns people and members unchanged", async ({ store }) => {
    await addOwners(store);
    const { peopleStore } = store;
    assert.deepEqual(await peopleStore.findPerson(ben.id), ben);
    assert.equal(await peopleStore.findPerson("per_other"), undefined);
    assert.deepEqual(await peopleStore.listMembers(DEFAULT_ACCOUNT), [
      { ...membership(ada), name: ada.name },
      { ...membership(ben), name: ben.name },
    ]);
    assert.deepEqual(await peopleStore.listMembers("acc_2"), []);
    assert.equal(await peopleStore.findMember("acc_2", ada.id), undefined);
  }),

  check("keeps the last owner", async ({ store }) => {
    await addOwners(store);
    const { peopleStore } = store;
    const change = (role: "owner" | "member") =>
      peopleStore.changeRole(DEFAULT_ACCOUNT, ben.id, role, createEntry("member.changed"));
    assert.equal(
      await peopleStore.removeMember(DEFAULT_ACCOUNT, ada.id, createEntry("member.removed")),
      true,
    );
    assert.equal(await change("member"), false);
    assert.equal(
      await peopleStore.removeMember(DEFAULT_ACCOUNT, ben.id, createEntry("member.removed")),
      false,
    );
    assert.equal(await change("owner"), true);
    assert.deepEqual(await readActions(store), [
      "member.added",
      "member.added",
      "member.removed",
      "member.changed",
    ]);
  }),

  check("keeps one owner if all leave at the same time", async (fixture) => {
    const { store } = fixture;
    await addOwners(store);
    const other = await fixture.reopen();
    const results = await Promise.all([
      store.peopleStore.removeMember(DEFAULT_ACCOUNT, ada.id, createEntry("member.removed")),
      other.peopleStore.changeRole(
        DEFAULT_ACCOUNT,
        ben.id,
        "member",
        createEntry("member.changed"),
      ),
    ]);
    assert.equal(results.filter(Boolean).length, 1);
    const owners = (await store.peopleStore.listMembers(DEFAULT_ACCOUNT)).filter(
      ({ role }) => role === "owner",
    );
    assert.equal(owners.length, 1);
  }),

  check("removes the sessions and tickets of a removed member", async ({ store }) => {
    await addOwners(store);
    const { peopleStore, sessionStore } = store;
    await sessionStore.add(session);
    await sessionStore.add({ ...session, id: "ses_2", digest: "s2", person: ben.id });
    await peopleStore.addTicket({ ...ticket, kind: "sign_in", person: ada.id });
    await peopleStore.removeMember(DEFAULT_ACCOUNT, ada.id, createEntry("member.removed"));
    assert.equal(await sessionStore.find("s1"), undefined);
    assert.equal((await sessionStore.find("s2"))!.person, ben.id);
    assert.equal(await peopleStore.spendTicket("d1", "sign_in", NOW), undefined);
  }),

  check("sets a password, with an entry only if a person did so", async ({ store }) => {
    await addOwners(store);
    const { peopleStore } = store;
    await peopleStore.setPassword(ada.id, "hash 1", createEntry("password.set"));
    await peopleStore.setPassword(ada.id, "hash 2", undefined);
    assert.equal((await peopleStore.findPerson(ada.id))!.password, "hash 2");
    assert.equal((await peopleStore.findPerson(ben.id))!.password, ben.password);
    assert.deepEqual((await readActions(store)).slice(2), ["password.set"]);
  }),
];

export const ticketChecks = [
  check("lets one of many callers spend a ticket", async (fixture) => {
    const { store } = fixture;
    const other = await fixture.reopen();
    const full = { ...ticket, kind: "challenge" as const, person: ada.id, data: "{}" };
    await store.peopleStore.addTicket(full);
    assert.deepEqual(await store.peopleStore.findTicket("d1", "challenge", NOW), full);
    const spent = await runConcurrently(10, (index) =>
      (index % 2 ? store : other).peopleStore.spendTicket("d1", "challenge", NOW),
    );
    assert.deepEqual(spent.filter(Boolean), [full]);
    assert.equal(await store.peopleStore.findTicket("d1", "challenge", NOW), undefined);
  }),

  check("spends a ticket only as its kind, and only before it expires", async ({ store }) => {
    const { peopleStore } = store;
    await peopleStore.addTicket(ticket);
    assert.equal(await peopleStore.spendTicket("d1", "sign_in", NOW), undefined);
    assert.equal(await peopleStore.spendTicket("d1", "setup", NOW + 1000), undefined);
    assert.deepEqual(await peopleStore.spendTicket("d1", "setup", NOW + 999), ticket);
  }),

  check("removes earlier tickets of a kind and account", async ({ store }) => {
    const { peopleStore } = store;
    await peopleStore.addTicket(ticket);
    await peopleStore.addTicket({ ...ticket, digest: "d2", kind: "sign_in" });
    await peopleStore.addTicket({ ...ticket, digest: "d3", account: "acc_2" });
    await peopleStore.removeTickets(DEFAULT_ACCOUNT, "setup");
    assert.equal(await peopleStore.findTicket("d1", "setup", NOW), undefined);
    assert.equal((await peopleStore.findTicket("d2", "sign_in", NOW))!.digest, "d2");
    assert.equal((await peopleStore.findTicket("d3", "setup", NOW))!.digest, "d3");
  }),

  check("deletes expired tickets only", async ({ store, sql }) => {
    await store.peopleStore.addTicket(ticket);
    await store.peopleStore.addTicket({ ...ticket, digest: "d2", expires: NOW });
    await store.peopleStore.deleteExpiredTickets(NOW);
    assert.deepEqual(await sql.query("select digest from tickets"), [{ digest: "d1" }]);
  }),
];
