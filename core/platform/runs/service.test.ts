import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlatformParts } from "../../../adapters/platform-parts.ts";
import { createMemoryCatalog } from "../../../conformance/fixtures/platform/catalog.ts";
import {
  createApp,
  createConnected,
  createTool,
  startUpstream,
} from "../../../conformance/fixtures/platform/tool-runner.ts";
import { createKey, createPlatform, DEFAULT_ACCOUNT, Problem, toFetch } from "../../index.ts";
import { createCard } from "../domain/catalog/card.ts";
import type { RunConnections } from "./run-connections.ts";

const ORIGIN = "https://tools.example";
const closers: (() => unknown)[] = [];
let request: (
  method: string,
  path: string,
  body?: unknown,
  key?: string,
) => Promise<{ status: number; type: string | null; body: any }>;
let reader: string;

/** Which connection there is, by what is wanted. */
const connections: RunConnections = {
  async use(_key, app, requested) {
    if (requested === "work") return createConnected("token-0123456789");
    if (requested === undefined)
      throw new Problem("connection_ambiguous", "Two would do.", {
        extensions: {
          candidates: [
            { id: "conn_1", label: "work" },
            { id: "conn_2", label: "home", account: "ann" },
          ],
        },
      });
    if (requested === "old")
      throw new Problem("connection_inactive", "It is over.", {
        extensions: { reconnect_url: `${ORIGIN}/connect/a` },
      });
    throw new Problem("connection_required", `${app.name} is not connected.`, {
      extensions: { connect_url: `${ORIGIN}/connect/b` },
    });
  },
  refresh: async (connected) => connected,
  createScopeUpgradeUrl: async () => `${ORIGIN}/connect/c`,
};

