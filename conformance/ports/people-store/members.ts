import assert from "node:assert/strict";
import type { AccountStores } from "../../../adapters/storage/open.ts";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import type { AccountChange, Ticket } from "../../../core/ports/stores/people-store.ts";
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

/** Accepts an invitation as a new person. */
const accept = ({ peopleStore }: AccountStores, digest: string, id: string) => {
  const person = { id, name: "Cal", created: "2026-11-22T10:00:00.000Z" };
  return peopleStore.acceptInvitation(
    { digest, person, member: membership(person, "member") },
    createEntry("member.joined"),
  );
};

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
    await sessionStore.add(session, createEntry("session.started"));
    await sessionStore.add(
      { ...session, id: "ses_2", digest: "s2", person: ben.id },
      createEntry("session.started"),
    );
    await peopleStore.addTicket({ ...ticket, kind: "sign_in", person: ada.id });
    await peopleStore.removeMember(DEFAULT_ACCOUNT, ada.id, createEntry("member.removed"));
    assert.equal(await sessionStore.find("s1"), undefined);
    assert.equal((await sessionStore.find("s2"))!.person, ben.id);
    assert.equal(await peopleStore.spendTicket("d1", "sign_in", NOW), undefined);
  }),

  check("removes the links that a removed member created", async ({ store }) => {
    await addOwners(store);
    const { peopleStore } = store;
    await peopleStore.addTicket({ ...ticket, kind: "invitation", creator: ada.id });
    await peopleStore.addTicket({ ...ticket, digest: "d2", kind: "sign_in", creator: ada.id });
    await peopleStore.removeMember(DEFAULT_ACCOUNT, ada.id, createEntry("member.removed"));
    assert.deepEqual(await peopleStore.listTickets(DEFAULT_ACCOUNT, "invitation", NOW), []);
    assert.equal(await peopleStore.spendTicket("d2", "sign_in", NOW), undefined);
  }),

  check("doesn't spend links whose creator is no longer an owner", async ({ store }) => {
    await addOwners(store);
    const { peopleStore } = store;
    const invitation: Ticket = { ...ticket, kind: "invitation", creator: ada.id, data: "member" };
    await peopleStore.addTicket(invitation, createEntry("invitation.created"));
    assert.deepEqual(await peopleStore.listTickets(DEFAULT_ACCOUNT, "invitation", NOW), [
      invitation,
    ]);
    await peopleStore.changeRole(DEFAULT_ACCOUNT, ada.id, "member", createEntry("member.changed"));
    assert.deepEqual(await peopleStore.listTickets(DEFAULT_ACCOUNT, "invitation", NOW), []);
    assert.equal(await peopleStore.findTicket("d1", "invitation", NOW), undefined);
    assert.equal(await accept(store, "d1", "per_cal"), "unusable");
    assert.equal(await peopleStore.findPerson("per_cal"), undefined);
  }),

  check("lets one of many people accept an invitation", async (fixture) => {
    const { store } = fixture;
    await addOwners(store);
    const other = await fixture.reopen();
    await store.peopleStore.addTicket({ ...ticket, kind: "invitation", data: "member" });
    const accepted = await runConcurrently(6, (index) =>
      accept(index % 2 ? store : other, "d1", `per_${index}`),
    );
    assert.equal(accepted.filter((outcome) => outcome === "accepted").length, 1);
    assert.equal((await store.peopleStore.listMembers(DEFAULT_ACCOUNT)).length, 3);
    assert.deepEqual((await readActions(store)).slice(2), ["member.joined"]);
  }),

  check("removes a ticket once, with an entry", async ({ store }) => {
    const { peopleStore } = store;
    await peopleStore.addTicket({ ...ticket, kind: "invitation" });
    const remove = (account: string) =>
      peopleStore.removeTicket(
        { digest: "d1", kind: "invitation", account },
        createEntry("invitation.withdrawn"),
      );
    assert.equal(await remove("acc_2"), false);
    assert.equal(await remove(DEFAULT_ACCOUNT), true);
    assert.equal(await remove(DEFAULT_ACCOUNT), false);
    assert.deepEqual(await readActions(store), ["invitation.withdrawn"]);
  }),

  check("changes an account field by field, with entries", async ({ store }) => {
    const { peopleStore } = store;
    const change = (fields: AccountChange) =>
      peopleStore.updateAccount(DEFAULT_ACCOUNT, fields, createEntry("account.changed"));
    assert.deepEqual(await peopleStore.findAccount(DEFAULT_ACCOUNT), {
      id: DEFAULT_ACCOUNT,
      name: "",
    });
    await change({ runDays: 7 });
    await change({ name: "Acme", auditDays: 90 });
    await change({ runDays: 8 });
    assert.deepEqual(await peopleStore.findAccount(DEFAULT_ACCOUNT), {
      id: DEFAULT_ACCOUNT,
      name: "Acme",
      runDays: 8,
      auditDays: 90,
    });
    assert.equal((await readActions(store)).length, 3);
  }),

  check("renames a person", async ({ store }) => {
    await addOwners(store);
    const entry = createEntry("person.renamed");
    await store.peopleStore.renamePerson(DEFAULT_ACCOUNT, ada.id, "Ada L.", entry);
    assert.equal((await store.peopleStore.findPerson(ada.id))!.name, "Ada L.");
    assert.equal((await store.peopleStore.findPerson(ben.id))!.name, ben.name);
  }),

  check("sets a password, with an entry only if a person did so", async ({ store }) => {
    await addOwners(store);
    const { peopleStore } = store;
    const entry = createEntry("password.set");
    assert.equal(await peopleStore.setPassword(DEFAULT_ACCOUNT, ada.id, "hash 1", entry), true);
    await peopleStore.updateHash(ada.id, "hash 1", "hash 2");
    await peopleStore.updateHash(ada.id, "hash 1", "hash 3");
    assert.equal((await peopleStore.findPerson(ada.id))!.password, "hash 2");
    assert.equal((await peopleStore.findPerson(ben.id))!.password, ben.password);
    assert.deepEqual((await readActions(store)).slice(2), ["password.set"]);
  }),

  check("gives a name with a password to one of many members", async (fixture) => {
    const { store } = fixture;
    const other = await fixture.reopen();
    await addOwners(store);
    const name = "Cal \u212b";
    const spellings = [name, "cal \u00c5", " CAL A\u030a "];
    const digests = Array.from({ length: 12 }, (_, index) => `n${index}`);
    for (const digest of digests)
      await store.peopleStore.addTicket({ ...ticket, kind: "invitation", digest });
    const outcomes = await runConcurrently(12, (index) => {
      const { peopleStore } = index % 2 ? store : other;
      const person = {
        id: `per_n${index}`,
        name: spellings[index % 3]!,
        password: `hash ${index}`,
        created: "2026-11-22T10:00:00.000Z",
      };
      return peopleStore.acceptInvitation(
        { digest: digests[index]!, person, member: membership(person, "member") },
        createEntry("member.joined"),
      );
    });
    assert.deepEqual(outcomes.toSorted(), ["accepted", ...Array(11).fill("name_taken")]);
    const { peopleStore } = store;
    const entry = () => createEntry("password.set");
    await peopleStore.setPassword(DEFAULT_ACCOUNT, ada.id, "hash", entry());
    assert.equal(await peopleStore.renamePerson(DEFAULT_ACCOUNT, ada.id, name, entry()), false);
    assert.equal((await peopleStore.findPerson(ada.id))!.name, ada.name);
    // Without a password, the name signs nobody in.
    const guest = { id: "per_guest", name: "Cal \u212b", created: ada.created };
    await peopleStore.addMember(guest, membership(guest, "member"), entry());
    const isSet = await peopleStore.setPassword(DEFAULT_ACCOUNT, guest.id, "hash", entry());
    assert.equal(isSet, false);
    assert.equal((await peopleStore.findPerson(guest.id))!.password, undefined);
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
