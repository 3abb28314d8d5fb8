import assert from "node:assert/strict";
import type { CasesOf, Reply } from "../../case.ts";
import { bearer, KEYS } from "../../rig/platform/keys.ts";
import { everyOperation } from "./every-operation.ts";

const LEAVES_OUT = "the document can't say that other names are refused";

const PASSED_OVER = "Prism passes over a parameter that is empty";

/** Where a problem points. */
export const pointsAt =
  (...pointers: readonly string[]) =>
  ({ value }: Reply): void =>
    assert.deepEqual(
      value.errors.map((each: { pointer: string }) => each.pointer).sort(),
      pointers,
    );

const ids = ({ data }: { readonly data: readonly { readonly id: string }[] }): string[] =>
  data.map(({ id }) => id);
const cursorOf = (text: object | string): string =>
  Buffer.from(typeof text === "string" ? text : JSON.stringify(text)).toString("base64url");

/** What is no cursor at all, or none of this list. */
export const BAD_CURSORS: Readonly<Record<string, string>> = {
  "that is garbage": "garbage",
  "that is no base64": "%%%",
  "that is another JSON": cursorOf("[]"),
  "of nothing": cursorOf({}),
  "of another list": cursorOf({ after: 2, of: "1" }),
  "that goes backwards": cursorOf({ after: -2, of: "1" }),
  "with a word for a number": cursorOf({ after: "2", of: "1" }),
  "of null": cursorOf("null"),
};