beforeAll(async () => {
  const app = await startUpstream(({ url }, response) => {
    if (url === "/forbidden")
      return response
        .writeHead(403, {
          "www-authenticate": 'Bearer error="insufficient_scope", scope="repo admin"',
        })
        .end("{}");
    const next =
      url === "/things" ? { link: `<${app.origin}/things?page=2>; rel="next"` } : undefined;
    response
      .writeHead(200, { "content-type": "application/json", ...next })
      .end(JSON.stringify({ text: "x".repeat(2_000) }));
  });
  const folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  const tools = [
    createTool({ path: "/forbidden" }, { name: "desk.forbidden" }),
    createTool(
      { path: "/things", slots: [["page", "query", 0, "form"]] },
      {
        name: "desk.list",
        input: {
          type: "object",
          properties: { page: { type: "integer" } },
          additionalProperties: false,
        },
      },
    ),
  ];
  const catalog = createMemoryCatalog([
    {
      record: createApp(app.origin),
      tools,
      definitions: new Map(),
      from: 1,
      cards: tools.map((tool) => createCard(tool)),
      documents: [],
    },
  ]);
  const parts = await openPlatformParts({
    dataFolder: folder,
    catalog,
    allowedOrigins: [app.origin],
  });
  const { accounts, runs: running, ...rest } = parts.connectAt(ORIGIN);
  const handler = toFetch(
    createPlatform({
      origin: ORIGIN,
      accounts,
      ...rest,
      runs: { ...running, connections },
      allowsHost: () => true,
    }),
  );
  const [runner, readOnly] = await Promise.all([
    createKey({ account: DEFAULT_ACCOUNT, name: "runner", permissions: ["read", "run"] }),
    createKey({ account: DEFAULT_ACCOUNT, name: "reader", permissions: ["read"] }),
  ]);
  await accounts.addKey(runner.key);
  await accounts.addKey(readOnly.key);
  reader = readOnly.secret;
  request = async (method, path, body, key = runner.secret) => {
    const response = await handler(
      new Request(ORIGIN + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          host: "tools.example",
          ...(body !== undefined && {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      body: await response.json(),
    };
  };
  closers.push(
    () => parts.close(),
    () => app.close(),
    () => rmSync(folder, { recursive: true }),
  );
});
afterAll(async () => {
  for (const close of closers) await close();
});

const run = (tool: string, body: object = {}) => request("POST", `/api/v1/tools/${tool}/run`, body);

describe("the service", () => {
  it("runs a tool, shows the run, its result in parts, and forgets it", async () => {
    const { status, body } = await run("desk.list", { connection: "work", max_bytes: 1000 });
    expect([status, body.status, body.next_arguments, body.response.truncated]).toEqual([
      200,
      "succeeded",
      { page: 2 },
      true,
    ]);
    const at = `/api/v1/runs/${body.run}`;
    expect(body.response.result_url).toBe(`${ORIGIN}${at}/result`);
    expect((await request("GET", at)).body).toMatchObject({
      run: body.run,
      tool: "desk.list",
      app: "desk",
      connection: "conn_1",
      user: null,
      arguments: {},
      status: "succeeded",
      attempts: [{ status_code: 200 }],
    });
    expect((await request("GET", `${at}/result?offset=2000&limit=5`)).body).toEqual({
      run: body.run,
      media_type: "application/json",
      encoding: "text",
      data: "xxxxx",
      offset: 2000,
      size: 2011,
      next_offset: 2005,
    });
    expect((await request("DELETE", at)).body).toEqual({ run: body.run, deleted: true });
    expect((await request("GET", at)).body).toMatchObject({ code: "run_not_found", status: 404 });
  });

  it("tells what mends a problem", async () => {
    expect((await run("desk.list")).body).toMatchObject({
      status: 409,
      code: "connection_ambiguous",
      candidates: [
        { id: "conn_1", label: "work" },
        { id: "conn_2", label: "home", account: "ann" },
      ],
    });
    expect((await run("desk.list", { connection: "old" })).body).toMatchObject({
      status: 409,
      code: "connection_inactive",
      reconnect_url: `${ORIGIN}/connect/a`,
    });
    expect((await run("desk.list", { connection: "none" })).body).toMatchObject({
      status: 409,
      code: "connection_required",
      connect_url: `${ORIGIN}/connect/b`,
    });
    expect((await run("desk.forbidden", { connection: "work" })).body).toMatchObject({
      status: 403,
      code: "scope_missing",
      scopes: ["repo", "admin"],
      reconnect_url: `${ORIGIN}/connect/c`,
    });
    expect(
      await run("desk.list", { connection: "work", arguments: { page: "two", color: 1 } }),
    ).toMatchObject({
      status: 422,
      type: "application/problem+json",
      body: {
        code: "invalid_arguments",
        errors: [{ pointer: "/arguments/page" }, { pointer: "/arguments/color" }],
      },
    });
    expect((await run("desk.nothing")).body.code).toBe("tool_not_found");
  });

  it("lets no key run that may only read", async () => {
    expect(
      (await request("POST", "/api/v1/tools/desk.list/run", { connection: "work" }, reader)).body
        .code,
    ).toBe("permission_denied");
    expect((await request("GET", "/api/v1/runs", undefined, reader)).status).toBe(200);
  });

  it("lists runs by pages, the newest first", async () => {
    const ids: string[] = [];
    for (let each = 0; each < 3; each++) {
      ids.unshift((await run("desk.list", { connection: "work" })).body.run);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const first = (await request("GET", "/api/v1/runs?tool=desk.list&limit=2")).body;
    expect(first.data.map((each: { run: string }) => each.run)).toEqual(ids.slice(0, 2));
    const second = (
      await request("GET", `/api/v1/runs?tool=desk.list&limit=2&cursor=${first.next_cursor}`)
    ).body;
    expect(second.data[0].run).toBe(ids[2]);
    expect(
      (await request("GET", `/api/v1/runs?limit=2&cursor=${first.next_cursor}`)).body.code,
    ).toBe("invalid_input");
    expect(
      (await request("GET", "/api/v1/runs?status=failed")).body.data.every(
        (each: { status: string }) => each.status === "failed",
      ),
    ).toBe(true);
  });

  it("runs a tool over MCP too", async () => {
    const call = (params: object) =>
      request("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params });
    expect(
      (await call({ name: "run_tool", arguments: { tool: "desk.list", connection: "work" } })).body
        .result.structuredContent,
    ).toMatchObject({ status: "succeeded", tool: "desk.list" });
    const refused = (await call({ name: "run_tool", arguments: { tool: "desk.list" } })).body
      .result;
    expect([refused.isError, JSON.parse(refused.content[0].text).candidates.length]).toEqual([
      true,
      2,
    ]);
  });
});
