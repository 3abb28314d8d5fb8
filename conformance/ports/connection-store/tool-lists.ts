import assert from "node:assert/strict";
import type { Connection } from "../../../core/ports/stores/connection-store.ts";
import { TOOL_LIST_JOBS, type ToolListResult } from "../../../core/ports/stores/tool-list-store.ts";
import type { ConnectionStoreWithJobs } from "./connection-store.ts";
import { activeConnection, check, pendingConnection } from "./stored.ts";

const LISTED: ToolListResult = {
  listed: "2026-11-21T10:05:00.000Z",
  source: "1 https://mcp.desk.example",
  digest: "d1",
  compiled: '{"tools":[]}',
};
const FAILED: ToolListResult = {
  failure: { message: "Desk did not respond.", at: "2026-11-21T10:06:00.000Z", attempts: 1 },
};

/** Adds a connection and signs it in, with an empty list of tools. */
async function signIn(
  store: ConnectionStoreWithJobs,
  overrides: Partial<Connection> = {},
): Promise<void> {
  await store.add({ ...pendingConnection, ...overrides });
  await store.save({ ...activeConnection, ...overrides }, { newToolList: { due: 300 } });
}

const claimKeys = async ({ jobQueue }: ConnectionStoreWithJobs) =>
  (await jobQueue.claim(TOOL_LIST_JOBS.name, 10)).map(({ key }) => key).toSorted();

