import assert from "node:assert/strict";
import type { Sql } from "../../../adapters/storage/sql.ts";
import { createSqlConnectionStore } from "../../../adapters/storage/stores/connection-store.ts";
import { createSqlKeyStore } from "../../../adapters/storage/stores/key-store.ts";
import { createSqlRunStore } from "../../../adapters/storage/stores/run-store.ts";
import type { Connection } from "../../../core/ports/stores/connection-store.ts";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import { tablesOf } from "../../stored-data/encrypted-values.ts";
import { activeConnection } from "../connection-store/stored.ts";
import { noJobs } from "../job-queue/no-jobs.ts";
import { minimalKey } from "../key-store/keys.ts";
import { createFinishedRun, createStartedRun } from "../run-store/begin.ts";
import { check, createEntry, NOW, readActions } from "./fixture.ts";

/** A user ID with characters of every kind. */
const USER = "user/42 ü'%";

/** Adds a connection of a user, or of the account itself. */
const addConnection = (
  sql: Sql,
  id: string,
  user: string | undefined,
  status: Connection["status"] = "active",
) =>
  createSqlConnectionStore(sql, noJobs).add({
    ...activeConnection,
    id,
    account: DEFAULT_ACCOUNT,
    user,
    status,
    version: 1,
  });

const addRun = (sql: Sql, number: number, user: string | undefined) =>
  createSqlRunStore(sql).finish(
    { ...createFinishedRun(createStartedRun(number)), account: DEFAULT_ACCOUNT, user },
    { wasBegun: false },
  );

/** Returns the tables that contain a text, except the audit log. */
async function findTables(sql: Sql, text: string): Promise<string[]> {
  const tables = Object.entries(await tablesOf(sql));
  return tables
    .filter(([name, rows]) => name !== "audit" && JSON.stringify(rows).includes(text))
    .map(([name]) => name)
    .toSorted();
}

export const userChecks = [
  check("lists end users with their connections and last run, in pages", async (fixture) => {
    const { sql, store } = fixture;
    const { userStore } = store;
    await addConnection(sql, "conn_1", "b");
    await addConnection(sql, "conn_2", "b", "expired");
    await addConnection(sql, "conn_3", "b", "revoked");
    await addConnection(sql, "conn_4", undefined);
    for (let number = 0; number < 4; number++) await addRun(sql, number, "a");
    await addRun(sql, 4, "c");
    await addRun(sql, 5, undefined);
    const list = (after?: string, limit = 10) =>
      userStore.listUsers(DEFAULT_ACCOUNT, { after, limit });
    const all = await list();
    assert.deepEqual(all, [
      { id: "a", connections: {}, lastRun: createStartedRun(3).id },
      { id: "b", connections: { active: 1, expired: 1 } },
      { id: "c", connections: {}, lastRun: createStartedRun(4).id },
    ]);
    assert.deepEqual(await list(undefined, 2), all.slice(0, 2));
    assert.deepEqual(await list("b"), all.slice(2));
    assert.deepEqual(await list("c"), []);
    assert.deepEqual(await userStore.listUsers("acc_2", { limit: 10 }), []);
    assert.deepEqual(await userStore.findUser(DEFAULT_ACCOUNT, "b"), all[1]);
    assert.equal(await userStore.findUser(DEFAULT_ACCOUNT, "d"), undefined);
    assert.equal(await userStore.findUser("acc_2", "b"), undefined);
  }),

  check("deletes everything of an end user, and nothing else", async ({ sql, store }) => {
    const connections = createSqlConnectionStore(sql, noJobs);
    const keys = createSqlKeyStore(sql);
    for (const [number, user] of [USER, "other"].entries()) {
      const id = `conn_${number}`;
      await addConnection(sql, id, user);
      await addRun(sql, number, user);
      await connections.startLink({
        link: `link of ${user}`,
        browser: "browser",
        connection: id,
        isSpent: false,
        expires: NOW,
      });
      await connections.addSignIn({
        state: `state of ${user}`,
        connection: id,
        link: `link of ${user}`,
        browser: "browser",
        encryptedData: "sealed",
        expires: NOW,
      });
      await sql.query(
        "insert into tool_lists (connection, account, owner, app, sign_in) values ($1, $2, $3, 'desk', 1)",
        [id, DEFAULT_ACCOUNT, user],
      );
      await keys.addKey({
        ...minimalKey,
        id: `key_${number}`,
        fingerprint: `f${number}`,
        account: DEFAULT_ACCOUNT,
        user,
      });
      await sql.query(
        "insert into grant_tokens (digest, kind, api_key, expires, spent) values ($1, 'refresh', $2, 0, 0)",
        [`token of ${user}`, `key_${number}`],
      );
    }
    const tables = [
      "api_keys",
      "begun_links",
      "connections",
      "grant_tokens",
      "runs",
      "sign_ins",
      "tool_lists",
    ];
    const remaining = async (user: string) => [
      ...new Set([...(await findTables(sql, user)), ...(await findTables(sql, `link of ${user}`))]),
    ];
    assert.deepEqual((await remaining(USER)).toSorted(), tables);
    const remove = (account: string, user: string) =>
      store.userStore.deleteUser(account, user, createEntry("user.deleted"));
    assert.equal(await remove("acc_2", USER), false);
    assert.equal(await remove(DEFAULT_ACCOUNT, USER), true);
    assert.deepEqual(await remaining(USER), []);
    assert.deepEqual((await remaining("other")).toSorted(), tables);
    assert.equal(await remove(DEFAULT_ACCOUNT, USER), false);
    assert.deepEqual(await readActions(store), ["user.deleted"]);
  }),
];
