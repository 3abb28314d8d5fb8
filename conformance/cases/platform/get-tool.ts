import assert from "node:assert/strict";
import { createAjv } from "../../callers/spec-validator.ts";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { commonCases } from "./every-operation.ts";
import { assertHint, assertNoHint, assertPointer, EXTRA_NAMES_UNDOCUMENTED } from "./requests.ts";

/** Required behavior of `getTool`. */
export const getTool: CasesOf<"getTool"> = [
  {
    it: "returns a listed tool with a self-contained schema",
    input: ({ tool }) => ({ tool: tool.name }),
    status: 200,
    check({ value }, { tool }) {
      assert.deepEqual([value.name, value.app, value.title], [tool.name, tool.app, tool.title]);
      assert.equal(value.input_schema["type"], "object");
      createAjv().compile(value.input_schema);
    },
  },
  {
    it: "includes every schema that the input schema references",
    requires: "fixture",
    input: { tool: "atlas.create_issue" },
    status: 200,
    output: {
      input_schema_complete: true,
      scopes: ["issues"],
      auth: ["oauth2"],
      version: "5f1d7a84",
    },
    check({ value: { input_schema } }) {
      assert.deepEqual(Object.keys(input_schema["$defs"] as object).sort(), ["Issue", "Label"]);
      const isValid = createAjv().compile(input_schema);
      assert.equal(isValid({ title: "a", labels: [{ name: "b", parent: { name: "c" } }] }), true);
      assert.equal(isValid({ title: "a", labels: [{ name: "b", parent: {} }] }), false);
    },
  },
  {
    it: "shortens a long schema to 6 kB and names what it leaves out",
    requires: "fixture",
    input: { tool: "cumulus.create_ticket" },
    status: 200,
    output: { input_schema_complete: false },
    check({ value: { input_schema } }) {
      assert.ok(Buffer.byteLength(JSON.stringify(input_schema)) <= 6_000);
      assert.match(String(input_schema["description"]), /get_tool with schema "complete"/);
      const isValid = createAjv().compile(input_schema);
      assert.equal(isValid({ subject: "a", customer: { attribute_79: "b" } }), true);
      assert.equal(isValid({ customer: {} }), false);
      const { customer } = input_schema["properties"] as Record<string, { description: string }>;
      assert.match(
        customer!.description,
        /^Who opens the ticket\. Left out: .*attribute_0, .* more\.$/,
      );
    },
  },
  {
    it: "returns a long schema completely on request",
    requires: "fixture",
    input: { tool: "cumulus.create_ticket", schema: "complete" },
    status: 200,
    output: { input_schema_complete: true },
    check({ value: { input_schema } }) {
      const { Customer } = input_schema["$defs"] as Record<string, { properties: object }>;
      assert.equal(Object.keys(Customer!.properties).length, 80);
    },
  },
  {
    it: "rejects an unknown extent of the schema",
    input: ({ tool }) => ({ tool: tool.name, schema: "long" as "short" }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/schema"),
  },
  {
    it: "returns how a tool was checked by an example",
    requires: "fixture",
    input: { tool: "drift.get_forecast" },
    status: 200,
    output: {
      check: {
        level: "matches_example",
        example: { url: "https://drift.example/docs/forecast", date: "2026-11-28" },
      },
    },
  },
  {
    it: "returns that a tool was only compiled",
    requires: "fixture",
    input: { tool: "cumulus.create_ticket" },
    status: 200,
    output: { check: { level: "compiled" } },
  },
  {
    it: "returns the annotations of a tool",
    requires: "fixture",
    input: { tool: "atlas.delete_board" },
    status: 200,
    output: {
      annotations: { read_only: false, destructive: true, idempotent: true, open_world: true },
    },
  },
  {
    it: "returns a tool that needs no connection",
    requires: "fixture",
    input: { tool: "drift.get_forecast" },
    status: 200,
    output: { auth: [], scopes: [], connection: { ready: true, count: 0 } },
  },
  {
    it: "returns a tool of an app that the account added",
    requires: "fixture",
    input: { tool: "grove.water_tree" },
    status: 200,
    output: { app: "grove", title: "Water a tree" },
  },
  {
    it: "returns a tool of an app that the key may use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { tool: "basil.send_message" },
    status: 200,
  },
  {
    it: "rejects a tool of an app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { tool: "atlas.create_issue" },
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "rejects a tool of an unknown app",
    input: { tool: "zzyzx_nothing.do" },
    status: 404,
    problem: "tool_not_found",
    check: assertHint('No app has the ID "zzyzx_nothing".'),
  },
  {
    it: "rejects an unknown tool of a known app",
    input: ({ app }) => ({ tool: `${app.id}.zzyzx_nothing` }),
    status: 404,
    problem: "tool_not_found",
  },
  ...(
    [
      ["atlas.create_isue", "atlas.create_issue"],
      ["atlsa.create_issue", "atlas.create_issue"],
      ["atlas.issues_create", "atlas.create_issue"],
    ] as const
  ).map(([tool, meant]) => ({
    it: `suggests ${meant} for ${tool}`,
    requires: "fixture" as const,
    input: { tool },
    status: 404,
    problem: "tool_not_found" as const,
    check: assertHint(`Did you mean ${meant}?`),
  })),
  {
    it: "explains that a remote MCP server lists its tools once it is connected",
    requires: "fixture",
    input: { tool: "ember.create_page" },
    status: 404,
    problem: "tool_not_found",
    check: assertHint(
      "Émber Docs lists its tools once it is connected. Connect it with connect_app",
    ),
  },
  {
    it: "suggests no tool of an app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: { tool: "atlsa.create_issue" },
    status: 404,
    problem: "tool_not_found",
    check: assertNoHint("Did you mean"),
  },
  {
    it: "rejects a tool name without an app",
    input: { tool: "create_issue" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects a tool name that starts with a dot",
    input: { tool: ".a" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects an unknown name in any script",
    input: { tool: "水.\u{1f3a7}\0" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects a name of 101 characters",
    input: { tool: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/tool"),
  },
  {
    it: "rejects an unknown parameter",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: ({ tool }) => ({ tool: tool.name, ...{ color: "red" } }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/color"),
  },
  ...commonCases<"getTool">(({ tool }) => ({ tool: tool.name })),
];
