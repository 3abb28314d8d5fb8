import assert from "node:assert/strict";
import type { ConnectionsCheck } from "../connections.ts";

const link = {
  link: "digest_1",
  browser: "browser_1",
  connection: "conn_1",
  isSpent: false,
  expires: 1_000,
};
const signIn = {
  state: "state_1",
  connection: "conn_1",
  link: "digest_1",
  browser: "browser_1",
  sealed: "s1.x",
  expires: 1_000,
};
const times = 30;

/** What is promised of what happens once, and of keys and clients. */
export const onceChecks: readonly ConnectionsCheck[] = [
  {
    name: "gives a link to the browser that begins first, and spends it once",
    async run({ connections, again }) {
      const all = [connections, await again()];
      const begun = await Promise.all(
        Array.from({ length: times }, (_, each) =>
          all[each % 2]!.beginLink({
            ...link,
            browser: `browser_${each}`,
            connection: `conn_${each}`,
          }),
        ),
      );
      assert.equal(
        new Set(begun.map(({ browser, connection }) => `${browser} ${connection}`)).size,
        1,
      );
      assert.deepEqual(await connections.link("digest_1"), begun[0]);
      assert.equal(
        (
          await Promise.all(
            Array.from({ length: times }, (_, each) => all[each % 2]!.spendLink("digest_1")),
          )
        ).filter(Boolean).length,
        1,
      );
      assert.equal((await connections.beginLink(link)).isSpent, true);
      assert.equal(await connections.spendLink("digest_2"), false);
    },
  },
  {
    name: "gives a sign-in to one of many who take it",
    async run({ connections, again }) {
      const all = [connections, await again()];
      await connections.addSignIn(signIn);
      const taken = await Promise.all(
        Array.from({ length: times }, (_, each) => all[each % 2]!.takeSignIn("state_1")),
      );
      assert.deepEqual(taken.filter(Boolean), [signIn]);
    },
  },
  {
    name: "forgets links and sign-ins whose time is over",
    async run({ connections }) {
      await connections.beginLink(link);
      await connections.addSignIn(signIn);
      await connections.sweep(999, "");
      assert.notEqual(await connections.link("digest_1"), undefined);
      await connections.sweep(1_000, "");
      assert.equal(await connections.link("digest_1"), undefined);
      assert.equal(await connections.takeSignIn("state_1"), undefined);
    },
  },
  {
    name: "keeps one key for an account, whoever adds it, and changes it only from what it was",
    async run({ connections, again }) {
      const all = [connections, await again()];
      const kept = await Promise.all(
        Array.from({ length: times }, (_, each) =>
          all[each % 2]!.addDataKey("acc_1", `w1.${each}`),
        ),
      );
      assert.equal(new Set(kept).size, 1);
      assert.equal(await connections.rewrapDataKey("acc_1", "w1.none", "w1.next"), false);
      assert.equal(await connections.rewrapDataKey("acc_1", kept[0]!, "w1.next"), true);
      assert.deepEqual([...(await connections.dataKeys())], [["acc_1", "w1.next"]]);
    },
  },
  {
    name: "keeps one registration for a server, and forgets it only while it is the one",
    async run({ connections }) {
      assert.equal(await connections.addRegistration("https://as.example", "s1.a"), "s1.a");
      assert.equal(await connections.addRegistration("https://as.example", "s1.b"), "s1.a");
      await connections.forgetRegistration("https://as.example", "s1.b");
      assert.equal(await connections.registration("https://as.example"), "s1.a");
      await connections.forgetRegistration("https://as.example", "s1.a");
      assert.equal(await connections.registration("https://as.example"), undefined);
    },
  },
  {
    name: "keeps the operator's clients, the last that was given",
    async run({ connections }) {
      await connections.putClient("slack", "s1.a");
      await connections.putClient("github", "s1.b");
      await connections.putClient("github", "s1.c");
      assert.deepEqual(await connections.clients(), ["github", "slack"]);
      assert.equal(await connections.client("github"), "s1.c");
      await connections.putClient("github", undefined);
      assert.equal(await connections.client("github"), undefined);
    },
  },
];
