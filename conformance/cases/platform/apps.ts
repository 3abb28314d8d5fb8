import assert from "node:assert/strict";
import type { CallResult, CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { commonCases } from "./every-operation.ts";

const EXTRA_NAMES_UNDOCUMENTED = "the document can't forbid unknown parameters";

const PRISM_IGNORES_EMPTY = "Prism ignores empty parameters";

/** Where a problem points. */
export const assertPointer =
  (...pointers: readonly string[]) =>
  ({ value }: CallResult): void =>
    assert.deepEqual(
      value.errors.map((each: { pointer: string }) => each.pointer).sort(),
      pointers,
    );

const ids = ({ data }: { readonly data: readonly { readonly id: string }[] }): string[] =>
  data.map(({ id }) => id);
const encodeCursor = (text: object | string): string =>
  Buffer.from(typeof text === "string" ? text : JSON.stringify(text)).toString("base64url");

/** What is no cursor at all, or none of this list. */
export const BAD_CURSORS: Readonly<Record<string, string>> = {
  "that is random text": "garbage",
  "that isn't base64": "%%%",
  "that encodes a list": encodeCursor("[]"),
  "that encodes an empty object": encodeCursor({}),
  "of another list": encodeCursor({ after: 2, of: "1" }),
  "with a negative position": encodeCursor({ after: -2, of: "1" }),
  "with a string as its position": encodeCursor({ after: "2", of: "1" }),
  "that encodes null": encodeCursor("null"),
};

/** What searching for apps must do. */
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
    input: { search: "zzyzx-qwvx-nothing" },
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
        mockSkipReason: "a mock can't validate cursors",
        input: { cursor },
        status: 400,
        problem: "invalid_input",
        check: assertPointer("/cursor"),
      }) as const,
  ),
  {
    it: "rejects a cursor of another search",
    requires: "fixture",
    mockSkipReason: "a mock can't validate cursors",
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
    mockSkipReason: "a mock can't validate cursors",
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

/** What reading an app must do. */
export const getApp: CasesOf<"getApp"> = [
  {
    it: "returns the same summary as searchApps",
    input: ({ app }) => ({ app: app.id }),
    status: 200,
    check: ({ value }, { app }) => assert.partialDeepStrictEqual(value, app),
  },
  {
    it: "returns all details of an app",
    requires: "fixture",
    input: { app: "atlas" },
    status: 200,
    output: {
      aliases: ["Atlas Tracker"],
      website: "https://atlas.example/",
      docs_url: "https://atlas.example/docs",
      auth: [
        {
          id: "oauth2",
          type: "oauth2",
          fields: [],
          scopes: [
            { name: "issues", description: "Read and write issues", default: true },
            { name: "admin", default: false },
          ],
          setup_url: "https://atlas.example/apps",
          configured: false,
        } as never,
      ],
      base_url: "https://api.atlas.example",
      base_url_fields: [],
      source: {
        origin: "fixtures@1.0.0",
        document: "apps.json",
        license: "MIT",
        version: "1.0.0",
        retrieved_at: "2026-11-01T00:00:00Z",
      },
    },
  },
  {
    it: "returns the fields of the base URL",
    requires: "fixture",
    input: { app: "cumulus" },
    status: 200,
    output: {
      base_url: "https://{subdomain}.cumulus.example/api",
      base_url_fields: [
        {
          name: "subdomain",
          label: "Your subdomain",
          secret: false,
          required: true,
          pattern: "[a-z0-9-]+",
        },
      ],
    },
  },
  {
    it: "marks the secret field and explains where to find it",
    requires: "fixture",
    input: { app: "basil" },
    status: 200,
    check: ({ value }) =>
      assert.deepEqual(value.auth[0]!.fields, [
        {
          name: "api_key",
          label: "Your key",
          secret: true,
          required: true,
          pattern: "bsl_[a-z0-9]+",
          help: "Under Settings, Keys.",
        },
      ]),
  },
  {
    it: "returns the redirect URI and whether an OAuth client is configured",
    requires: "fixture",
    input: { app: "fjord" },
    status: 200,
    check: ({ value }, { urlFor }) =>
      assert.deepEqual(
        value.auth.map(({ id, configured, redirect_uri }) => [
          id,
          configured,
          redirect_uri && new URL(redirect_uri).pathname,
        ]),
        [
          ["api_key", true, undefined],
          ["oauth2", true, "/oauth/callback"],
        ],
        urlFor("/"),
      ),
  },
  {
    it: "returns an app that is a remote MCP server",
    requires: "fixture",
    input: { app: "ember" },
    status: 200,
    output: {
      kind: "mcp",
      name: "Émber Docs",
      tools_count: 0,
      base_url: "https://mcp.ember.example/mcp",
    },
  },
  {
    it: "returns an app that needs no credentials",
    requires: "fixture",
    input: { app: "drift" },
    status: 200,
    output: { auth_types: ["none"] },
  },
  {
    it: "returns an app that the account added",
    requires: "fixture",
    input: { app: "grove" },
    status: 200,
    output: { own: true, tools_count: 1 },
  },
  {
    it: "excludes broken connections from the count",
    requires: "fixture",
    input: { app: "cumulus" },
    status: 200,
    output: { connections_count: 0 },
  },
  {
    it: "returns an app that the key may use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { app: "basil" },
    status: 200,
  },
  {
    it: "rejects an app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { app: "atlas" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "rejects an unknown app",
    input: { app: "zzyzx_nothing" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "rejects a name in place of an ID",
    requires: "fixture",
    input: { app: "Atlas" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "rejects an unknown ID in any script",
    input: { app: "水\u{1f3a7}" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "rejects an ID that contains a slash",
    input: { app: "a/b" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "rejects an ID that is a path traversal",
    input: { app: "../../etc/passwd" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "rejects __proto__ as an ID",
    input: { app: "__proto__" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
    input: { app: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/app"),
  },
  {
    it: "rejects an unknown parameter",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: ({ app }) => ({ app: app.id, ...{ color: "red" } }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  ...commonCases<"getApp">(({ app }) => ({ app: app.id })),
];
