import assert from "node:assert/strict";
import type { Connection } from "../../../core/ports/connection-store.ts";
import { TRIGGER_JOBS } from "../../../core/ports/trigger-store.ts";
import { type PortCheck, runConcurrently } from "../port-check.ts";
import {
  ACCOUNT,
  accept,
  add,
  at,
  check,
  claimKeys,
  createEvent,
  createTrigger,
  type TriggerStoreFixture,
} from "./stored.ts";

export const triggerChecks: readonly PortCheck<TriggerStoreFixture>[] = [
  check("stores triggers, their secrets and cursors apart", async ({ store, reopen }) => {
    const trigger = createTrigger({ app: "notes", connection: "conn_1", user: "42" });
    await store.triggerStore.add(trigger, {
      encryptedSecrets: "sealed",
      cursor: "seen",
      address: "digest",
    });
    const { triggerStore } = await reopen();
    const stored = { trigger, encryptedSecrets: "sealed" };
    assert.deepEqual(await triggerStore.find(trigger.id), stored);
    assert.deepEqual(await triggerStore.findByAddress("digest"), stored);
    assert.equal(await triggerStore.findCursor(trigger.id), "seen");
    assert.equal(await triggerStore.find("trg_none"), undefined);
  }),

  check("adds one trigger for a claim, also if many ask at once", async ({ store }) => {
    const claim = { key: "claim", request: "a" };
    const results = await runConcurrently(8, () =>
      store.triggerStore.add(createTrigger(), { claim }),
    );
    assert.equal(results.filter(({ outcome }) => outcome === "added").length, 1);
    assert.equal(await store.triggerStore.count(ACCOUNT, undefined), 1);
  }),

  check("saves only the next revision, with its job", async ({ store }) => {
    const trigger = await add(store, { progress: { due: Date.now() - 1_000 } });
    assert.deepEqual(await claimKeys(store, TRIGGER_JOBS.name), [trigger.id]);
    const next = { ...trigger, revision: 2, name: "Renamed", progress: { due: Date.now() - 500 } };
    const results = await runConcurrently(5, () => store.triggerStore.save(next, { cursor: "b" }));
    assert.equal(results.filter(Boolean).length, 1);
    assert.equal((await store.triggerStore.find(trigger.id))?.trigger.name, "Renamed");
    assert.equal(await store.triggerStore.save({ ...next, name: "Late" }), false);
  }),

  check("cancels the job of a trigger that isn't due any more", async ({ store }) => {
    const trigger = await add(store, { progress: { due: Date.now() - 1_000 } });
    await store.triggerStore.save({ ...trigger, revision: 2, progress: {} });
    assert.deepEqual(await claimKeys(store, TRIGGER_JOBS.name), []);
  }),

  check(
    "lists by owner, kind, app, connection, status and apps, newest first",
    async ({ store }) => {
      const { triggerStore } = store;
      await add(store, { kind: "poll", app: "notes", connection: "conn_1" });
      await add(store, { user: "42", status: "paused" });
      await add(store, { account: "acc_2" });
      const list = async (filter: object) =>
        (await triggerStore.list({ account: ACCOUNT, limit: 10, ...filter })).length;
      assert.equal(await list({}), 2);
      assert.equal(await list({ user: null }), 1);
      assert.equal(await list({ user: "42" }), 1);
      assert.equal(await list({ kind: "poll" }), 1);
      assert.equal(await list({ app: "notes", connection: "conn_1" }), 1);
      assert.equal(await list({ status: "paused" }), 1);
      assert.equal(await list({ apps: ["other"] }), 1);
      assert.equal(await list({ apps: ["notes"] }), 2);
      assert.equal(await list({ before: "trg_0" }), 0);
      assert.deepEqual(
        [await triggerStore.count(ACCOUNT, undefined), await triggerStore.count(ACCOUNT, "42")],
        [2, 1],
      );
    },
  ),

  check("lists the triggers that events of an app are for, of all accounts", async ({ store }) => {
    const connect = async (id: string, overrides: Partial<Connection> = {}) => {
      const connection: Connection = {
        id,
        account: ACCOUNT,
        app: "slack",
        label: id,
        method: "oauth2",
        status: "active",
        fields: {},
        created: at(0),
        updated: at(0),
        version: 1,
        routing: "T1",
        ...overrides,
      };
      await store.connectionStore.add(connection);
      const { account } = connection;
      const trigger = createTrigger({ account, kind: "app", app: "slack", connection: id });
      await store.triggerStore.add(trigger, {});
      return trigger.id;
    };
    const first = await connect("conn_1");
    const second = await connect("conn_2", { account: "acc_2", user: "7" });
    await connect("conn_3", { routing: "T2" });
    await connect("conn_4", { app: "other" });
    await connect("conn_5", { status: "disabled" });
    await connect("conn_6", { routing: undefined });
    const poll = createTrigger({ kind: "poll", app: "slack", connection: "conn_1" });
    await store.triggerStore.add(poll, {});
    const foreign = createTrigger({ account: "acc_3", kind: "app", connection: "conn_1" });
    await store.triggerStore.add(foreign, {});
    const list = async (after?: string) =>
      (await store.triggerStore.listByRouting("slack", "T1", after)).map(
        ({ trigger }) => trigger.id,
      );
    const [lower, higher] = [first, second].toSorted();
    assert.deepEqual(await list(), [lower, higher]);
    assert.deepEqual(await list(lower), [higher]);
    assert.deepEqual(await list(higher), []);
  }),

  check("deletes a trigger, its job, and cancels its events", async ({ store }) => {
    const trigger = await add(store, { progress: { due: Date.now() - 1_000 } });
    const newEvent = createEvent(trigger, "a");
    await accept(store, trigger, [newEvent]);
    assert.equal(await store.triggerStore.remove(trigger.id), true);
    assert.equal(await store.triggerStore.remove(trigger.id), false);
    assert.deepEqual(await claimKeys(store, TRIGGER_JOBS.name), []);
    const stored = await store.eventStore.find(newEvent.event.id);
    assert.equal(stored?.event.status, "canceled");
    assert.deepEqual(await accept(store, trigger, [createEvent(trigger, "b")]), {
      outcome: "stale",
    });
  }),

  check("adds jobs that a restored database lacks", async ({ store, sql }) => {
    const trigger = await add(store, { progress: { due: Date.now() - 1_000 } });
    if (!sql.dialect.hasJobTable) return;
    await sql.query("delete from jobs");
    await store.triggerStore.addMissingJobs(Date.now());
    await store.triggerStore.addMissingJobs(Date.now());
    assert.deepEqual(await claimKeys(store, TRIGGER_JOBS.name), [trigger.id]);
  }),
];
