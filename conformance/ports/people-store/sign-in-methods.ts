import assert from "node:assert/strict";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import { runConcurrently } from "../port-check.ts";
import { ada, ben, check, createEntry, membership, passkey, readActions } from "./fixture.ts";

const identity = {
  issuer: "https://id.example",
  subject: "42",
  person: ada.id,
  linked: "2026-11-22T10:00:00.000Z",
};

export const signInMethodChecks = [
  check("returns a passkey unchanged, and only to its person", async ({ store }) => {
    const { peopleStore } = store;
    await peopleStore.addPasskey(passkey, createEntry("passkey.added"));
    assert.deepEqual(await peopleStore.findPasskey(passkey.id), passkey);
    assert.deepEqual(await peopleStore.listPasskeys(ada.id), [passkey]);
    assert.deepEqual(await peopleStore.listPasskeys(ben.id), []);
    const stolen = { ...passkey, person: ben.id };
    assert.equal(await peopleStore.addPasskey(stolen, createEntry("passkey.added")), false);
    assert.deepEqual(await peopleStore.findPasskey(passkey.id), passkey);
    assert.deepEqual(await readActions(store), ["passkey.added"]);
  }),

  check("removes a passkey only for its person", async ({ store }) => {
    const { peopleStore } = store;
    await peopleStore.addPasskey(passkey, createEntry("passkey.added"));
    const remove = (person: string) =>
      peopleStore.removePasskey(person, passkey.id, createEntry("passkey.removed"));
    assert.equal(await remove(ben.id), false);
    assert.equal(await remove(ada.id), true);
    assert.equal(await remove(ada.id), false);
    assert.deepEqual(await readActions(store), ["passkey.added", "passkey.removed"]);
  }),

  check("accepts a use only if the counter increases", async ({ store }) => {
    const { peopleStore } = store;
    await peopleStore.addPasskey(passkey, createEntry("passkey.added"));
    const at = "2026-11-23T10:00:00.000Z";
    const use = (counter: number) => peopleStore.recordPasskeyUse(passkey.id, { counter, at });
    assert.deepEqual(
      [await use(0), await use(0), await use(5), await use(5), await use(4), await use(0)],
      [true, true, true, false, false, false],
    );
    assert.deepEqual(await peopleStore.findPasskey(passkey.id), {
      ...passkey,
      counter: 5,
      lastUsed: at,
    });
  }),

  check("accepts one of several uses with the same counter", async (fixture) => {
    const { store } = fixture;
    const other = await fixture.reopen();
    await store.peopleStore.addPasskey(passkey, createEntry("passkey.added"));
    const uses = await runConcurrently(10, (index) =>
      (index % 2 ? store : other).peopleStore.recordPasskeyUse(passkey.id, { counter: 1, at: "x" }),
    );
    assert.equal(uses.filter(Boolean).length, 1);
  }),

  check("links an identity once", async ({ store }) => {
    const { peopleStore } = store;
    const link = (person: string) =>
      peopleStore.linkIdentity({ ...identity, person }, createEntry("identity.linked"));
    assert.equal(await link(ada.id), true);
    assert.equal(await link(ben.id), false);
    assert.deepEqual(await peopleStore.findIdentity(identity.issuer, "42"), identity);
    assert.equal(await peopleStore.findIdentity("https://other.example", "42"), undefined);
    assert.deepEqual(await readActions(store), ["identity.linked"]);
  }),

  check("lists and removes the identities of a person", async ({ store }) => {
    const { peopleStore } = store;
    const own = { ...identity, person: ada.id };
    await peopleStore.linkIdentity(own, createEntry("identity.linked"));
    assert.deepEqual(await peopleStore.listIdentities(ada.id), [own]);
    assert.deepEqual(await peopleStore.listIdentities(ben.id), []);
    const remove = (person: string) =>
      peopleStore.removeIdentity({ ...own, person }, createEntry("identity.removed"));
    assert.deepEqual(
      [await remove(ben.id), await remove(ada.id), await remove(ada.id)],
      [false, true, false],
    );
    assert.deepEqual(await readActions(store), ["identity.linked", "identity.removed"]);
  }),

  check("adds one member for an identity that arrives several times", async (fixture) => {
    const { store } = fixture;
    const other = await fixture.reopen();
    const added = await runConcurrently(6, (index) => {
      const person = { ...ada, id: `per_${index}` };
      return (index % 2 ? store : other).peopleStore.addMemberWithIdentity(
        {
          person,
          member: membership(person, "member"),
          identity: { ...identity, person: person.id },
        },
        createEntry("member.added"),
      );
    });
    assert.equal(added.filter(Boolean).length, 1);
    const [member, ...others] = await store.peopleStore.listMembers(DEFAULT_ACCOUNT);
    assert.deepEqual(others, []);
    const found = await store.peopleStore.findIdentity(identity.issuer, identity.subject);
    assert.equal(found?.person, member!.person);
    assert.deepEqual(await readActions(store), ["member.added"]);
  }),
];
