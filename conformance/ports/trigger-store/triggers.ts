import assert from "node:assert/strict";
import { statements } from "../../../adapters/storage/migrations/019-apps-of-events.ts";
import type { Connection } from "../../../core/ports/stores/connection-store.ts";
import { DEFAULT_ACCOUNT } from "../../../core/ports/stores/key-store.ts";
import { type Subscriber, TRIGGER_JOBS } from "../../../core/ports/stores/trigger-store.ts";
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
  DAY,
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

  check("adds no trigger more than an account and a user may have", async (fixture) => {
    const { store, reopen } = fixture;
    const other = await reopen();
    const addMany = (user: string | undefined, max: { perAccount: number; perUser: number }) =>
      runConcurrently(20, (index) =>
        (index % 2 ? store : other).triggerStore.add(
          createTrigger({ account: DEFAULT_ACCOUNT, user }),
          { max },
        ),
      );
    const ofUser = await addMany("42", { perAccount: 100, perUser: 3 });
    assert.equal(ofUser.filter(({ outcome }) => outcome === "added").length, 3);
    assert.deepEqual(
      ofUser.find(({ outcome }) => outcome === "full"),
      { outcome: "full", of: "user" },
    );
    const ofAccount = await addMany(undefined, { perAccount: 10, perUser: 3 });
    assert.equal(ofAccount.filter(({ outcome }) => outcome === "added").length, 7);
    assert.equal(await store.triggerStore.count(DEFAULT_ACCOUNT, undefined), 10);
    const claim = { key: "claim", request: "a" };
    const max = { perAccount: 11, perUser: 3 };
    const addClaimed = () =>
      store.triggerStore.add(createTrigger({ account: DEFAULT_ACCOUNT }), { claim, max });
    assert.deepEqual(await addClaimed(), { outcome: "added" });
    assert.equal((await addClaimed()).outcome, "existing");
  }),

  check("saves no subscription more than a key may have", async ({ store, reopen }) => {
    const other = await reopen();
    const now = Date.now();
    const createSubscriber = (id: string, overrides: Partial<Subscriber> = {}): Subscriber => ({
      id,
      key: "key_1",
      name: "schedule",
      status: "active",
      until: now + DAY,
      ...overrides,
    });
    const limit = { key: "key_1", max: 5, at: now };
    const account = DEFAULT_ACCOUNT;
    const triggers = await runConcurrently(20, () => add(store, { account }));
    await add(store, {
      account,
      subscribers: [
        createSubscriber("sub_a"),
        createSubscriber("sub_b", { until: now - 1 }),
        createSubscriber("sub_c", { key: "key_2" }),
      ],
    });
    const outcomes = await runConcurrently(20, (index) =>
      (index % 2 ? store : other).triggerStore.saveSubscribers(
        { ...triggers[index]!, revision: 2, subscribers: [createSubscriber(`sub_${index}`)] },
        { encryptedSecrets: "sealed", limit },
      ),
    );
    assert.equal(outcomes.filter((outcome) => outcome === "saved").length, 4);
    assert.equal(outcomes.filter((outcome) => outcome === "full").length, 16);
    const index = outcomes.indexOf("saved");
    const next = { ...triggers[index]!, revision: 3, subscribers: [createSubscriber("sub_a")] };
    const change = { encryptedSecrets: "sealed" };
    assert.equal(await store.triggerStore.saveSubscribers(next, { ...change, limit }), "saved");
    assert.equal(await store.triggerStore.saveSubscribers(next, { ...change, limit }), "stale");
    const more = { ...next, revision: 4, subscribers: [..."ab"].map((id) => createSubscriber(id)) };
    assert.equal(await store.triggerStore.saveSubscribers(more, { ...change, limit }), "full");
    assert.equal(await store.triggerStore.saveSubscribers(more, change), "saved");
  }),

  check("removes only the revision that was read", async ({ store }) => {
    const { id } = await add(store);
    assert.equal(await store.triggerStore.remove(id, { revision: 2 }), false);
    assert.equal(await store.triggerStore.remove(id, { revision: 1 }), true);
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

  check("records the apps of triggers that an earlier version stored", async ({ store, sql }) => {
    const run = (tool: string) => ({ kind: "run" as const, tool });
    const actions = [
      run("open.get_weather"),
      { kind: "deliver" as const, url: "https://example.com/" },
    ].map((action, index) => ({ id: String(index + 1), status: "active" as const, action }));
    const mixed = await add(store, { kind: "poll", app: "notes", actions });
    const platform = await add(store, { kind: "platform" });
    await sql.query("update triggers set apps = null");
    for (const statement of statements) {
      const text = typeof statement === "string" ? undefined : statement(sql.dialect);
      if (text) await sql.query(text);
    }
    const list = async (apps: readonly string[] | undefined) =>
      (await store.triggerStore.list({ account: ACCOUNT, apps, limit: 10 })).map(
        ({ trigger }) => trigger.id,
      );
    assert.deepEqual(await list(["notes", "open"]), [mixed.id]);
    assert.deepEqual(await list(["notes"]), []);
    assert.deepEqual((await list(undefined)).toSorted(), [mixed.id, platform.id].toSorted());
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
