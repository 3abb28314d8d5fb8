import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createApp } from "../../core/lib/openapi-tools/call/testing.ts";
import {
  type CompiledApp,
  compileApp,
  readMcpServer,
  selfContained,
} from "../../core/lib/openapi-tools/compile/index.ts";
import type { ToolRecord } from "../../core/lib/openapi-tools/index.ts";
import {
  createRunFixture,
  createRunner,
  readTool,
  rejectedProblem,
  respondJson,
  startUpstream,
  writeTool,
} from "../fixtures/platform/tool-runner.ts";

describe("a hostile app", () => {
  it("can't exhaust memory with an endless response", async () => {
    const chunk = Buffer.alloc(1_000_000, "x");
    const fixture = await createRunFixture((_, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const writeMore = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", writeMore);
      };
      writeMore();
    });
    const { run, data } = await fixture.run(readTool);
    expect(run).toMatchObject({ status: "succeeded", response: { size: 20_000_000, isCut: true } });
    expect(String(data)).toHaveLength(1_000_000);
  });

  it("can't exhaust memory with a compressed response", async () => {
    const compressed = gzipSync(Buffer.alloc(100_000_000));
    const fixture = await createRunFixture((_, response) =>
      response
        .writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" })
        .end(compressed),
    );
    expect((await fixture.run(readTool)).run).toMatchObject({
      status: "succeeded",
      response: { size: 20_000_000, isCut: true },
    });
  });

  it("can't extend a run with a slow endless body", async () => {
    const fixture = await createRunFixture((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write('{"a":');
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    });
    const { run } = await fixture.run(readTool, { timeoutMs: 300 });
    expect(run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_timeout" },
      response: { isCut: true },
    });
  });

  it("can't redirect a credential to another origin", async () => {
    const thief = await startUpstream(respondJson({ got: 1 }));
    onTestFinished(() => thief.close());
    const fixture = await createRunFixture(
      (_, response) => response.writeHead(302, { location: `${thief.origin}/take` }).end(),
      { allowedOrigins: [thief.origin] },
    );
    await fixture.run(readTool);
    expect(thief.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect((await fixture.run(writeTool)).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_redirect" },
    });
    expect(thief.requests).toHaveLength(1);
  });

  it.each(["http://169.254.169.254/latest/meta-data/", "http://[::1]:1/", "http://10.0.0.1/"])(
    "can't redirect to %s",
    async (location) => {
      const fixture = await createRunFixture((_, response) =>
        response.writeHead(302, { location }).end(),
      );
      expect(await rejectedProblem(fixture.run(readTool))).toMatchObject({
        code: "blocked_address",
        status: 422,
      });
    },
  );

  it("can't have a host name that resolves to a private address", async () => {
    const runner = await createRunner({ allowedOrigins: [], resolve: async () => ["192.168.1.1"] });
    onTestFinished(() => runner.close());
    expect(
      await rejectedProblem(runner.run(createApp("https://desk.example"), readTool)),
    ).toMatchObject({
      code: "blocked_address",
    });
  });

  it("can't return deeply nested JSON as data", async () => {
    const fixture = await createRunFixture((_, response) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end("[".repeat(5000) + "]".repeat(5000)),
    );
    expect(typeof (await fixture.run(readTool)).data).toBe("string");
  });
});

describe("foreign patterns", () => {
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
});
