import assert from "node:assert/strict";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import { runConcurrently } from "../port-check.ts";
import { ada, ben, check, createEntry, membership, NOW, readActions, ticket } from "./fixture.ts";

const claimFor = (person = ada, digest = ticket.digest) => ({
  digest,
  person,
  member: membership(person),
});

export const claimChecks = [
  check("has the account that owns all existing keys, without members", async ({ store }) => {
    assert.deepEqual(await store.peopleStore.findAccount(DEFAULT_ACCOUNT), {
      id: DEFAULT_ACCOUNT,
      name: "",
    });
    assert.deepEqual(await store.peopleStore.listMembers(DEFAULT_ACCOUNT), []);
    assert.equal(await store.peopleStore.findAccount("acc_other"), undefined);
  }),

  check("makes the person with the setup ticket the owner", async ({ store }) => {
    const { peopleStore } = store;
    await peopleStore.addTicket(ticket);
    assert.equal(await peopleStore.claimAccount(claimFor(), createEntry("account.claimed")), true);
    assert.equal((await peopleStore.findAccount(DEFAULT_ACCOUNT))!.claimed, ada.created);
    assert.deepEqual(await peopleStore.findPerson(ada.id), ada);
    assert.deepEqual(await peopleStore.findMember(DEFAULT_ACCOUNT, ada.id), membership(ada));
    assert.deepEqual(await readActions(store), ["account.claimed"]);
  }),

  check("lets one of several claims at once succeed, each with its own ticket", async (fixture) => {
    const { store } = fixture;
    const other = await fixture.reopen();
    await runConcurrently(10, (index) =>
      store.peopleStore.addTicket({ ...ticket, digest: `d${index}` }),
    );
    const claims = await runConcurrently(10, (index) => {
      const person = { ...ada, id: `per_${index}` };
      const { peopleStore } = index % 2 ? store : other;
      return peopleStore.claimAccount(
        claimFor(person, `d${index}`),
        createEntry("account.claimed"),
      );
    });
    assert.equal(claims.filter(Boolean).length, 1);
    assert.equal((await store.peopleStore.listMembers(DEFAULT_ACCOUNT)).length, 1);
    assert.deepEqual(await readActions(store), ["account.claimed"]);
  }),

  check("rejects a claim with an unknown, expired or spent ticket", async ({ store }) => {
    const { peopleStore } = store;
    const entry = createEntry("account.claimed");
    assert.equal(await peopleStore.claimAccount(claimFor(), entry), false);
    await peopleStore.addTicket({ ...ticket, expires: NOW });
    assert.equal(await peopleStore.claimAccount(claimFor(), entry), false);
    await peopleStore.addTicket({ ...ticket, digest: "d2", kind: "sign_in" });
    assert.equal(await peopleStore.claimAccount(claimFor(ada, "d2"), entry), false);
    assert.equal((await peopleStore.findAccount(DEFAULT_ACCOUNT))!.claimed, undefined);
    assert.deepEqual(await readActions(store), []);
  }),

  check("stays claimed after its members are deleted by hand", async ({ store, sql }) => {
    await store.peopleStore.addTicket(ticket);
    await store.peopleStore.claimAccount(claimFor(), createEntry("account.claimed"));
    await sql.query("delete from members");
    await store.peopleStore.addTicket({ ...ticket, digest: "d2" });
    assert.equal(
      await store.peopleStore.claimAccount(claimFor(ben, "d2"), createEntry("account.claimed")),
      false,
    );
  }),

  check("changes nothing if it fails in the middle of a claim", async ({ store, sql }) => {
    const { peopleStore } = store;
    await peopleStore.addTicket(ticket);
    await sql.query("insert into people (id, name, created) values ($1, 'x', 'x')", [ada.id]);
    await assert.rejects(peopleStore.claimAccount(claimFor(), createEntry("account.claimed")));
    assert.equal((await peopleStore.findAccount(DEFAULT_ACCOUNT))!.claimed, undefined);
    assert.equal(
      await peopleStore.claimAccount(claimFor(ben), createEntry("account.claimed")),
      true,
    );
  }),
];
