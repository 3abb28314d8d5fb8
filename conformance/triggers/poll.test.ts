import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { createRate } from "../../core/lib/kit/flow/rate.ts";
import { markExpired } from "../../core/platform/connections/stored-connection.ts";
import { type ReceivedRequest, respondJson } from "../fixtures/platform/tool-runner.ts";
import { createTriggerFixture, type TriggerFixture } from "./trigger-fixture.ts";

const MINUTES = 60_000;
/** Longer than the longest delay between two checks. */
const CHECK = 8 * MINUTES;

interface Note {
  readonly id: number;
  readonly text?: string;
  readonly updated_at?: string;
}

let fixture: TriggerFixture;
let notes: Note[];

const listNotes = (_: ReceivedRequest, response: ServerResponse) => respondJson(notes)(_, response);
const actions = [{ kind: "run", tool: "notes.create_note", arguments: { text: "copy" } }];

beforeEach(async () => {
  notes = [{ id: 2 }, { id: 1 }];
  fixture = await createTriggerFixture({ handler: listNotes });
});

const watch = (overrides: object = {}) => ({
  kind: "poll",
  tool: "notes.list_notes",
  ...overrides,
});
const create = (overrides: object = {}) => fixture.create({ watch: watch(overrides), actions });
const check = async () => {
  fixture.advance(CHECK);
  await fixture.work();
};
const keys = async (trigger: string) =>
  (await fixture.readEvents(trigger)).map(({ type, subject }) => `${type} ${subject}`);

it.each([404, 500])(
  "is refused with the app's error if the list responds with %i",
  async (status) => {
    const failing = await createTriggerFixture({
      handler: (_, response) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end('{"message":"No notes here"}');
      },
    });
    const body = { name: "Notes", watch: watch(), actions };
    expect(await failing.call("POST", "/triggers", body)).toMatchObject({
      status: 422,
      body: { code: "poll_not_possible", detail: `Notes answered ${status}: No notes here.` },
    });
    expect(failing.errors).toEqual([]);
  },
);

it("finds the list by looking, and fires for later items only", async () => {
  const created = await create();
  expect(created).toMatchObject({
    trigger: {
      status: "active",
      app: "notes",
      connection: "conn_notes",
      found: { items: "", id: "/id", changed: null, seen: 2 },
    },
    samples: [
      { type: "poll.new", data: { id: 2 } },
      { type: "poll.new", data: { id: 1 } },
    ],
  });
  await check();
  expect(await keys(created.trigger.id)).toEqual([]);
  notes = [{ id: 4 }, { id: 3 }, ...notes];
  await check();
  expect(await keys(created.trigger.id)).toEqual(["poll.new 3", "poll.new 4"]);
  notes = notes.toReversed();
  await check();
  expect(await keys(created.trigger.id)).toHaveLength(2);
  expect((await fixture.readEvents(created.trigger.id))[0]).toMatchObject({
    status: "done",
    verified: true,
    data: { id: 3 },
    connection: "conn_notes",
  });
  // Polls aren't runs.
  const { body } = await fixture.call("GET", "/runs?tool=notes.list_notes");
  expect(body.data).toEqual([]);
  expect(fixture.errors).toEqual([]);
});

it("fires for changed and removed items, if asked", async () => {
  notes = [
    { id: 1, updated_at: "a" },
    { id: 2, updated_at: "a" },
  ];
  const { trigger } = await create({ on: ["new", "changed", "removed"], backfill: 1 });
  notes = [{ id: 1, updated_at: "b" }];
  await check();
  notes = [...notes, { id: 2, updated_at: "c" }];
  await check();
  expect(await keys(trigger.id)).toEqual([
    "poll.new 1",
    "poll.removed 2",
    "poll.changed 1",
    "poll.new 2",
  ]);
});

it("fires for items that have the time of a known one", async () => {
  notes = [{ id: 1, updated_at: "2026-11-23T10:00:00Z" }];
  const { trigger } = await create();
  notes = [{ id: 2, updated_at: "2026-11-23T10:00:00Z" }, ...notes];
  await check();
  expect(await keys(trigger.id)).toEqual(["poll.new 2"]);
});