export const toolListChecks = [
  check("adds an empty list and its job with a sign-in, and none otherwise", async ({ store }) => {
    await signIn(store);
    await store.add({ ...pendingConnection, id: "conn_2" });
    await store.save({ ...activeConnection, id: "conn_2" });
    assert.deepEqual(await store.listToolLists("acc_1", {}), [
      {
        connection: "conn_1",
        account: "acc_1",
        app: "github",
        label: "Work",
        isDefault: false,
        signIn: 2,
      },
    ]);
    assert.equal(await store.findToolList("conn_2"), undefined);
    assert.deepEqual(await claimKeys(store), ["conn_1"]);
  }),

  check("stores tools with the job of the next attempt", async ({ store, reopen }) => {
    await signIn(store);
    const list = { connection: "conn_1", signIn: 2 };
    assert.equal(await store.saveToolList(list, LISTED, 400), true);
    const found = await (await reopen()).findToolList("conn_1");
    assert.deepEqual(
      [found?.listed, found?.source, found?.digest, found?.failure],
      ["2026-11-21T10:05:00.000Z", "1 https://mcp.desk.example", "d1", undefined],
    );
    assert.equal(await store.readListedTools("conn_1", "d1"), '{"tools":[]}');
    assert.equal(await store.readListedTools("conn_1", "d2"), undefined);
    const [job] = await store.jobQueue.claim(TOOL_LIST_JOBS.name, 10);
    assert.deepEqual([job?.key, job?.due], ["conn_1", 400]);
  }),

  check("keeps the tools after a failure, and forgets it after a success", async ({ store }) => {
    await signIn(store);
    const list = { connection: "conn_1", signIn: 2 };
    await store.saveToolList(list, LISTED, 400);
    assert.equal(await store.saveToolList(list, FAILED, 500), true);
    const failed = await store.findToolList("conn_1");
    assert.deepEqual([failed?.digest, failed?.failure?.attempts], ["d1", 1]);
    await store.saveToolList(list, { ...LISTED, omitted: "1 tool is left out." }, 600);
    const incomplete = await store.findToolList("conn_1");
    assert.deepEqual(
      [incomplete?.failure, incomplete?.omitted],
      [undefined, "1 tool is left out."],
    );
    await store.saveToolList(list, LISTED, 700);
    assert.equal((await store.findToolList("conn_1"))?.omitted, undefined);
  }),

  check(
    "empties the list with a new sign-in, and refuses that of the old one",
    async ({ store }) => {
      await signIn(store);
      await store.saveToolList({ connection: "conn_1", signIn: 2 }, LISTED, 400);
      await store.save({ ...activeConnection, version: 3 }, { newToolList: { due: 700 } });
      const renewed = await store.findToolList("conn_1");
      assert.deepEqual(
        [renewed?.signIn, renewed?.digest, renewed?.listed],
        [3, undefined, undefined],
      );
      assert.equal(await store.readListedTools("conn_1", "d1"), undefined);
      for (const result of [LISTED, FAILED])
        assert.equal(
          await store.saveToolList({ connection: "conn_1", signIn: 2 }, result, 1),
          false,
        );
      assert.deepEqual(await store.findToolList("conn_1"), renewed);
      assert.equal(await store.saveToolList({ connection: "conn_1", signIn: 3 }, LISTED, 1), true);
    },
  ),

  check("keeps the list of a connection that changes in another way", async ({ store }) => {
    await signIn(store);
    await store.saveToolList({ connection: "conn_1", signIn: 2 }, LISTED, 400);
    await store.save({ ...activeConnection, version: 3, label: "Home" }, { encryptedSecrets: "s" });
    const list = await store.findToolList("conn_1");
    assert.deepEqual([list?.signIn, list?.digest, list?.label], [2, "d1", "Home"]);
  }),

  check("deletes the list and its job with the connection", async ({ store, sql }) => {
    await signIn(store);
    await store.save({ ...activeConnection, version: 3, status: "revoked" });
    assert.equal(await store.findToolList("conn_1"), undefined);
    assert.deepEqual(await sql.query("select connection from tool_lists"), []);
    assert.deepEqual(await claimKeys(store), []);
    await signIn(store, { id: "conn_2" });
    await store.deleteToolList("conn_2");
    assert.deepEqual(await sql.query("select connection from tool_lists"), []);
    assert.deepEqual(await claimKeys(store), []);
  }),

  check(
    "lists by account, user and app, the default first and pending ones never",
    async ({ store }) => {
      await signIn(store, { created: "2026-11-21T09:00:00.000Z" });
      await signIn(store, { id: "conn_2", app: "linear" });
      await signIn(store, { id: "conn_3", user: "42" });
      await signIn(store, { id: "conn_4", account: "acc_2" });
      await signIn(store, { id: "conn_5" });
      await signIn(store, { id: "conn_6" });
      await store.save({ ...activeConnection, id: "conn_5", version: 3, status: "expired" });
      await store.save({ ...activeConnection, id: "conn_6", version: 3, status: "failed" });
      await store.makeDefault("conn_1");
      const list = async (options: { user?: string | null; app?: string }, account = "acc_1") =>
        (await store.listToolLists(account, options)).map(({ connection }) => connection);
      assert.deepEqual(await list({ user: null, app: "github" }), ["conn_1", "conn_5"]);
      assert.deepEqual((await list({ user: null })).toSorted(), ["conn_1", "conn_2", "conn_5"]);
      assert.deepEqual(await list({ user: "42" }), ["conn_3"]);
      assert.deepEqual(await list({ user: "43" }), []);
      assert.deepEqual(await list({}, "acc_2"), ["conn_4"]);
      assert.equal((await list({})).length, 4);
    },
  ),

  check("names no default that has expired", async ({ store }) => {
    await signIn(store, { id: "conn_1" });
    await store.makeDefault("conn_1");
    const isDefault = async () => (await store.findToolList("conn_1"))?.isDefault;
    assert.equal(await isDefault(), true);
    await store.save({ ...activeConnection, id: "conn_1", version: 3, status: "expired" });
    assert.equal(await isDefault(), false);
  }),

  check("adds the missing jobs of empty lists", async ({ store }) => {
    for (const id of ["conn_1", "conn_2", "conn_3"]) await signIn(store, { id });
    await store.saveToolList({ connection: "conn_2", signIn: 2 }, LISTED, 400);
    const { jobQueue } = store;
    for (const job of await jobQueue.claim(TOOL_LIST_JOBS.name, 10))
      if (job.key === "conn_3") await jobQueue.retryAt(job, Date.now() + 3_600_000);
      else await jobQueue.complete(job);
    await store.addMissingJobs(0);
    assert.deepEqual(await claimKeys(store), ["conn_1"]);
  }),
];