/** What searching for apps must do. */
export const searchApps: CasesOf<"searchApps"> = [
  {
    it: "lists the apps, a page of them, and says how many there are",
    send: {},
    status: 200,
    check({ value: { data, total, next_cursor } }) {
      assert.ok(data.length > 0 && data.length <= 20);
      assert.equal(next_cursor === null, data.length === total);
      assert.deepEqual(ids({ data }), [...new Set(ids({ data }))]);
    },
  },
  {
    it: "finds an app by its name",
    send: ({ app }) => ({ search: app.name, limit: 100 }),
    status: 200,
    check: ({ value }, { app }) => assert.ok(ids(value).includes(app.id)),
  },
  {
    it: "goes on where a page ended, to the end",
    send: { limit: 1 },
    status: 200,
    async check({ value }, { apps, call }) {
      const seen = ids(value);
      let { next_cursor: cursor } = value;
      for (let times = 1; cursor !== null && times < apps.data.length; times++) {
        const { value: next } = await call("searchApps", { limit: 1, cursor });
        seen.push(...ids(next));
        cursor = next.next_cursor;
      }
      assert.deepEqual(seen, ids(apps));
    },
  },
  {
    it: "takes another limit on the way",
    needs: "rig",
    send: { limit: 2 },
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
    needs: "rig",
    send: {},
    status: 200,
    answer: { total: 7, next_cursor: null },
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
        value.data.filter(({ is_own }) => is_own).map(({ id }) => id),
        ["grove"],
      );
    },
  },
  {
    it: "says of an app what lists say",
    needs: "rig",
    send: { search: "atlas" },
    status: 200,
    answer: {
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
          is_own: false,
        },
      ],
    },
  },
  {
    it: "finds an app by another name of it",
    needs: "rig",
    send: { search: "atlas tracker" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["atlas"]),
  },
  {
    it: "finds an app by what it is for",
    needs: "rig",
    send: { search: "weather" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["drift"]),
  },
  {
    it: "finds an app by the beginning of its name",
    needs: "rig",
    send: { search: "BAS" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["basil"]),
  },
  {
    it: "minds no accents",
    needs: "rig",
    send: { search: "ember" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["ember"]),
  },
  {
    it: "forgives a slip",
    needs: "rig",
    send: { search: "atlsa" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["atlas"]),
  },
  {
    it: "lists the apps of a category, however it is written",
    needs: "rig",
    send: { category: "Developer Tools" },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["atlas"]),
  },
  {
    it: "lists what is connected",
    needs: "rig",
    send: { connected: true },
    status: 200,
    check: ({ value }) => assert.deepEqual(ids(value), ["atlas", "fjord"]),
  },
  {
    it: "lists what is not connected",
    needs: "rig",
    send: { connected: false },
    status: 200,
    answer: { total: 5 },
    check: ({ value }) => assert.ok(!ids(value).includes("atlas")),
  },
  {
    it: "counts for an end user's key that user's connections alone",
    needs: "rig",
    headers: bearer(KEYS.user),
    send: { connected: true },
    status: 200,
    check: ({ value }) =>
      assert.deepEqual(
        value.data.map(({ id, connections_count }) => [id, connections_count]),
        [["cumulus", 1]],
      ),
  },
  {
    it: "leaves out the apps that a key is not for",
    needs: "rig",
    headers: bearer(KEYS.limited),
    send: {},
    status: 200,
    answer: { total: 2 },
    check: ({ value }) => assert.deepEqual(ids(value), ["basil", "grove"]),
  },
  {
    it: "finds nothing of an app that a key is not for",
    needs: "rig",
    headers: bearer(KEYS.limited),
    send: { search: "atlas" },
    status: 200,
    answer: { data: [], total: 0, next_cursor: null },
  },
  {
    it: "finds nothing, and says so, for words that no app has",
    send: { search: "zzyzx-qwvx-nothing" },
    status: 200,
    answer: { data: [], total: 0, next_cursor: null },
  },
  { it: "takes words of any script", send: { search: "\u{1f3a7} 水 مرحبا \u{202e}" }, status: 200 },
  {
    it: "takes words of 200 characters, however many bytes they have",
    send: { search: "\u{1f3a7}".repeat(200) },
    status: 200,
  },
  { it: "takes a limit of a hundred", send: { limit: 100 }, status: 200 },
  {
    it: "refuses words of 201 characters",
    send: { search: "a".repeat(201) },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/search"),
  },
  {
    it: "refuses an empty category",
    undocumented: PASSED_OVER,
    send: { category: "" },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/category"),
  },
  {
    it: "refuses a category of 61 characters",
    send: { category: "a".repeat(61) },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/category"),
  },
  {
    it: "refuses a limit of nothing",
    send: { limit: 0 },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/limit"),
  },
  {
    it: "refuses a limit of a hundred and one",
    send: { limit: 101 },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/limit"),
  },
  {
    it: "refuses a limit that is no integer",
    send: { limit: 1.5 },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/limit"),
  },
  {
    it: "refuses a limit that is no number",
    send: { limit: "many" },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/limit"),
  },
  {
    it: "refuses a connected that is neither true nor false",
    send: { connected: "perhaps" },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/connected"),
  },
  {
    it: "refuses an empty cursor",
    undocumented: PASSED_OVER,
    send: { cursor: "" },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/cursor"),
  },
  {
    it: "points at each thing that is wrong",
    send: { limit: 0, category: "", search: "a".repeat(201) },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/category", "/limit", "/search"),
  },
  {
    it: "refuses an input that it does not know",
    undocumented: LEAVES_OUT,
    send: { search: "a", ...{ colour: "red" } },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/colour"),
  },
  {
    it: "refuses an input that is given twice",
    undocumented: "Prism takes the first of several values",
    send: { search: ["a", "b"] },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/search"),
  },
  ...Object.entries(BAD_CURSORS).map(
    ([which, cursor]) =>
      ({
        it: `refuses a cursor ${which}`,
        undocumented: "a mock knows no cursors",
        send: { cursor },
        status: 400,
        problem: "invalid_input",
        check: pointsAt("/cursor"),
      }) as const,
  ),
  {
    it: "refuses a cursor that was given for other words",
    needs: "rig",
    undocumented: "a mock knows no cursors",
    send: async ({ call }) => ({
      connected: false,
      cursor: (await call("searchApps", { limit: 1 })).value.next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/cursor"),
  },
  {
    it: "refuses a cursor that was given to a key for other apps",
    needs: "rig",
    undocumented: "a mock knows no cursors",
    headers: bearer(KEYS.limited),
    send: async ({ ask, key }) => ({
      cursor: JSON.parse((await ask({ path: "/api/v1/apps?limit=1", headers: bearer(key) })).text)
        .next_cursor,
    }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/cursor"),
  },
  ...everyOperation<"searchApps">({}),
];

/** What reading an app must do. */
export const getApp: CasesOf<"getApp"> = [
  {
    it: "reads an app that is listed, and says the same of it",
    send: ({ app }) => ({ app: app.id }),
    status: 200,
    check: ({ value }, { app }) => assert.partialDeepStrictEqual(value, app),
  },
  {
    it: "says all that is known of an app",
    needs: "rig",
    send: { app: "atlas" },
    status: 200,
    answer: {
      aliases: ["Atlas Tracker"],
      website: "https://atlas.example/",
      docs_url: "https://atlas.example/docs",
      auth: [
        {
          id: "oauth2",
          type: "oauth2",
          fields: [],
          scopes: [
            { name: "issues", description: "Read and write issues", is_default: true },
            { name: "admin", is_default: false },
          ],
          setup_url: "https://atlas.example/apps",
          configured: false,
        } as never,
      ],
      base_url: "https://api.atlas.example",
      base_url_fields: [],
      source: {
        origin: "rig@1.0.0",
        document: "apps.json",
        licence: "MIT",
        version: "1.0.0",
        retrieved_at: "2026-11-01T00:00:00Z",
      },
    },
  },
  {
    it: "says what the base address needs",
    needs: "rig",
    send: { app: "cumulus" },
    status: 200,
    answer: {
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
    needs: "rig",
    send: { app: "basil" },
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
    needs: "rig",
    send: { app: "fjord" },
    status: 200,
    check: ({ value }, { at }) =>
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
        at("/"),
      ),
  },
  {
    it: "reads an app that is a remote MCP server",
    needs: "rig",
    send: { app: "ember" },
    status: 200,
    answer: {
      kind: "mcp",
      name: "Émber Docs",
      tools_count: 0,
      base_url: "https://mcp.ember.example/mcp",
    },
  },
  {
    it: "reads an app that needs nothing",
    needs: "rig",
    send: { app: "drift" },
    status: 200,
    answer: { auth_types: ["none"] },
  },
  {
    it: "reads an app of the account's own",
    needs: "rig",
    send: { app: "grove" },
    status: 200,
    answer: { is_own: true, tools_count: 1 },
  },
  {
    it: "counts no connection that is broken",
    needs: "rig",
    send: { app: "cumulus" },
    status: 200,
    answer: { connections_count: 0 },
  },
  {
    it: "reads an app that the key is for",
    needs: "rig",
    headers: bearer(KEYS.limited),
    send: { app: "basil" },
    status: 200,
  },
  {
    it: "refuses an app that the key is not for",
    needs: "rig",
    headers: bearer(KEYS.limited),
    send: { app: "atlas" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "knows no app of that id",
    send: { app: "zzyzx_nothing" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "knows no app by its name",
    needs: "rig",
    send: { app: "Atlas" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "knows no app of any script",
    send: { app: "水\u{1f3a7}" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "knows no app that is a slash",
    send: { app: "a/b" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "knows no app that leads elsewhere",
    send: { app: "../../etc/passwd" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "knows no app that every object has",
    send: { app: "__proto__" },
    status: 404,
    problem: "app_not_found",
  },
  {
    it: "refuses an id of 101 characters",
    send: { app: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/app"),
  },
  {
    it: "refuses an input that it does not know",
    undocumented: LEAVES_OUT,
    send: ({ app }) => ({ app: app.id, ...{ colour: "red" } }),
    status: 400,
    problem: "invalid_input",
    check: pointsAt("/colour"),
  },
  ...everyOperation<"getApp">(({ app }) => ({ app: app.id })),
];