it("reads pages until nothing is unknown, and reports a gap", async () => {
  const all = Array.from({ length: 12 }, (_, index) => ({ id: 100 - index }));
  let first = 0;
  const pages: string[] = [];
  fixture.respondWith((received, response) => {
    const page = Number(new URL(received.url, "http://x").searchParams.get("page") ?? 1);
    if (received.method === "GET") pages.push(String(page));
    const start = first + (page - 1) * 2;
    const hasNext = start + 2 < all.length;
    respondJson(all.slice(start, start + 2), 200, {
      ...(hasNext && { link: `<${fixture.upstream.origin}/notes?page=${page + 1}>; rel="next"` }),
    })(received, response);
  });
  first = 10;
  const gaps = await fixture.create({
    watch: { kind: "platform", types: ["trigger.gap"] },
    actions: [{ kind: "run", tool: "open.get_weather", arguments: { city: "x" } }],
  });
  const { trigger } = await create({ pages: 3 });
  first = 6;
  pages.length = 0;
  await check();
  expect(pages).toEqual(["1", "2", "3"]);
  expect(await keys(trigger.id)).toHaveLength(4);
  expect(await keys(gaps.trigger.id)).toEqual([]);
  first = 2;
  await check();
  expect(await keys(gaps.trigger.id)).toEqual([]);
  all.unshift(...Array.from({ length: 20 }, (_, index) => ({ id: 200 - index })));
  await check();
  expect(await keys(gaps.trigger.id)).toEqual([`trigger.gap ${trigger.id}`]);
});

it("fires for 1,000 of 2,500 items that change at once, the oldest first, and then for the rest", async () => {
  const { trigger: gaps } = await fixture.create({
    watch: { kind: "platform", types: ["trigger.gap"] },
    actions: [{ kind: "run", tool: "open.get_weather", arguments: { city: "x" } }],
  });
  const { trigger } = await fixture.create({ watch: watch(), actions, filter: "false" });
  const requested: (string | undefined)[] = [];
  notes = Array.from({ length: 2_500 }, (_, index) => ({ id: 10_000 - index }));
  fixture.respondWith((received, response) => {
    requested.push(received.headers["if-none-match"]);
    respondJson(notes, 200, { etag: '"v1"' })(received, response);
  });
  const counts: number[] = [];
  const newest: string[] = [];
  for (let index = 0; index < 4; index++) {
    await check();
    const [stored] = await fixture.parts.sql.query(
      "select count(*) as events from events where trigger_id = $1",
      [trigger.id],
    );
    counts.push(Number(stored!["events"]));
    const last = await fixture.call("GET", `/events?trigger=${trigger.id}&limit=1`);
    newest.push(last.body.data[0].subject);
  }
  expect(counts).toEqual([1_000, 2_000, 2_500, 2_500]);
  expect(newest).toEqual(["8500", "9500", "10000", "10000"]);
  // A condition would hide the rest.
  expect(requested).toEqual([undefined, undefined, undefined, '"v1"']);
  expect(await fixture.readEvents(gaps.id)).toEqual([]);
});

it("waits while the events exceed their rate, without failing", async () => {
  fixture = await createTriggerFixture({
    handler: listNotes,
    eventRates: { trigger: createRate(1, 3_600, 7), account: undefined },
    limits: { eventsPerRequest: 5 },
  });
  const { trigger } = await create();
  notes = Array.from({ length: 12 }, (_, index) => ({ id: 12 - index }));
  for (let index = 0; index < 3; index++) await check();
  expect(await keys(trigger.id)).toHaveLength(5);
  const { body } = await fixture.call("GET", `/triggers/${trigger.id}`);
  expect(body.status).toBe("active");
  expect(body.last_error).toBeUndefined();
  expect(fixture.errors).toEqual([]);
});

it("reads a bounded part of a list with 100,000 items", { timeout: 60_000 }, async () => {
  const { trigger: gaps } = await fixture.create({
    watch: { kind: "platform", types: ["trigger.gap"] },
    actions: [{ kind: "run", tool: "open.get_weather", arguments: { city: "x" } }],
  });
  const { trigger } = await create();
  notes = Array.from({ length: 100_000 }, (_, index) => ({ id: 200_000 - index }));
  await check();
  const [stored] = await fixture.parts.sql.query(
    "select count(*) as events from events where trigger_id = $1",
    [trigger.id],
  );
  expect(stored).toEqual({ events: 1_000 });
  const [gap] = await fixture.readEvents(gaps.id);
  expect(gap.data.message).toMatch(
    /more items than a check can read. Only its first \d{4,5} items/,
  );
});

it("sends conditional requests", async () => {
  const statuses: string[] = [];
  fixture.respondWith((received, response) => {
    const isUnchanged = received.headers["if-none-match"] === '"v1"';
    statuses.push(isUnchanged ? "304" : "200");
    if (isUnchanged) response.writeHead(304).end();
    else respondJson(notes, 200, { etag: '"v1"' })(received, response);
  });
  const { trigger } = await create();
  await check();
  await check();
  expect(statuses).toEqual(["200", "304", "304"]);
  const { body } = await fixture.call("GET", `/triggers/${trigger.id}`);
  expect(body).toMatchObject({ status: "active", found: { seen: 2 } });
  expect(body.last_error).toBeUndefined();
});

