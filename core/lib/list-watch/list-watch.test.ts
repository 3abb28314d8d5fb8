import { describe, expect, it } from "vitest";
import { Work } from "../kit/flow/work.ts";
import {
  compareItems,
  failureDelay,
  findItems,
  findSharedId,
  type ItemChange,
  type ItemPlaces,
  nextCheck,
  readItems,
  yieldDelay,
} from "./index.ts";

const HOUR = 3_600_000;

const read = (response: unknown, places: ItemPlaces) =>
  readItems(response, places, new Work(2_000_000))?.items;

describe("findItems", () => {
  it.each([
    ["an empty list", [], true],
    ["an object with an empty list", { data: [], total: 0 }, true],
    ["a nested empty list", { result: { rows: [] } }, true],
    ["an object without a list", { id: 1 }, false],
    ["a list of texts", ["a"], false],
    ["items that can't be told apart", [{ a: 1 }, { a: 1 }], false],
    ["nothing", null, false],
  ])("reports whether the lists are empty: %s", (_, response, isEmpty) => {
    expect(findItems(response)).toMatchObject({ isEmpty });
  });

  it.each([
    ["a list", [{ id: 1 }, { id: 2 }], { items: "", id: "/id" }],
    [
      "GitHub's issues",
      [
        { id: 1, number: 7, updated_at: "2026-11-23T10:00:00Z" },
        { id: 2, number: 6, updated_at: "2026-11-22T10:00:00Z" },
      ],
      { items: "", id: "/id", changed: "/updated_at" },
    ],
    [
      "Slack's messages",
      {
        ok: true,
        messages: [
          { ts: "1.2", text: "a" },
          { ts: "1.1", text: "a" },
        ],
      },
      { items: "/messages", id: "/ts" },
    ],
    [
      "Google Calendar's events",
      { kind: "calendar#events", items: [{ id: "a", updated: "t", etag: "e" }] },
      { items: "/items", id: "/id", changed: "/updated" },
    ],
    [
      "Asana's tasks",
      {
        data: [
          { gid: "1", name: "a" },
          { gid: "2", name: "a" },
        ],
        next_page: null,
      },
      { items: "/data", id: "/gid" },
    ],
    [
      "the longest of several lists",
      { included: [{ id: "x" }], data: { rows: [{ key: "a" }, { key: "b" }] } },
      { items: "/data/rows", id: "/key" },
    ],
    [
      "names, if IDs aren't unique",
      [
        { id: 1, name: "a" },
        { id: 1, name: "b" },
      ],
      { items: "", id: "/name" },
    ],
    [
      "a list whose IDs are named for it",
      {
        alerts: [
          { ruleId: 1, alertId: "a" },
          { ruleId: 2, alertId: "b" },
        ],
      },
      { items: "/alerts", id: "/alertId" },
    ],
    [
      "Kubernetes's resources",
      { kind: "PodList", items: [{ metadata: { uid: "a" } }, { metadata: { uid: "b" } }] },
      { items: "/items", id: "/metadata/uid" },
    ],
    [
      "IDs with several parts",
      {
        items: [{ id: { kind: "video", videoId: "a" } }, { id: { kind: "video", videoId: "b" } }],
      },
      { items: "/items", id: "/id/videoId" },
    ],
    [
      "a list beside related ones",
      {
        facets: [{ id: 1 }, { id: 2 }, { id: 3 }],
        links: [{ href: "a" }, { href: "b" }],
        results: [{ id: 1 }, { id: 2 }],
      },
      { items: "/results", id: "/id" },
    ],
    [
      "the fields of the last change, whatever their case",
      [
        { Id: 1, LastModifiedDate: "2026-11-23" },
        { Id: 2, LastModifiedDate: "2026-11-22" },
      ],
      { items: "", id: "/Id", changed: "/LastModifiedDate" },
    ],
  ])("finds the items of %s", (_, response, expected) => {
    expect(findItems(response)).toEqual(expected);
  });

  it.each([
    ["an empty list", [], /empty/],
    ["a text", "hello", /no list/],
    ["an empty list in an object", { items: [] }, /Its fields: items/],
    ["items without an ID", [{ text: "a" }, { text: "b" }], /tells them apart/],
    ["items that have the same names", [{ name: "a" }, { name: "a" }], /tells them apart/],
    ["a single item without a certain ID", [{ name: "a" }], /tells them apart/],
    [
      "items with two IDs, of which one may be shared later",
      [
        { uuid: "a", id: 1 },
        { uuid: "b", id: 2 },
      ],
      /tells them apart/,
    ],
    [
      "names beside an ID without a capital",
      [
        { name: "a", accountid: "1" },
        { name: "b", accountid: "2" },
      ],
      /tells them apart/,
    ],
    ["numbers", [1, 2], /no list/],
    [
      "several lists",
      { cats: [{ id: 1 }], dogs: [{ id: 1 }] },
      /several lists: "\/cats", "\/dogs"/,
    ],
    ["a list of errors", { errors: [{ id: 1 }], content: { name: "a" } }, /no list/],
    ["the parts of an object", { id: 1, labels: [{ id: 1 }] }, /no list/],
    [
      "events of the same item",
      [{ type: "a", at: 1, by: 2, resource: { id: 1 } }],
      /tells them apart/,
    ],
    [
      "verses",
      [
        { chapter_number: 1, verse_number: 1 },
        { chapter_number: 2, verse_number: 2 },
      ],
      /tells them/,
    ],
    ["names of people", [{ name: "Ada King" }, { name: "Alan Turing" }], /tells them apart/],
  ])("refuses %s", (_, response, message) => {
    expect(findItems(response)).toMatchObject({ message: expect.stringMatching(message) });
  });
});

