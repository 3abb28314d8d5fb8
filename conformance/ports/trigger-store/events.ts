import assert from "node:assert/strict";
import { sortableId } from "../../../core/lib/kit/bytes/sortable-id.ts";
import {
  ACTION_JOBS,
  type EventRecord,
  SERIAL_ACTION_JOBS,
} from "../../../core/ports/stores/event-store.ts";
import { type PortCheck, runConcurrently } from "../port-check.ts";
import {
  ACCOUNT,
  accept,
  add,
  check,
  claimKeys,
  createEvent,
  DAY,
  MINUTE,
  type TriggerStoreFixture,
} from "./stored.ts";

export const eventChecks: readonly PortCheck<TriggerStoreFixture>[] = [
  check("accepts events, their jobs and the new state together", async ({ store, reopen }) => {
    const trigger = await add(store);
    const newEvents = [
      createEvent(trigger, "a"),
      createEvent(trigger, "b", { status: "filtered" }),
    ];
    const next = { ...trigger, revision: 2, progress: { quiet: 1 } };
    const result = await accept(store, trigger, newEvents, {
      save: { trigger: next, cursor: "new" },
    });
    const ids = newEvents.map(({ event }) => event.id);
    assert.deepEqual(result, { outcome: "accepted", accepted: ids, duplicates: [], delay: 0 });
    const { triggerStore, eventStore } = await reopen();
    assert.deepEqual((await triggerStore.find(trigger.id))?.trigger, next);
    assert.equal(await triggerStore.findCursor(trigger.id), "new");
    assert.ok((await triggerStore.find(trigger.id))!.lastEvent! > Date.now() - MINUTE);
    assert.deepEqual((await eventStore.find(ids[0]!))?.event, newEvents[0]!.event);
    assert.deepEqual(await claimKeys(store, ACTION_JOBS.name), [`${ids[0]}.1`]);
  }),

  check("stores nothing if the trigger has changed", async ({ store }) => {
    const trigger = await add(store);
    await store.triggerStore.save({ ...trigger, revision: 2 });
    const result = await accept(store, trigger, [createEvent(trigger, "a")], {
      save: { trigger: { ...trigger, revision: 2 } },
    });
    assert.deepEqual(result, { outcome: "stale" });
    assert.deepEqual(await store.eventStore.list({ account: ACCOUNT, limit: 10 }), []);
    assert.deepEqual(await claimKeys(store, ACTION_JOBS.name), []);
  }),

  check("accepts a key once, by any number of processes", async ({ store, reopen }) => {
    const trigger = await add(store);
    const other = await reopen();
    const results = await runConcurrently(10, (index) =>
      accept(index % 2 ? store : other, trigger, [
        createEvent(trigger, "same"),
        createEvent(trigger, `own ${index}`),
      ]),
    );
    const accepted = results.flatMap((result) =>
      result.outcome === "accepted" ? result.accepted : [],
    );
    const duplicates = results.flatMap((result) =>
      result.outcome === "accepted" ? result.duplicates : [],
    );
    assert.deepEqual([accepted.length, new Set(duplicates).size, duplicates.length], [11, 1, 9]);
    const elsewhere = await add(store);
    const again = await accept(store, elsewhere, [createEvent(elsewhere, "same")]);
    assert.equal(again.outcome === "accepted" && again.accepted.length, 1);
  }),

  check("finds triggers and events that are read at once", async ({ store }) => {
    const trigger = await add(store);
    const other = await add(store);
    const newEvents = ["a", "b", "c"].map((key) => createEvent(trigger, key));
    await accept(store, trigger, newEvents);
    const ids = newEvents.map(({ event }) => event.id);
    const asked = [...ids, "evt_none", 'evt_"quoted', ids[0]!];
    const found = await Promise.all(asked.map((id) => store.eventStore.find(id)));
    assert.deepEqual(
      found.map((stored) => stored?.event.id),
      [...ids, undefined, undefined, ids[0]],
    );
    const triggers = [trigger.id, "trg_none", other.id].map((id) => store.triggerStore.find(id));
    assert.deepEqual(
      (await Promise.all(triggers)).map((stored) => stored?.trigger.id),
      [trigger.id, undefined, other.id],
    );
  }),

  check("saves events at once, each only if its revision is the next one", async ({ store }) => {
    const { eventStore } = store;
    const trigger = await add(store);
    const events = ["a", "b", "c", "d"].map((key) => createEvent(trigger, key));
    await accept(store, trigger, events);
    const [a, b, c, d] = events.map(({ event }) => event);
    await eventStore.save({ ...d!, subject: "first" }, { revision: 1 });
    const save = (event: EventRecord, subject: string) =>
      eventStore.save({ ...event, status: "done", subject }, { revision: 1 });
    const saved = await Promise.all([
      save(a!, "first"),
      save(b!, "first"),
      save(c!, "one"),
      save(c!, "two"),
      save(d!, "late"),
      save({ ...a!, id: "evt_none" }, "none"),
    ]);
    assert.deepEqual(saved.slice(0, 2), [true, true]);
    assert.equal(saved.slice(2, 4).filter(Boolean).length, 1);
    assert.deepEqual(saved.slice(4), [false, false]);
    const stored = await Promise.all([a!, b!, c!, d!].map(({ id }) => eventStore.find(id)));
    assert.deepEqual(
      stored.map((each) => [each?.event.status, each?.event.subject, each?.revision]),
      [
        ["done", "first", 2],
        ["done", "first", 2],
        ["done", saved[2] ? "one" : "two", 2],
        ["acting", "first", 2],
      ],
    );
  }),

  check("saves events while another process changes one of them", async ({ store, sql }) => {
    if (!sql.dialect.isRemote) return "Transactions exclude each other.";
    const { eventStore } = store;
    const trigger = await add(store);
    const events = ["a", "b", "c"].map((key) => createEvent(trigger, key));
    await accept(store, trigger, events);
    const [a, b, c] = events.map(({ event }) => event);
    const late = await sql.transaction(async ({ query }) => {
      await query("update events set revision = 2 where id = $1", [a!.id]);
      const saved = eventStore.save({ ...a!, status: "done" }, { revision: 1 });
      assert.equal(await eventStore.save({ ...b!, status: "done" }, { revision: 1 }), true);
      assert.equal(await eventStore.save({ ...c!, status: "done" }, { revision: 1 }), true);
      // In an object, because otherwise the transaction would wait for it.
      return { saved };
    });
    assert.equal(await late.saved, false);
  }),

  check("spreads the jobs at the trigger's rate", async ({ store }) => {
    const trigger = await add(store, { maxPerMinute: 2 });
    const now = Date.now();
    const results = [];
    for (const key of ["a", "b", "c", "d"])
      results.push(await accept(store, trigger, [createEvent(trigger, key)], { now }));
    assert.deepEqual(
      results.map((result) => result.outcome === "accepted" && result.delay),
      [0, 0, MINUTE / 2, MINUTE],
    );
    assert.equal((await claimKeys(store, ACTION_JOBS.name)).length, 2);
  }),

  check("puts the jobs of a serial trigger into one sequence", async ({ store }) => {
    const trigger = await add(store, { order: "serial" });
    const newEvents = ["a", "b"].map((key) => createEvent(trigger, key));
    for (const newEvent of newEvents) await accept(store, trigger, [newEvent]);
    const [first, ...rest] = await store.jobQueue.claim(SERIAL_ACTION_JOBS.name, 10);
    assert.deepEqual([first?.key, rest], [`${newEvents[0]!.event.id}.1`, []]);
    await store.jobQueue.complete(first!);
    assert.deepEqual(await claimKeys(store, SERIAL_ACTION_JOBS.name), [
      `${newEvents[1]!.event.id}.1`,
    ]);
  }),

  check("saves an event if nobody has changed it, with jobs", async ({ store }) => {
    const trigger = await add(store);
    const { event } = createEvent(trigger, "a", { status: "failed" });
    await accept(store, trigger, [{ event, encryptedData: "sealed" }]);
    const action = { ...event.actions[0]!, next: Date.now() - 1_000 };
    const replayed = { ...event, status: "acting" as const, actions: [action] };
    const results = await runConcurrently(4, () =>
      store.eventStore.save(replayed, { revision: 1, enqueue: [action] }),
    );
    assert.equal(results.filter(Boolean).length, 1);
    assert.deepEqual(await claimKeys(store, ACTION_JOBS.name), [`${event.id}.1`]);
    assert.equal((await store.eventStore.find(event.id))?.revision, 2);
  }),

  check("lists by trigger, type, status, time and owner, newest first", async ({ store }) => {
    const trigger = await add(store, { user: "42" });
    const other = await add(store);
    const first = createEvent(trigger, "a", { app: "notes", connection: "conn_1" });
    await accept(store, trigger, [first]);
    await accept(store, other, [createEvent(other, "b", { type: "poll.new", status: "failed" })]);
    const list = async (filter: object) =>
      (await store.eventStore.list({ account: ACCOUNT, limit: 10, ...filter })).map(
        ({ event }) => event.key,
      );
    assert.deepEqual((await list({})).toSorted(), ["a", "b"]);
    assert.deepEqual(await list({ trigger: trigger.id }), ["a"]);
    assert.deepEqual(await list({ type: "poll.new", status: "failed" }), ["b"]);
    assert.deepEqual(await list({ app: "notes", connection: "conn_1", user: "42" }), ["a"]);
    assert.deepEqual(await list({ user: null }), ["b"]);
    assert.deepEqual(await list({ apps: ["other"] }), ["b"]);
    assert.deepEqual(await list({ from: Date.now() + MINUTE }), []);
    assert.deepEqual(await list({ to: Date.now() - MINUTE }), []);
    assert.deepEqual(await list({ before: "evt_0" }), []);
    const failed = await store.eventStore.listOldest({
      account: ACCOUNT,
      trigger: other.id,
      status: "failed",
      limit: 10,
    });
    assert.deepEqual(
      failed.map(({ event }) => event.key),
      ["b"],
    );
    const after = await store.eventStore.listOldest({
      account: ACCOUNT,
      after: "evt_0",
      limit: 10,
    });
    assert.equal(after.length, 2);
    assert.equal((await store.eventStore.findLast(trigger.id))?.encryptedData, "sealed");
    assert.equal(await store.eventStore.countActing(ACCOUNT, 10), 1);
  }),

  check("keeps the key of a deleted event", async ({ store }) => {
    const trigger = await add(store);
    const { event, encryptedData } = createEvent(trigger, "a");
    await accept(store, trigger, [{ event, encryptedData }]);
    assert.equal(await store.eventStore.remove(event.id), true);
    assert.equal(await store.eventStore.remove(event.id), false);
    assert.equal(await store.eventStore.find(event.id), undefined);
    assert.deepEqual(await store.eventStore.list({ account: ACCOUNT, limit: 10 }), []);
    const again = await accept(store, trigger, [createEvent(trigger, "a")]);
    assert.deepEqual(again, {
      outcome: "accepted",
      accepted: [],
      duplicates: [event.id],
      delay: 0,
    });
  }),

  check("deletes data and events that are no longer kept", async ({ store }) => {
    const trigger = await add(store);
    const old = createEvent(trigger, "old", { id: sortableId("evt", Date.now() - 40 * DAY) });
    const recent = createEvent(trigger, "recent");
    await accept(store, trigger, [old], { keepData: Date.now() - 30 * DAY });
    await accept(store, trigger, [recent], { keepData: Date.now() - 1_000 });
    await store.eventStore.deleteExpired(Date.now() - 30 * DAY, Date.now());
    assert.equal(await store.eventStore.find(old.event.id), undefined);
    const kept = await store.eventStore.find(recent.event.id);
    assert.deepEqual([kept?.event.key, kept?.encryptedData], ["recent", undefined]);
    assert.equal(await store.eventStore.findLast(trigger.id), undefined);
  }),
];

/** Required behavior of `TriggerStore` and `EventStore`. */
