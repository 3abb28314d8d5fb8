import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { respondJson } from "../fixtures/platform/tool-runner.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";
import { createTriggerFixture } from "./trigger-fixture.ts";

const skipReason = postgresSkipReason();

/** What the tests of SQLite test with a clock of their own, as far as the real time allows. */
describe.skipIf(skipReason)(`triggers in PostgreSQL${skipReason ? ` (${skipReason})` : ""}`, () => {
  let database: Awaited<ReturnType<Awaited<ReturnType<typeof startPostgres>>["database"]>>;
  beforeEach(async () => {
    database = await (await startPostgres()).database();
  });
  afterEach(() => database?.drop());

  const actions = [
    { kind: "run", tool: "notes.create_note", arguments: { text: "${event.data.title}" } },
  ];

  it("acts on events once, across restarts", async () => {
    const fixture = await createTriggerFixture({ databaseUrl: database.url });
    const { trigger } = await fixture.create({ watch: { kind: "event" }, actions });
    for (const title of ["a", "b", "c"])
      await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { title }, id: title });
    await fixture.restart();
    await fixture.work();
    await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { title: "a" }, id: "a" });
    await fixture.work();
    const texts = fixture.requestsTo("/notes").map(({ body }) => JSON.parse(body).text);
    expect(texts.toSorted()).toEqual(["a", "b", "c"]);
    const events = await fixture.readEvents(trigger.id);
    expect(events.map(({ status }) => status)).toEqual(["done", "done", "done"]);
    expect(fixture.errors).toEqual([]);
  });

  it("checks lists, and delivers what is new", async () => {
    let notes = [{ id: 1 }];
    const fixture = await createTriggerFixture({
      databaseUrl: database.url,
      handler: (received, response) => respondJson(notes)(received, response),
    });
    const { trigger } = await fixture.create({
      watch: { kind: "poll", tool: "notes.list_notes" },
      actions: [{ kind: "deliver", url: `${fixture.upstream.origin}/receive` }],
    });
    notes = [{ id: 3 }, { id: 2 }, ...notes];
    const fired = await fixture.call("POST", `/triggers/${trigger.id}/fire`, {});
    expect(fired.body.events.map(({ subject }: { subject: string }) => subject)).toEqual([
      "2",
      "3",
    ]);
    await fixture.work();
    const delivered = fixture.requestsTo("/receive").slice(1);
    expect(delivered.map(({ body }) => JSON.parse(body).data.id).toSorted()).toEqual([2, 3]);
  });

  it("acts in order, if the trigger is serial", async () => {
    const fixture = await createTriggerFixture({ databaseUrl: database.url });
    const { trigger } = await fixture.create({
      watch: { kind: "event" },
      order: "serial",
      actions,
    });
    for (const title of ["a", "b", "c", "d"])
      await fixture.call("POST", `/triggers/${trigger.id}/fire`, { data: { title } });
    await fixture.work();
    const texts = fixture.requestsTo("/notes").map(({ body }) => JSON.parse(body).text);
    expect(texts).toEqual(["a", "b", "c", "d"]);
  });
});