it("prefers the list that the tool is named for", () => {
  const response = { cats: [{ id: 1 }], dogs: [{ id: 1 }] };
  expect(findItems(response, "zoo.list_dogs")).toMatchObject({ items: "/dogs" });
});

describe("findSharedId", () => {
  const find = (response: unknown) => findSharedId(read(response, { items: "", id: "/id" })!);

  it("finds an ID that different items have", () => {
    expect(find([{ id: 1, v: 1 }, { id: 2 }, { id: 1, v: 2 }])).toBe("1");
  });

  it("ignores items that are listed twice", () => {
    expect(
      find([
        { id: 1, v: 1 },
        { id: 1, v: 1 },
      ]),
    ).toBeUndefined();
  });
});

describe("compareItems", () => {
  const places = { items: "", id: "/id", changed: "/v" };
  const compare = (
    seen: string,
    response: unknown,
    on: readonly ItemChange[] = ["new", "changed"],
    isWhole = true,
  ) => compareItems(seen, read(response, places)!, { on, isWhole });
  const summary = (changes: readonly { change: string; id: string }[]) =>
    changes.map(({ change, id }) => `${change} ${id}`);

  it("finds new and changed items, whatever the order", async () => {
    const first = await compare("", [
      { id: 1, v: 1 },
      { id: 2, v: 1 },
    ]);
    expect(summary(first.changes)).toEqual(["new 1", "new 2"]);
    const second = await compare(first.seen, [
      { id: 3, v: 1 },
      { id: 2, v: 2 },
      { id: 1, v: 1 },
    ]);
    expect(summary(second.changes)).toEqual(["new 3", "changed 2"]);
    const third = await compare(second.seen, [
      { id: 1, v: 1 },
      { id: 2, v: 2 },
      { id: 3, v: 1 },
    ]);
    expect([third.changes, third.count, third.unknown]).toEqual([[], 3, 0]);
  });

  it("finds removed items, and those that come back", async () => {
    const on = ["new", "removed"] as const;
    const first = await compare("", [{ id: "a\tb" }, { id: 2 }], on);
    const second = await compare(first.seen, [{ id: 2 }], on);
    expect(second.changes).toMatchObject([{ change: "removed", id: "a\tb" }]);
    const partial = await compare(second.seen, [], on, false);
    expect(partial.changes).toEqual([]);
    const third = await compare(second.seen, [{ id: 2 }, { id: "a\tb" }], on);
    expect(summary(third.changes)).toEqual(["new a\tb"]);
  });

  it("remembers 10,000 items in 24 characters each", async () => {
    const items = Array.from({ length: 12_000 }, (_, id) => ({ id, v: 1 }));
    const { seen, count } = await compare("", items);
    expect([count, seen.length]).toEqual([10_000, 10_000 * 24 - 1]);
    const again = await compare(seen, items.slice(2_000));
    expect(again.changes).toEqual([]);
  });

  it("defers the first changes of a list, and finds them again", async () => {
    const { seen } = await compare("", [{ id: "old", v: 1 }]);
    const items = [{ id: 4 }, { id: 3 }, { id: "old", v: 2 }, { id: 2 }, { id: 1 }];
    const all = read(items, places)!;
    const on = ["new", "changed"] as const;
    const first = await compareItems(seen, all, { on, isWhole: true, max: 2 });
    expect([summary(first.changes), first.deferred]).toEqual([["new 2", "new 1"], 3]);
    const second = await compareItems(first.seen, all, { on, isWhole: true, max: 2 });
    expect([summary(second.changes), second.deferred]).toEqual([["new 3", "changed old"], 1]);
    const third = await compareItems(second.seen, all, { on, isWhole: true, max: 2 });
    expect([summary(third.changes), third.deferred]).toEqual([["new 4"], 0]);
  });

  it("defers removed items", async () => {
    const on = ["new", "removed"] as const;
    const { seen } = await compare("", [{ id: 1 }, { id: 2 }, { id: 3 }], on);
    const options = { on, isWhole: true, max: 2 };
    const first = await compareItems(seen, [], options);
    expect([summary(first.changes), first.deferred]).toEqual([["removed 2", "removed 3"], 1]);
    const second = await compareItems(first.seen, [], options);
    expect([summary(second.changes), second.deferred]).toEqual([["removed 1"], 0]);
  });

  it("counts an item that a page has twice once", async () => {
    expect((await compare("", [{ id: 1 }, { id: 1 }])).changes).toHaveLength(1);
  });
});

