import { describe, expect, it } from "vitest";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import {
  legacyMcpServer,
  type McpResponder,
  modernMcpServer,
  sendJson,
} from "../fixtures/platform/mcp-upstream.ts";
import type { UpstreamHandler } from "../fixtures/platform/tool-runner.ts";
import { createRunFixture } from "../fixtures/platform/tool-runner.ts";

const { binding: _, ...tool } = createTool(
  {},
  {
    remoteName: "makeThing",
    input: { type: "object", properties: { title: { type: "string" } } },
  },
);

async function createMcpFixture(handler: UpstreamHandler) {
  const fixture = await createRunFixture(handler, { path: "/mcp", app: { kind: "mcp" } });
  const run = () => fixture.run(tool, { input: { title: "It hums" } });
  return { run, requests: fixture.requests };
}

/** Returns the tool's name and arguments as text. */
const echo: McpResponder = ({ params }) => ({
  result: {
    content: [
      {
        type: "text",
        text: `{"echo":${JSON.stringify(params.arguments)},"name":"${params.name}"}`,
      },
    ],
  },
});

describe("a remote MCP tool", () => {
  it.each([
    ["responds in JSON", legacyMcpServer(echo)],
    ["responds as an event stream", legacyMcpServer(echo, { isStream: true })],
    ["supports only 2026-07-28", modernMcpServer(echo)],
  ])("runs on a server that %s", async (_, handler) => {
    const { run, requests } = await createMcpFixture(handler);
    const { run: record, data } = await run();
    expect(record.status).toBe("succeeded");
    expect(data).toEqual({ echo: { title: "It hums" }, name: "makeThing" });
    expect(
      requests.every(({ headers }) => headers.authorization === "Bearer token-0123456789"),
    ).toBe(true);
  });

  it("accepts an event stream in small chunks and without an event name", async () => {
    const { run } = await createMcpFixture((received, response) => {
      const message = received.body ? JSON.parse(received.body) : {};
      if (message.method !== "tools/call") return legacyMcpServer(echo)(received, response);
      response.writeHead(200, { "content-type": "text/event-stream" });
      const text = `data: ${JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { content: [{ type: "text", text: "y".repeat(300_000) }] } })}\n\n`;
      for (let from = 0; from < text.length; from += 10_000)
        setTimeout(() => response.write(text.slice(from, from + 10_000)), from / 2_000);
      return undefined;
    });
    const { run: record } = await run();
    expect(record).toMatchObject({ status: "succeeded", response: { size: 300_002 } });
  });

  it("returns the structured content and ends the session", async () => {
    const { run, requests } = await createMcpFixture(
      legacyMcpServer(() => ({
        result: { content: [{ type: "text", text: "…" }], structuredContent: { number: 42 } },
      })),
    );
    expect((await run()).data).toEqual({ number: 42 });
    expect(requests.at(-1)).toMatchObject({
      method: "DELETE",
      headers: { "mcp-session-id": "s-1" },
    });
  });

  it("fails with the server's message if the result is an error", async () => {
    const { run } = await createMcpFixture(
      legacyMcpServer(() => ({
        result: {
          isError: true,
          content: [{ type: "text", text: "There is no such repository." }],
        },
      })),
    );
    expect((await run()).run).toMatchObject({
      status: "failed",
      failure: {
        code: "upstream_bad_request",
        message: "Desk reported an error: There is no such repository.",
      },
    });
  });

  it("fails with the server's message after a JSON-RPC error", async () => {
    const { run } = await createMcpFixture(
      legacyMcpServer(() => ({ error: { code: -32602, message: "Unknown tool" } })),
    );
    expect((await run()).run).toMatchObject({
      status: "failed",
      failure: { message: "Desk reported an error: Unknown tool." },
    });
  });

  it.each([
    ["JSON", {}],
    ["an event stream", { isStream: true }],
  ])("blames the server for a result in %s that is nested too deeply", async (_, options) => {
    const { run } = await createMcpFixture(
      legacyMcpServer(() => ({ result: nest(1_000) }), options),
    );
    expect((await run()).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_bad_answer" },
    });
  });

  it("reports a rejected credential", async () => {
    const { run } = await createMcpFixture((_, response) =>
      sendJson(
        response,
        { error: "invalid_token" },
        { status: 401, headers: { "www-authenticate": "Bearer" } },
      ),
    );
    expect((await run()).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_auth" },
      response: { status: 401 },
    });
  });

  it("reports outcome_unknown if the call gets no response", async () => {
    const { run, requests } = await createMcpFixture((received, response) =>
      JSON.parse(received.body || "{}").method === "tools/call"
        ? response.destroy()
        : legacyMcpServer(echo)(received, response),
    );
    expect((await run()).run.status).toBe("outcome_unknown");
    expect(requests.filter(({ body }) => body.includes("tools/call"))).toHaveLength(1);
  });

  it("fails if initialization gets no response", async () => {
    const { run } = await createMcpFixture((_, response) => response.destroy());
    expect((await run()).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_unreachable" },
    });
  });
});

/** Returns an object with this many levels, with a `content` that a tool's result has. */
function nest(levels: number): Record<string, unknown> {
  let value: unknown = "deep";
  for (let level = 1; level < levels; level++) value = [value];
  return { content: [], structuredContent: { value } };
}
