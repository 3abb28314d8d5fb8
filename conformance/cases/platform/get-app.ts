import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { commonCases } from "./every-operation.ts";
import { assertHint, assertPointer, EXTRA_NAMES_UNDOCUMENTED } from "./requests.ts";

/** Required behavior of `getApp`. */
export const getApp: CasesOf<"getApp"> = [
  {
    it: "counts the tools by how they were checked",
    requires: "fixture",
    input: { app: "basil" },
    status: 200,
    output: {
      checks: {
        matches_client: 0,
        matches_example: 0,
        known_endpoint: 0,
        compiled: 2,
        refuted: 1,
      },
    },
  },
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
    check({ value }) {
      assert.ok(!("tools_listed_at" in value));
      assert.equal(
        value.tools_problem,
        "Émber Docs lists its tools once it is connected. Connect it with connect_app (POST /api/v1/apps/ember/connect).",
      );
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
    it: "suggests the app that a mistyped ID means",
    requires: "fixture",
    input: { app: "atlsa" },
    status: 404,
    problem: "app_not_found",
    check: assertHint("Did you mean atlas?"),
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