it("reads lists that are absent as empty, and refuses other values", () => {
  const places = { items: "/rows", id: "/id" };
  expect(read({}, places)).toEqual([]);
  expect(read({ rows: null }, places)).toEqual([]);
  expect(read({ rows: "none" }, places)).toBeUndefined();
  expect(read("down", places)).toBeUndefined();
  expect(read({ rows: [{ id: 1 }, {}] }, places)).toHaveLength(1);
});

it("reads as many items as there is work for", () => {
  const items = Array.from({ length: 1_000 }, (_, id) => ({ id, text: "x".repeat(160) }));
  const work = new Work(10_000);
  const { items: found, isCut } = readItems(items, { items: "", id: "/id" }, work)!;
  expect(isCut).toBe(true);
  expect(found.length).toBeGreaterThan(50);
  expect(found.length).toBeLessThan(100);
  expect(work.used).toBeLessThanOrEqual(10_000);
});

it("doubles the interval while nothing happens, up to 8 times and an hour", () => {
  const interval = (quiet: number, base = 300_000, isAdaptive = true) =>
    nextCheck({ now: 0, interval: base, isAdaptive, quiet, phase: 0 });
  expect([0, 19, 20, 40, 60, 600].map((quiet) => interval(quiet) / 60_000)).toEqual([
    5, 5, 10, 20, 40, 40,
  ]);
  expect(interval(600, 1_800_000)).toBe(HOUR);
  expect(interval(600, 2 * HOUR)).toBe(2 * HOUR);
  expect(interval(600, 300_000, false)).toBe(300_000);
});

it("checks lists with the same phase at the same times, not sooner than half an interval", () => {
  const next = (now: number) =>
    nextCheck({ now, interval: 100_000, isAdaptive: false, quiet: 0, phase: 30_000 });
  expect([0, 10_000, 29_999, 40_000, 90_000].map(next)).toEqual([
    130_000, 130_000, 130_000, 130_000, 230_000,
  ]);
});

it("yields to people when a rate limit is nearly used up", () => {
  const headers = (values: Record<string, string>) => ({
    get: (name: string) => values[name] ?? null,
  });
  const now = 1_800_000_000_000;
  const nearlyUsed = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "5" };
  expect(yieldDelay(headers({ ...nearlyUsed, "x-ratelimit-reset": "1800000120" }), now)).toBe(
    120_000,
  );
  expect(yieldDelay(headers({ ...nearlyUsed, "x-ratelimit-reset": "30" }), now)).toBe(30_000);
  expect(yieldDelay(headers({ ...nearlyUsed, "x-ratelimit-remaining": "6" }), now)).toBe(0);
  expect(yieldDelay(headers({}), now)).toBe(0);
});

it("waits longer after each failure", () => {
  expect([1, 2, 3, 10].map((failures) => failureDelay(failures, 0.5) / 60_000)).toEqual([
    1, 2, 4, 60,
  ]);
});
