import assert from "node:assert/strict";
import type { ConnectionStoreCheck } from "../connection-store.ts";

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
const attempts = 30;

/** What is promised of what happens once, and of keys and clients. */
export const singleUseChecks: readonly ConnectionStoreCheck[] = [
  {
    name: "gives a link to the browser that begins first, and spends it once",
    async run({ connections, reopen }) {
      const all = [connections, await reopen()];
      const started = await Promise.all(
        Array.from({ length: attempts }, (_, each) =>
          all[each % 2]!.startLink({
            ...link,
            browser: `browser_${each}`,
            connection: `conn_${each}`,
          }),
        ),
      );
      assert.equal(
        new Set(started.map(({ browser, connection }) => `${browser} ${connection}`)).size,
        1,
      );
      assert.deepEqual(await connections.findLink("digest_1"), started[0]);
      assert.equal(
        (
          await Promise.all(
            Array.from({ length: attempts }, (_, each) => all[each % 2]!.consumeLink("digest_1")),
          )
        ).filter(Boolean).length,
        1,
      );
      assert.equal((await connections.startLink(link)).isSpent, true);
      assert.equal(await connections.consumeLink("digest_2"), false);
    },
  },
  {
    name: "gives a sign-in to one of many who take it",
    async run({ connections, reopen }) {
      const all = [connections, await reopen()];
      await connections.addSignIn(signIn);
      const acquired = await Promise.all(
        Array.from({ length: attempts }, (_, each) => all[each % 2]!.consumeSignIn("state_1")),
      );
      assert.deepEqual(acquired.filter(Boolean), [signIn]);
    },
  },
  {
    name: "forgets links and sign-ins whose time is over",
    async run({ connections }) {
      await connections.startLink(link);
      await connections.addSignIn(signIn);
      await connections.deleteExpired(999, "");
      assert.notEqual(await connections.findLink("digest_1"), undefined);
      await connections.deleteExpired(1_000, "");
      assert.equal(await connections.findLink("digest_1"), undefined);
      assert.equal(await connections.consumeSignIn("state_1"), undefined);
    },
  },
  {
    name: "keeps one key for an account, whoever adds it, and changes it only from what it was",
    async run({ connections, reopen }) {
      const all = [connections, await reopen()];
      const stored = await Promise.all(
        Array.from({ length: attempts }, (_, each) =>
          all[each % 2]!.addDataKey("acc_1", `w1.${each}`),
        ),
      );
      assert.equal(new Set(stored).size, 1);
      assert.equal(await connections.rewrapDataKey("acc_1", "w1.none", "w1.next"), false);
      assert.equal(await connections.rewrapDataKey("acc_1", stored[0]!, "w1.next"), true);
      assert.deepEqual([...(await connections.listDataKeys())], [["acc_1", "w1.next"]]);
    },
  },
  {
    name: "keeps one registration for a server, and forgets it only while it is the one",
    async run({ connections }) {
      assert.equal(await connections.addRegistration("https://as.example", "s1.a"), "s1.a");
      assert.equal(await connections.addRegistration("https://as.example", "s1.b"), "s1.a");
      await connections.deleteRegistration("https://as.example", "s1.b");
      assert.equal(await connections.findRegistration("https://as.example"), "s1.a");
      await connections.deleteRegistration("https://as.example", "s1.a");
      assert.equal(await connections.findRegistration("https://as.example"), undefined);
    },
  },
  {
    name: "keeps the operator's clients, the last that was given",
    async run({ connections }) {
      await connections.saveClient("slack", "s1.a");
      await connections.saveClient("github", "s1.b");
      await connections.saveClient("github", "s1.c");
      assert.deepEqual(await connections.listClients(), ["github", "slack"]);
      assert.equal(await connections.findClient("github"), "s1.c");
      await connections.saveClient("github", undefined);
      assert.equal(await connections.findClient("github"), undefined);
    },
  },
];
