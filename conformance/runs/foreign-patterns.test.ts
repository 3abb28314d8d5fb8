import { afterEach, describe, expect, it, vi } from "vitest";
import { createApp } from "../../core/lib/openapi-tools/call/testing.ts";
import type { CompiledApp } from "../../core/lib/openapi-tools/compile/index.ts";
import {
  compileApp,
  readMcpServer,
  selfContained,
} from "../../core/lib/openapi-tools/compile/index.ts";
import type { ToolRecord } from "../../core/lib/openapi-tools/index.ts";
import { createRunFixture } from "../fixtures/platform/run-fixture.ts";
import { respondJson } from "../fixtures/platform/tool-runner.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const SOURCE = { origin: "added", document: "x", retrievedAt: "2026-01-01T00:00:00Z" };

/** Returns the only tool of an app, with its schema definitions included. */
function onlyTool({ tools, definitions }: CompiledApp): ToolRecord {
  const tool = tools[0]!;
  return {
    ...tool,
    auth: [],
    input: selfContained(tool.input, (name) => JSON.stringify(definitions.get(name))),
  };
}

/** Returns a schema with a pattern in every place where JSON Schema allows one. */
const schemaWith = (pattern: string) => ({
  type: "object",
  properties: {
    text: { type: "string", pattern },
    choice: {
      anyOf: [{ not: { pattern } }, {}],
      oneOf: [{ $ref: "#/$defs/text" }, { maxLength: 3 }, {}],
    },
    map: { type: "object", patternProperties: { [pattern]: { type: "string" } } },
    names: { type: "object", propertyNames: { anyOf: [{ pattern }, {}] } },
  },
  $defs: { text: { pattern } },
});

function openApiTool(pattern: string): ToolRecord {
  const { $defs, ...schema } = schemaWith(pattern);
  const text = JSON.stringify(schema).replaceAll("#/$defs/", "#/components/schemas/");
  const document = {
    openapi: "3.1.0",
    info: { title: "Desk API", version: "1" },
    servers: [{ url: "https://desk.acme.io" }],
    paths: {
      "/things": {
        post: {
          operationId: "create",
          requestBody: { content: { "application/json": { schema: JSON.parse(text) } } },
        },
      },
    },
    security: [{ key: [] }],
    components: {
      schemas: $defs,
      securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    },
  };
  const app = compileApp([{ document, source: SOURCE }], { slug: "desk" });
  if (!("tools" in app)) throw new Error(app.why);
  return onlyTool(app);
}

function mcpTool(pattern: string): ToolRecord {
  const { auth: _, tools: __, kind: ___, ...record } = createApp("https://mcp.acme.io/mcp");
  return onlyTool(readMcpServer(record, [{ name: "create", inputSchema: schemaWith(pattern) }]));
}

describe.each<[string, "http" | "mcp", (pattern: string) => ToolRecord]>([
  ["an added OpenAPI document", "http", openApiTool],
  ["a remote MCP server", "mcp", mcpTool],
])("runTool for %s", (_, kind, toolWith) => {
  it.each([
    "^((((a?){4}){4}){4}){4}$",
    "(?:a|a)".repeat(28),
    "(a*){4}(a*){4}b",
    "(a|a)*b",
    "(.*)*=",
    "(a+)+$",
    "(a+)+".repeat(10_000),
  ])("never passes the pattern %.30s to RegExp", async (pattern) => {
    const fixture = await createRunFixture(respondJson({ jsonrpc: "2.0", id: 1, result: {} }), {
      app: { kind },
    });
    const constructed = vi.spyOn(globalThis, "RegExp");
    const tool = toolWith(pattern);
    const text = `${"a".repeat(5_000)}!`;
    const name = "a".repeat(500);
    const input = { text, choice: text, map: { [name]: "x" }, names: { [name]: "x" } };
    await fixture.run(tool, { input }).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "invalid_arguments" });
    });
    const sources = constructed.mock.calls.map(([source]) => String(source));
    expect(sources.filter((source) => source.includes(pattern))).toEqual([]);
    if (pattern.length <= 500)
      expect(JSON.stringify(tool.input)).toContain(JSON.stringify(pattern));
  });
});
