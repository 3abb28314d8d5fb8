import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { commonCases } from "./every-operation.ts";
import {
  assertPointer,
  BAD_CURSORS,
  EXTRA_NAMES_UNDOCUMENTED,
  MOCK_IGNORES_CURSORS,
  PRISM_IGNORES_EMPTY,
} from "./requests.ts";

const ids = ({ data }: { readonly data: readonly { readonly id: string }[] }): string[] =>
  data.map(({ id }) => id);

/** Required behavior of `searchApps`. */
export const searchApps: CasesOf<"searchApps"> = [
  {
    it: "returns a page of apps and their total",
    input: {},
    status: 200,
    check({ value: { data, total, next_cursor } }) {
      assert.ok(data.length > 0 && data.length <= 20);
      assert.equal(next_cursor === null, data.length === total);
      assert.deepEqual(ids({ data }), [...new Set(ids({ data }))]);
    },
  },
  {
    it: "finds an app by name",
    input: ({ app }) => ({ search: app.name, limit: 100 }),
    status: 200,
    check: ({ value }, { app }) => assert.ok(ids(value).includes(app.id)),
  },
  {
    it: "pages through the whole list",
    input: { limit: 1 },
    status: 200,
    async check({ value }, { apps, call }) {
      const seenIds = ids(value);
      let { next_cursor: cursor } = value;
      for (let pageNumber = 1; cursor !== null && pageNumber < apps.data.length; pageNumber++) {
        const { value: next } = await call("searchApps", { limit: 1, cursor });
        seenIds.push(...ids(next));
        cursor = next.next_cursor;
      }
      assert.deepEqual(seenIds, ids(apps));
    },
  },
  {
    it: "accepts a different limit with a cursor",
    requires: "fixture",
    input: { limit: 2 },
    status: 200,
    check: async ({ value: { next_cursor: cursor } }, { call }) =>
      assert.deepEqual(ids((await call("searchApps", { limit: 100, cursor })).value), [
        "cumulus",
        "drift",
        "ember",
        "fjord",
        "grove",
      ]),
  },
  {
    it: "lists all apps by name, including those that the account added",
    requires: "fixture",
    input: {},
    status: 200,
    output: { total: 7, next_cursor: null },
    check({ value }) {
      assert.deepEqual(ids(value), [
        "atlas",
        "basil",
        "cumulus",
        "drift",
        "ember",
        "fjord",
        "grove",
      ]);
      assert.deepEqual(
        value.data.filter(({ own }) => own).map(({ id }) => id),
        ["grove"],
      );
    },
  },
  {
    it: "returns the summary of an app",
    requires: "fixture",
    input: { search: "atlas" },
    status: 200,
    output: {
      total: 1,
      data: [
        {
          id: "atlas",
          name: "Atlas",
          description: "Issues and releases of software teams.",
          vendor: "atlas.example",
          categories: ["developer tools"],
          kind: "http",
          auth_types: ["oauth2"],
          tools_count: 25,
          connections_count: 2,
          verified: "reviewed",
          own: false,
        },
      ],
    },
  },
  {
    it: "finds an app by an alias",
    requires: "fixture",
    input: { search: "atlas tracker" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["atlas"]),
  },
  {
    it: "finds an app by its purpose",
    requires: "fixture",
    input: { search: "weather" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["drift"]),
  },
  {
    it: "finds an app by a prefix of its name",
    requires: "fixture",
    input: { search: "BAS" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["basil"]),
  },
  {
    it: "ignores accents",
    requires: "fixture",
    input: { search: "ember" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["ember"]),
  },
  {
    it: "tolerates a typo",
    requires: "fixture",
    input: { search: "atlsa" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["atlas"]),
  },
  {
    it: "filters by category, ignoring case",
    requires: "fixture",
    input: { category: "Developer Tools" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["atlas"]),
  },
  {
    it: "lists connected apps",
    requires: "fixture",
    input: { connected: true },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["atlas", "fjord"]),
  },
  {
    it: "lists apps that aren't connected",
    requires: "fixture",
    input: { connected: false },
    status: 200,
    output: { total: 5 },
    check: ({ value }) => assert.ok(!ids(value).includes("atlas")),
  },
  {
    it: "counts only that user's connections for an end user's key",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    input: { connected: true },
    status: 200,
    check: ({ value }) =>
      assert.deepEqual(
        value.data.map(({ id, connections_count }) => [id, connections_count]),
        [["cumulus", 1]],
      ),
  },
  {
    it: "omits apps that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: {},
    status: 200,
    output: { total: 2 },
    check: ({ value }) => assert.deepEqual(ids(value), ["basil", "grove"]),
  },
  {
    it: "finds no app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { search: "atlas" },
    status: 200,
    output: { data: [], total: 0, next_cursor: null },
  },
  {
    it: "returns an empty list if no app matches",
    input: { search: "zzyzxqwvx" },
    status: 200,
    output: { data: [], total: 0, next_cursor: null },
  },
  {
    it: "accepts a search in any script",
    input: { search: "\u{1f3a7} 水 مرحبا \u{202e}" },
    status: 200,
  },
  {
    it: "accepts a search of 200 multibyte characters",
    input: { search: "\u{1f3a7}".repeat(200) },
    status: 200,
  },
  { it: "accepts a limit of 100", input: { limit: 100 }, status: 200 },
  {
    it: "rejects a search of 201 characters",
    input: { search: "a".repeat(201) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/search"),
  },
  {
    it: "rejects an empty category",
    mockSkipReason: PRISM_IGNORES_EMPTY,
    input: { category: "" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/category"),
  },
  {
    it: "rejects a category of 61 characters",
    input: { category: "a".repeat(61) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/category"),
  },
  {
    it: "rejects a limit of 0",
    input: { limit: 0 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "rejects a limit of 101",
    input: { limit: 101 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "rejects a fractional limit",
    input: { limit: 1.5 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "rejects a limit that isn't a number",
    input: { limit: "many" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "rejects a connected parameter other than true or false",
    input: { connected: "perhaps" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/connected"),
  },
  {
    it: "rejects an empty cursor",
    mockSkipReason: PRISM_IGNORES_EMPTY,
    input: { cursor: "" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "points to each invalid parameter",
    input: { limit: 0, category: "", search: "a".repeat(201) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/category", "/limit", "/search"),
  },
  {
    it: "rejects an unknown parameter",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { search: "a", ...{ color: "red" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  {
    it: "rejects a repeated parameter",
    mockSkipReason: "Prism uses the first of several values",
    input: { search: ["a", "b"] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/search"),
  },
  ...Object.entries(BAD_CURSORS).map(
    ([which, cursor]) =>
      ({
        it: `rejects a cursor ${which}`,
        mockSkipReason: MOCK_IGNORES_CURSORS,
        input: { cursor },
        status: 400,
        problem: "invalid_input",
        check: assertPointer("/cursor"),
      }) as const,
  ),
  {
    it: "rejects a cursor of another search",
    requires: "fixture",
    mockSkipReason: MOCK_IGNORES_CURSORS,
    input: async ({ call }) => ({
      connected: false,
      cursor: (await call("searchApps", { limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "rejects a cursor issued to a key with other apps",
    requires: "fixture",
    mockSkipReason: MOCK_IGNORES_CURSORS,
    headers: bearerHeader(KEYS.limited),
    input: async ({ send, key }) => ({
      cursor: JSON.parse(
        (await send({ path: "/api/v1/apps?limit=1", headers: bearerHeader(key) })).text,
      ).next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  ...commonCases<"searchApps">({}),
];