it("asks for items since the last check, with an overlap, and repeats none", async () => {
  const { trigger } = await create({ since: "since" });
  notes = [{ id: 3 }, ...notes];
  await check();
  await check();
  const since = fixture
    .requestsTo("/notes")
    .filter(({ method }) => method === "GET")
    .map(({ url }) => new URL(url, "http://x").searchParams.get("since"));
  expect(since[0]).toBeNull();
  const age = fixture.now() - Date.parse(since[2]!);
  expect(age).toBeGreaterThanOrEqual(CHECK + 10 * MINUTES);
  expect(await keys(trigger.id)).toEqual(["poll.new 3"]);
});

it("shares requests between triggers of one list", async () => {
  for (let index = 0; index < 5; index++) await create();
  const before = fixture.requestsTo("/notes").length;
  await check();
  expect(fixture.requestsTo("/notes").length - before).toBe(1);
});

it("sends a connection at most 5 requests at once", async () => {
  let active = 0;
  let most = 0;
  fixture.respondWith(async (received, response) => {
    if (received.method !== "GET") return listNotes(received, response);
    most = Math.max(most, ++active);
    await new Promise((resolve) => setTimeout(resolve, 20));
    active--;
    listNotes(received, response);
  });
  const folders = Array.from({ length: 30 }, (_, index) => `folder-${index}`);
  for (const folder of folders) await create({ arguments: { folder } });
  const countChecks = () =>
    fixture.requestsTo("/notes").filter(({ method }) => method === "GET").length - folders.length;
  notes = [{ id: 3 }, ...notes];
  await check();
  while (countChecks() < folders.length) {
    fixture.advance(3_000);
    await fixture.work();
  }
  expect(most).toBe(5);
  const { body } = await fixture.call("GET", "/events?limit=100");
  expect(body.data).toHaveLength(folders.length);
  expect(fixture.errors).toEqual([]);
});

it("goes on after a restart without repeating or losing anything", async () => {
  const { trigger } = await create();
  notes = [{ id: 3 }, ...notes];
  fixture.advance(CHECK);
  await fixture.restart();
  await fixture.work();
  await fixture.restart();
  await check();
  expect(await keys(trigger.id)).toEqual(["poll.new 3"]);
});

describe("failures", () => {
  it("waits longer after each one, is failing after 10, and recovers by itself", async () => {
    const { trigger } = await create();
    fixture.respondWith(respondJson({ message: "broken" }, 500));
    for (let hour = 0; hour < 11; hour++) {
      fixture.advance(70 * MINUTES);
      await fixture.work();
    }
    const failing = (await fixture.call("GET", `/triggers/${trigger.id}`)).body;
    expect(failing).toMatchObject({
      status: "failing",
      last_error: { code: "upstream_server", message: /broken/ },
    });
    const { body } = await fixture.call("GET", "/runs?tool=notes.list_notes");
    expect(body.data[0]).toMatchObject({ status: "failed", source: "trigger" });
    fixture.respondWith(listNotes);
    notes = [{ id: 3 }, ...notes];
    fixture.advance(70 * MINUTES);
    await fixture.work();
    expect((await fixture.call("GET", `/triggers/${trigger.id}`)).body.status).toBe("active");
    expect(await keys(trigger.id)).toEqual(["poll.new 3"]);
  });

  it("pauses the trigger after 3 days", async () => {
    const { trigger } = await create();
    fixture.respondWith(respondJson({}, 500));
    for (let hours = 0; hours < 80; hours += 2) {
      fixture.advance(120 * MINUTES);
      await fixture.work();
    }
    expect((await fixture.call("GET", `/triggers/${trigger.id}`)).body).toMatchObject({
      status: "paused",
      status_reason: { code: "failing" },
    });
  });

  it("honors Retry-After, and doesn't count rate limits", async () => {
    const { trigger } = await create();
    fixture.respondWith(respondJson({}, 429, { "retry-after": "7200" }));
    await check();
    const { body } = await fixture.call("GET", `/triggers/${trigger.id}`);
    expect(Date.parse(body.next_at) - fixture.now()).toBeGreaterThan(119 * MINUTES);
    expect(body.status).toBe("active");
  });

  it("pauses when the connection no longer works, and continues when it does", async () => {
    const { trigger } = await create();
    const { service } = fixture.parts.options.connections;
    const actor = {
      id: "key_whole",
      account: "acc_default",
      name: "whole",
      permissions: ["connect"],
    };
    await service.update(actor, "conn_notes", { isEnabled: false });
    await expect
      .poll(async () => (await fixture.call("GET", `/triggers/${trigger.id}`)).body)
      .toMatchObject({ status: "paused", status_reason: { code: "connection_inactive" } });
    notes = [{ id: 3 }, ...notes];
    await service.update(actor, "conn_notes", { isEnabled: true });
    await expect
      .poll(async () => (await fixture.call("GET", `/triggers/${trigger.id}`)).body.status)
      .toBe("active");
    await check();
    expect(await keys(trigger.id)).toEqual(["poll.new 3"]);
  });

  it("follows the default to a connection that works, unless it names its connection", async () => {
    const statusOf = async (id: string) =>
      (await fixture.call("GET", `/triggers/${id}`)).body.status;
    await fixture.call("PATCH", "/connections/conn_notes", { default: true });
    const [{ trigger: follower }, { trigger: named }] = [
      await create(),
      await create({ connection: "conn_notes" }),
    ];
    const { deps } = fixture.parts.options.connections;
    await markExpired(deps, "conn_notes", { code: "refused_by_app", message: "No." });
    for (const { id } of [follower, named]) await expect.poll(() => statusOf(id)).toBe("paused");
    await fixture.addConnection("conn_new", {});
    await fixture.call("PATCH", "/connections/conn_new", { default: true });
    await expect.poll(() => statusOf(follower.id)).toBe("active");
    notes = [{ id: 3 }, ...notes];
    await check();
    expect(await keys(follower.id)).toEqual(["poll.new 3"]);
    expect(await statusOf(named.id)).toBe("paused");
  });
});

