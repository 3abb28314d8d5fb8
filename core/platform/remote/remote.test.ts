import { afterEach, describe, expect, it } from "vitest";
import { createOutbound } from "../../../adapters/outbound.ts";
import {
  createApp,
  createRunner,
  createTool,
  startUpstream,
  type UpstreamHandler,
} from "../../../conformance/fixtures/platform/tool-runner.ts";
import type { ToolRecord } from "../../ports/apps.ts";
import { listRemoteTools } from "./list-tools.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Answer = (message: any, headers: Record<string, unknown>) => object | undefined;

const replies = (
  response: Parameters<UpstreamHandler>[1],
  value: object,
  headers: Record<string, string> = {},
  status = 200,
) =>
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify(value));

/** A server of sessions, as revisions up to 2025-11-25 have them. */
const legacy =
  (answer: Answer, { isStream = false } = {}): UpstreamHandler =>
  (seen, response) => {
    if (seen.method === "DELETE") return response.writeHead(204).end();
    const message = JSON.parse(seen.body);
    if (message.method === "initialize")
      return replies(
        response,
        {
          jsonrpc: "2.0",
          id: message.id,
          result: {
            protocolVersion: "2025-06-18",
            capabilities: {},
            serverInfo: { name: "x", version: "1" },
          },
        },
        { "mcp-session-id": "s-1" },
      );
    if (
      seen.headers["mcp-session-id"] !== "s-1" ||
      seen.headers["mcp-protocol-version"] !== "2025-06-18"
    )
      return replies(
        response,
        { jsonrpc: "2.0", id: message.id, error: { code: -32000, message: "No session" } },
        {},
        400,
      );
    if (message.id === undefined) return response.writeHead(202).end();
    const own = { jsonrpc: "2.0", id: message.id, ...answer(message, seen.headers) };
    if (!isStream) return replies(response, own);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(
      `event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n\n: still here\n\n`,
    );
    // The stream stays open behind the answer.
    return response.write(`event: message\r\ndata: ${JSON.stringify(own)}\r\n\r\n`);
  };

/** A server that knows 2026-07-28 alone. */
const modern =
  (answer: Answer): UpstreamHandler =>
  (seen, response) => {
    const message = JSON.parse(seen.body);
    if (message.method === "initialize")
      return replies(
        response,
        { jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "Method not found" } },
        {},
        404,
      );
    if (
      seen.headers["mcp-protocol-version"] !== "2026-07-28" ||
      seen.headers["mcp-method"] !== message.method ||
      !message.params._meta["io.modelcontextprotocol/clientCapabilities"]
    )
      return replies(
        response,
        { jsonrpc: "2.0", id: message.id, error: { code: -32020, message: "HeaderMismatch" } },
        {},
        400,
      );
    return replies(response, { jsonrpc: "2.0", id: message.id, ...answer(message, seen.headers) });
  };

const called: Answer = ({ params }) => ({
  result: {
    content: [
      {
        type: "text",
        text: `{"echo":${JSON.stringify(params.arguments)},"name":"${params.name}"}`,
      },
    ],
  },
});

async function at(answer: UpstreamHandler) {
  const server = await startUpstream(answer);
  const rig = await createRunner({ allowedOrigins: [server.origin] });
  closers.push(
    () => rig.close(),
    () => server.close(),
  );
  const { binding: _, ...tool } = createTool(
    {},
    {
      remoteName: "makeThing",
      input: { type: "object", properties: { title: { type: "string" } } },
    },
  );
  const run = (about: Partial<ToolRecord> = {}) =>
    rig.run(
      createApp(`${server.origin}/mcp`, { kind: "mcp" }),
      { ...tool, ...about },
      { input: { title: "It hums" } },
    );
  return { run, seen: server.requests };
}

describe("a remote MCP server's tool", () => {
  it.each([
    ["answers in JSON", legacy(called)],
    ["answers in a stream", legacy(called, { isStream: true })],
    ["knows 2026-07-28 alone", modern(called)],
  ])("is called where the server %s", async (_, server) => {
    const { run, seen } = await at(server);
    const { run: done, data } = await run();
    expect(done.status).toBe("succeeded");
    expect(data).toEqual({ echo: { title: "It hums" }, name: "makeThing" });
    expect(seen.every(({ headers }) => headers.authorization === "Bearer token-0123456789")).toBe(
      true,
    );
  });

  it("is heard where the answer comes in crumbs, without a name of the event", async () => {
    const { run } = await at((seen, response) => {
      const message = seen.body ? JSON.parse(seen.body) : {};
      if (message.method !== "tools/call") return legacy(called)(seen, response);
      response.writeHead(200, { "content-type": "text/event-stream" });
      const text = `data: ${JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { content: [{ type: "text", text: "y".repeat(300_000) }] } })}\n\n`;
      for (let from = 0; from < text.length; from += 10_000)
        setTimeout(() => response.write(text.slice(from, from + 10_000)), from / 2_000);
      return undefined;
    });
    const { run: done } = await run();
    expect(done).toMatchObject({ status: "succeeded", response: { size: 300_002 } });
  });

  it("gives its structured content, and ends the session", async () => {
    const { run, seen } = await at(
      legacy(() => ({
        result: { content: [{ type: "text", text: "…" }], structuredContent: { number: 42 } },
      })),
    );
    expect((await run()).data).toEqual({ number: 42 });
    expect(seen.at(-1)).toMatchObject({ method: "DELETE", headers: { "mcp-session-id": "s-1" } });
  });

  it("has failed where it says so, in its own words", async () => {
    const { run } = await at(
      legacy(() => ({
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
    const other = await at(legacy(() => ({ error: { code: -32602, message: "Unknown tool" } })));
    expect((await other.run()).run).toMatchObject({
      status: "failed",
      failure: { message: "Desk reported an error: Unknown tool." },
    });
  });

  it("says that the credential is refused", async () => {
    const { run } = await at((_, response) =>
      replies(response, { error: "invalid_token" }, { "www-authenticate": "Bearer" }, 401),
    );
    expect((await run()).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_auth" },
      response: { status: 401 },
    });
  });

  it("leaves open what came of a call without an answer, and not of a handshake without one", async () => {
    const { run, seen } = await at((one, response) =>
      JSON.parse(one.body || "{}").method === "tools/call"
        ? response.destroy()
        : legacy(called)(one, response),
    );
    expect((await run()).run.status).toBe("outcome_unknown");
    expect(seen.filter(({ body }) => body.includes("tools/call"))).toHaveLength(1);
    const other = await at((_, response) => response.destroy());
    expect((await other.run()).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_unreachable" },
    });
  });
});

it("lists the tools of a remote MCP server, page by page, and passes over what is none", async () => {
  const pages: Answer = ({ params }) => ({
    result:
      params.cursor === undefined
        ? {
            tools: [
              { name: "a", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
              { name: 5 },
            ],
            nextCursor: "2",
          }
        : { tools: [{ name: "b", title: "B", description: "Does b.", inputSchema: {} }] },
  });
  const server = await startUpstream(legacy(pages));
  const out = createOutbound({ allowedOrigins: [server.origin] });
  closers.push(
    () => out.close(),
    () => server.close(),
  );
  expect(
    await listRemoteTools({
      outbound: out,
      url: `${server.origin}/mcp`,
      headers: {},
      timeoutMs: 2_000,
    }),
  ).toEqual({
    tools: [
      { name: "a", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
      { name: "b", title: "B", description: "Does b.", inputSchema: {} },
    ],
  });
});
