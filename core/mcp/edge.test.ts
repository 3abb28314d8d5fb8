import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../http/handler.ts";
import { createRequestContext } from "../http/request-context.ts";
import { createMcpEdge } from "./edge.ts";
import { ICONS } from "./icons.ts";
import { ERROR_CODES, SerializedResult } from "./message.ts";

const INFO = { name: "test", title: "Test", version: "1.0.0" };
const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

const results: Record<string, () => unknown> = {
  serialized: () => new SerializedResult('"content":[],"structuredContent":{"a":"\\"}"}'),
  plain: () => ({ content: [], _meta: { "a.example/b": 1 } }),
  protocol_error: () => {
    throw Object.assign(new Error("Too deep."), { code: ERROR_CODES.invalidParams });
  },
};

const allowsOrigin = (origin: string) => origin === "https://a.example";
const { fallback } = createMcpEdge<undefined, undefined>(allowsOrigin, () => ({
  info: { ...INFO, icons: ICONS },
  instructions: "",
  tools: [{ name: "list_products", inputSchema: { type: "object" } }],
  call: (name) => {
    const [result, isAsync] = name.split(" ");
    const run = results[result!] as (() => SerializedResult) | undefined;
    return isAsync ? Promise.resolve().then(() => run?.()) : run?.();
  },
  createContext: () => undefined,
}));

async function send(method: string, params: object) {
  const isModern = method === "server/discover";
  const request: HttpRequest = new Request("http://localhost/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(isModern && { "mcp-protocol-version": "2026-07-28", "mcp-method": method }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const context = createRequestContext(request.url, "request-1");
  const { body } = await fallback.handler(request, context, undefined);
  return JSON.parse(body as string).result;
}

async function callTool(name: string, id: string | number, isModern: boolean, headers = {}) {
  const request: HttpRequest = new Request("http://localhost/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(isModern && {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": name,
      }),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name, ...(isModern && { _meta: MODERN_META }) },
    }),
  });
  const context = createRequestContext(request.url, "request-1");
  const response = await fallback.handler(request, context, undefined);
  return { ...response, message: JSON.parse(response.body as string) };
}

describe.each(["", " later"])("a tool that returns at once or later%s", (suffix) => {
  test("may return a serialized result", async () => {
    const { status, headers, message } = await callTool(`serialized${suffix}`, 'a"b', false);
    expect(status).toBe(200);
    expect(headers).toEqual({ "content-type": "application/json", "cache-control": "no-store" });
    expect(message).toEqual({
      jsonrpc: "2.0",
      id: 'a"b',
      result: { content: [], structuredContent: { a: '"}' } },
    });
  });

  test("gets the members of 2026-07-28 around a serialized result", async () =>
    expect((await callTool(`serialized${suffix}`, 1, true)).message).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {
        resultType: "complete",
        content: [],
        structuredContent: { a: '"}' },
        _meta: { "io.modelcontextprotocol/serverInfo": INFO },
      },
    }));

  test("may return a result as an object", async () => {
    expect((await callTool(`plain${suffix}`, 1, false)).message.result).toEqual({
      content: [],
      _meta: { "a.example/b": 1 },
    });
    expect((await callTool(`plain${suffix}`, 1, true)).message.result).toEqual({
      resultType: "complete",
      content: [],
      _meta: { "a.example/b": 1, "io.modelcontextprotocol/serverInfo": INFO },
    });
  });

  test("may throw an RpcError", async () =>
    expect((await callTool(`protocol_error${suffix}`, 1, false)).message.error).toEqual({
      code: ERROR_CODES.invalidParams,
      message: "Too deep.",
    }));

  test("may not exist", async () =>
    expect((await callTool(`missing${suffix}`, 1, false)).message.error).toEqual({
      code: ERROR_CODES.invalidParams,
      message: `Unknown tool "missing${suffix}". Call tools/list for all tools.`,
    }));
});

test("lets allowed web pages read the response", async () => {
  const { headers } = await callTool("plain", 1, false, { origin: "https://a.example" });
  expect(headers).toMatchObject({
    "access-control-allow-origin": "https://a.example",
    "content-type": "application/json",
  });
});

test("rejects other web pages", async () =>
  expect((await callTool("plain", 1, false, { origin: "https://b.example" })).status).toBe(403));

test("sends its icons when a client connects, and only then", async () => {
  const { serverInfo } = await send("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1.0.0" },
  });
  expect(serverInfo).toEqual({ ...INFO, icons: ICONS });
  const discovered = await send("server/discover", { _meta: MODERN_META });
  expect(discovered._meta["io.modelcontextprotocol/serverInfo"].icons).toEqual(ICONS);
  expect(JSON.stringify(await callTool("plain", 1, true))).not.toContain("icons");
});

test("suggests the tool that a mistyped name most likely means", async () => {
  const { message } = await callTool("listProducts", 1, false);
  expect(message.error.message).toBe(
    'Unknown tool "listProducts". Did you mean list_products? Call tools/list for all tools.',
  );
});
