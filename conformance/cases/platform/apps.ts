import assert from "node:assert/strict";
import type { CallResult, CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { commonCases } from "./every-operation.ts";

const EXTRA_NAMES_UNDOCUMENTED = "the document can't say that other names are refused";

const PRISM_IGNORES_EMPTY = "Prism passes over a parameter that is empty";

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
  "that is garbage": "garbage",
  "that is no base64": "%%%",
  "that is another JSON": encodeCursor("[]"),
  "of nothing": encodeCursor({}),
  "of another list": encodeCursor({ after: 2, of: "1" }),
  "that goes backwards": encodeCursor({ after: -2, of: "1" }),
  "with a word for a number": encodeCursor({ after: "2", of: "1" }),
  "of null": encodeCursor("null"),
};

/** What searching for apps must do. */
export const searchApps: CasesOf<"searchApps"> = [
  {
    it: "lists the apps, a page of them, and says how many there are",
    input: {},
    status: 200,
    check({ value: { data, total, next_cursor } }) {
      assert.ok(data.length > 0 && data.length <= 20);
      assert.equal(next_cursor === null, data.length === total);
      assert.deepEqual(ids({ data }), [...new Set(ids({ data }))]);
    },
  },
  {
    it: "finds an app by its name",
    input: ({ app }) => ({ search: app.name, limit: 100 }),
    status: 200,
    check: ({ value }, { app }) => assert.ok(ids(value).includes(app.id)),
  },
  {
    it: "goes on where a page ended, to the end",
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
    it: "takes another limit on the way",
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
    it: "lists all apps by name, the account's own among them",
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
    it: "says of an app what lists say",
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
    it: "finds an app by another name of it",
    requires: "fixture",
    input: { search: "atlas tracker" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["atlas"]),
  },
  {
    it: "finds an app by what it is for",
    requires: "fixture",
    input: { search: "weather" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["drift"]),
  },
  {
    it: "finds an app by the beginning of its name",
    requires: "fixture",
    input: { search: "BAS" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["basil"]),
  },
  {
    it: "minds no accents",
    requires: "fixture",
    input: { search: "ember" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["ember"]),
  },
  {
    it: "forgives a slip",
    requires: "fixture",
    input: { search: "atlsa" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["atlas"]),
  },
  {
    it: "lists the apps of a category, however it is written",
    requires: "fixture",
    input: { category: "Developer Tools" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["atlas"]),
  },
  {
    it: "lists what is connected",
    requires: "fixture",
    input: { connected: true },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["atlas", "fjord"]),
  },
  {
    it: "lists what is not connected",
    requires: "fixture",
    input: { connected: false },
    status: 200,
    output: { total: 5 },
    check: ({ value }) => assert.ok(!ids(value).includes("atlas")),
  },
  {
    it: "counts for an end user's key that user's connections alone",
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
    it: "leaves out the apps that a key is not for",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: {},
    status: 200,
    output: { total: 2 },
    check: ({ value }) => assert.deepEqual(ids(value), ["basil", "grove"]),
  },
  {
    it: "finds nothing of an app that a key is not for",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { search: "atlas" },
    status: 200,
    output: { data: [], total: 0, next_cursor: null },
  },
  {
    it: "finds nothing, and says so, for words that no app has",
    input: { search: "zzyzx-qwvx-nothing" },
    status: 200,
    output: { data: [], total: 0, next_cursor: null },
  },
  {
    it: "takes words of any script",
    input: { search: "\u{1f3a7} 水 مرحبا \u{202e}" },
    status: 200,
  },
  {
    it: "takes words of 200 characters, however many bytes they have",
    input: { search: "\u{1f3a7}".repeat(200) },
    status: 200,
  },
  { it: "takes a limit of a hundred", input: { limit: 100 }, status: 200 },
  {
    it: "refuses words of 201 characters",
    input: { search: "a".repeat(201) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/search"),
  },
  {
    it: "refuses an empty category",
    mockSkipReason: PRISM_IGNORES_EMPTY,
    input: { category: "" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/category"),
  },
  {
    it: "refuses a category of 61 characters",
    input: { category: "a".repeat(61) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/category"),
  },
  {
    it: "refuses a limit of nothing",
    input: { limit: 0 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "refuses a limit of a hundred and one",
    input: { limit: 101 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "refuses a limit that is no integer",
    input: { limit: 1.5 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "refuses a limit that is no number",
    input: { limit: "many" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  {
    it: "refuses a connected that is neither true nor false",
    input: { connected: "perhaps" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/connected"),
  },
  {
    it: "refuses an empty cursor",
    mockSkipReason: PRISM_IGNORES_EMPTY,
    input: { cursor: "" },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "points at each thing that is wrong",
    input: { limit: 0, category: "", search: "a".repeat(201) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/category", "/limit", "/search"),
  },
  {
    it: "refuses an input that it does not know",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: { search: "a", ...{ color: "red" } },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  {
    it: "refuses an input that is given twice",
    mockSkipReason: "Prism takes the first of several values",
    input: { search: ["a", "b"] },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/search"),
  },
  ...Object.entries(BAD_CURSORS).map(
    ([which, cursor]) =>
      ({
        it: `refuses a cursor ${which}`,
        mockSkipReason: "a mock knows no cursors",
        input: { cursor },
        status: 400,
        problem: "invalid_input",
        check: assertPointer("/cursor"),
      }) as const,
  ),
  {
    it: "refuses a cursor that was given for other words",
    requires: "fixture",
    mockSkipReason: "a mock knows no cursors",
    input: async ({ call }) => ({
      connected: false,
      cursor: (await call("searchApps", { limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/cursor"),
  },
  {
    it: "refuses a cursor that was given to a key for other apps",
    requires: "fixture",
    mockSkipReason: "a mock knows no cursors",
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
    it: "reads an app that is listed, and says the same of it",
    input: ({ app }) => ({ app: app.id }),
    status: 200,
    check: ({ value }, { app }) => assert.partialDeepStrictEqual(value, app),
  },
  {
    it: "says all that is known of an app",
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
    it: "says what the base address needs",
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
    it: "says which field is secret, and where to find it",
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
    it: "says where an app's client sends people back to, and whether there is one",
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
    it: "reads an app that is a remote MCP server",
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
    it: "reads an app that needs nothing",
    requires: "fixture",
    input: { app: "drift" },
    status: 200,
    output: { auth_types: ["none"] },
  },
  {
    it: "reads an app of the account's own",
    requires: "fixture",
    input: { app: "grove" },
    status: 200,
    output: { own: true, tools_count: 1 },
  },
  {
    it: "counts no connection that is broken",
    requires: "fixture",
    input: { app: "cumulus" },
    status: 200,
    output: { connections_count: 0 },
  },
  {
    it: "reads an app that the key is for",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { app: "basil" },
    status: 200,
  },
  {
    it: "refuses an app that the key is not for",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { app: "atlas" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "knows no app of that id",
    input: { app: "zzyzx_nothing" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "knows no app by its name",
    requires: "fixture",
    input: { app: "Atlas" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "knows no app of any script",
    input: { app: "水\u{1f3a7}" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "knows no app that is a slash",
    input: { app: "a/b" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "knows no app that leads elsewhere",
    input: { app: "../../etc/passwd" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "knows no app that every object has",
    input: { app: "__proto__" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "refuses an id of 101 characters",
    input: { app: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/app"),
  },
  {
    it: "refuses an input that it does not know",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: ({ app }) => ({ app: app.id, ...{ color: "red" } }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  ...commonCases<"getApp">(({ app }) => ({ app: app.id })),
];