describe("refusals", () => {
  const refuse = async (overrides: object) => {
    const body = { name: "A", watch: watch(overrides), actions };
    const { status, body: problem } = await fixture.call("POST", "/triggers", body);
    return [status, problem.code, problem.errors?.[0]?.pointer];
  };

  it("refuses tools that may change something, and unknown arguments", async () => {
    expect(await refuse({ tool: "notes.create_note" })).toEqual([
      422,
      "poll_not_possible",
      "/watch/tool",
    ]);
    expect(await refuse({ arguments: { nope: 1 } })).toEqual([
      422,
      "invalid_arguments",
      "/arguments/nope",
    ]);
  });

  it("refuses lists that it can't tell apart, unless the caller says how", async () => {
    notes = [{ id: 1 }, { id: 1 }];
    expect(await refuse({})).toEqual([422, "poll_not_possible", "/watch/items"]);
    notes = [];
    const { trigger } = await create({ items: "", id: "/id" });
    notes = [{ id: 1 }];
    await check();
    expect(await keys(trigger.id)).toEqual(["poll.new 1"]);
  });

  it("finds the items of an empty list once it has some", async () => {
    notes = [];
    const { trigger, samples } = await create();
    expect([trigger.found, samples]).toEqual([undefined, []]);
    await check();
    notes = [{ id: 1 }];
    await check();
    expect(await keys(trigger.id)).toEqual(["poll.new 1"]);
    const { body } = await fixture.call("GET", `/triggers/${trigger.id}`);
    expect(body.found).toMatchObject({ items: "", id: "/id", seen: 1 });
    expect(fixture.errors).toEqual([]);
  });

  it("refuses a poll without a connection", async () => {
    const created = await fixture.callAs("user", "POST", "/triggers", {
      name: "A",
      watch: watch(),
      actions,
    });
    expect([created.status, created.body.code]).toEqual([409, "connection_required"]);
  });
});

describe("updates", () => {
  const update = (id: string, body: object) => fixture.call("PATCH", `/triggers/${id}`, body);

  it("keeps what was seen unless the list changes", async () => {
    const { trigger } = await create();
    notes = [{ id: 3 }, ...notes];
    await update(trigger.id, { version: 1, watch: watch({ interval: 600 }) });
    fixture.advance(2 * CHECK);
    await fixture.work();
    expect(await keys(trigger.id)).toEqual(["poll.new 3"]);
  });

  it("asks what to do if the list changes", async () => {
    const { trigger } = await create();
    const changed = watch({ arguments: { folder: "b" } });
    const asked = await update(trigger.id, { version: 1, watch: changed });
    expect([asked.status, asked.body.errors[0].pointer]).toEqual([400, "/seen_items"]);
    notes = [{ id: 9 }, ...notes];
    await update(trigger.id, { version: 1, watch: changed, seen_items: "restart" });
    await check();
    expect(await keys(trigger.id)).toEqual([]);
    notes = [{ id: 10 }, ...notes];
    await update(trigger.id, { version: 2, watch: watch(), seen_items: "keep" });
    await check();
    expect(await keys(trigger.id)).toEqual(["poll.new 10"]);
  });
});
