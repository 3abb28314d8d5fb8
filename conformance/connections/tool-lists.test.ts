import { describe, expect, it, onTestFinished } from "vitest";
import type { AppRecord } from "../../core/lib/openapi-tools/app.ts";
import { connectApp } from "../fixtures/connections/connect-app.ts";
import {
  createMcpApp,
  type McpServerFixture,
  type RemoteTool,
  startMcpServer,
} from "../fixtures/connections/mcp-server.ts";
import { startTestPlatform, type TestPlatform } from "../fixtures/connections/test-platform.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

const openTicket: RemoteTool = {
  name: "openTicket",
  description: "Opens a ticket for a customer.",
  inputSchema: {
    type: "object",
    properties: { subject: { $ref: "#/$defs/Subject" } },
    required: ["subject"],
    $defs: { Subject: { type: "string", maxLength: 20 } },
  },
};
const listTickets: RemoteTool = { name: "list-tickets", annotations: { readOnlyHint: true } };
const closeTicket: RemoteTool = { name: "close_ticket", description: "Closes a ticket." };
const TASK = "open a ticket in Helpdesk Pro";

interface Fixture {
  readonly server: McpServerFixture;
  readonly platform: TestPlatform;
  /** Connects the app. Returns the ID of the connection. */
  connect(token: string, body?: object): Promise<string>;
  /** Returns the names of the tools that a key can list. */
  toolNames(secret?: string): Promise<string[]>;
  run(tool: string, body?: object, secret?: string): Promise<{ status: number; body: any }>;
  /** Searches for tools to open a ticket. */
  find(secret?: string): Promise<any>;
}

async function start(
  tools: Readonly<Record<string, readonly RemoteTool[]>>,
  toApp: (server: McpServerFixture) => AppRecord = createMcpApp,
): Promise<Fixture> {
  const server = await startMcpServer(tools);
  const platform = await startTestPlatform([toApp(server)], { allowedOrigins: [server.origin] });
  onTestFinished(async () => {
    await platform.close();
    await server.close();
  });
  const as = (secret?: string) => (secret === undefined ? {} : { secret });
  return {
    server,
    platform,
    connect: (token, body) => connectApp(platform, "desk", token ? { f_token: token } : {}, body),
    async toolNames(secret) {
      const { body } = await platform.api("GET", "/apps/desk/tools", undefined, as(secret));
      return body.data.map(({ name }: { name: string }) => name);
    },
    run: (tool, body = {}, secret) =>
      platform.api("POST", `/tools/desk.${tool}/run`, { arguments: {}, ...body }, as(secret)),
    find: async (secret) =>
      (await platform.api("POST", "/tools/find", { task: TASK }, as(secret))).body,
  };
}

describe("the tools of a remote MCP server", () => {
  it("are found, described and run after the app is connected", async () => {
    const fixture = await start({ alice: [openTicket, listTickets] });
    const { platform, find, run } = fixture;
    expect((await find()).notices).toMatchObject([{ code: "connection_required", app: "desk" }]);
    const connection = await fixture.connect("alice");
    const found = await find();
    expect(found.notices).toEqual([]);
    expect(found.tools[0]).toMatchObject({
      name: "desk.open_ticket",
      app_name: "Helpdesk Pro",
      annotations: { read_only: false, destructive: true },
      connection: { ready: true, count: 1 },
    });
    const { body: tool } = await platform.api("GET", "/tools/desk.open_ticket");
    expect(tool.input_schema).toMatchObject({
      properties: { subject: { $ref: "#/$defs/Subject" } },
      $defs: { Subject: { type: "string", maxLength: 20 } },
    });
    const { body: app } = await platform.api("GET", "/apps/desk");
    expect(app).toMatchObject({ tools_count: 2, tools_listed_at: expect.any(String) });
    const { body: result } = await run("open_ticket", { arguments: { subject: "It hums" } });
    expect(result).toMatchObject({
      status: "succeeded",
      connection,
      data: { tool: "openTicket", token: "alice", arguments: { subject: "It hums" } },
    });
    expect((await run("open_ticket", { arguments: { subject: "x".repeat(21) } })).body.code).toBe(
      "invalid_arguments",
    );
  });

  it("come from all pages, and a cursor that repeats ends the list", async () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ name: `tool_${index}` }));
    const { server, connect, platform } = await start({ alice: many });
    server.pageSize = 10;
    const id = await connect("alice");
    const count = async () => (await platform.api("GET", "/apps/desk")).body.tools_count;
    expect(await count()).toBe(25);
    expect(server.listed.slice(-3)).toEqual([undefined, "10", "20"]);
    server.wrongCursor = "10";
    server.listed.length = 0;
    await platform.connecting.toolLists.refresh(id);
    expect(server.listed).toEqual([undefined, "10"]);
    expect(await count()).toBe(20);
  });

  it("are listed for a connection without a credential", async () => {
    const { connect, toolNames, run } = await start({ "": [listTickets] }, (server) =>
      createMcpApp(server, { id: "none", type: "none", fields: [], from: "overlay" }),
    );
    await connect("");
    expect(await toolNames()).toEqual(["desk.list_tickets"]);
    expect((await run("list_tickets")).body.data).toMatchObject({ token: "" });
  });

  it("disappear with the connection", async () => {
    const { connect, toolNames, platform } = await start({ alice: [openTicket] });
    const id = await connect("alice");
    expect(await toolNames()).toEqual(["desk.open_ticket"]);
    await platform.api("DELETE", `/connections/${id}`);
    expect(await toolNames()).toEqual([]);
  });
});

describe("lists of tools", () => {
  it("belong to an end user, and no other key sees or runs them", async () => {
    const { connect, toolNames, run, find, platform } = await start({
      alice: [openTicket],
      bob: [closeTicket],
    });
    const alice = await platform.createKey({ user: "alice" });
    const bob = await platform.createKey({ user: "bob" });
    const stranger = await platform.createKey({ account: "acc_other" });
    const mail = await platform.createKey({ user: "alice", apps: ["mail"] });
    const connection = await connect("alice", { user: "alice" });
    await connect("bob", { user: "bob" });
    expect(await toolNames(alice.secret)).toEqual(["desk.open_ticket"]);
    expect(await toolNames(bob.secret)).toEqual(["desk.close_ticket"]);
    expect(await toolNames()).toEqual([]);
    expect(await toolNames(stranger.secret)).toEqual([]);
    expect((await find(alice.secret)).tools[0].name).toBe("desk.open_ticket");
    for (const { secret } of [bob, stranger]) {
      const names = (await find(secret)).tools.map(({ name }: { name: string }) => name);
      expect(names).not.toContain("desk.open_ticket");
      for (const body of [{}, { connection }, { connection: "Helpdesk Pro" }])
        expect((await run("open_ticket", body, secret)).status).toBe(404);
    }
    expect((await run("open_ticket", {}, mail.secret)).body.code).toBe("permission_denied");
    expect((await find(mail.secret)).tools).toEqual([]);
  });

  it("let a key of the account run a tool with the connection of an end user", async () => {
    const { connect, run } = await start({ alice: [openTicket] });
    const connection = await connect("alice", { user: "alice" });
    const input = { arguments: { subject: "Hi" } };
    expect((await run("open_ticket", input)).status).toBe(404);
    const { body } = await run("open_ticket", { ...input, connection });
    expect(body.data).toMatchObject({ token: "alice" });
  });

  it("of several connections are combined, and a run uses the connection that lists the tool", async () => {
    const other = { ...openTicket, inputSchema: { type: "object", properties: {} } };
    const { connect, toolNames, run } = await start({
      work: [openTicket],
      home: [other, closeTicket],
    });
    await connect("work");
    const home = await connect("home", { label: "Home" });
    expect(await toolNames()).toEqual(["desk.close_ticket", "desk.open_ticket"]);
    expect((await run("close_ticket")).body.data).toMatchObject({ token: "home" });
    // The arguments are checked against the list of the connection that is used.
    expect((await run("open_ticket")).body.code).toBe("invalid_arguments");
    for (const connection of [home, "Home"])
      expect((await run("open_ticket", { connection })).body.data).toMatchObject({ token: "home" });
    const subject = { arguments: { subject: "Hi" } };
    expect((await run("open_ticket", subject)).body.data).toMatchObject({ token: "work" });
  });

  it("are emptied at once when somebody else signs in", async () => {
    const { server, platform, connect, toolNames, run } = await start({
      alice: [openTicket],
      bob: [closeTicket],
    });
    const id = await connect("alice");
    const reconnect = async (token: string) => {
      const { body } = await platform.api("POST", `/connections/${id}/reconnect`, {});
      const browser = platform.openBrowser();
      await browser.submit(await browser.open(body.url), { f_token: token });
    };
    await reconnect("bob");
    expect(await toolNames()).toEqual(["desk.close_ticket"]);
    server.status = 503;
    await reconnect("alice");
    expect(await toolNames()).toEqual([]);
    expect((await run("close_ticket")).status).toBe(404);
    server.status = undefined;
    platform.advance(2 * MINUTE);
    await platform.connecting.refreshScheduler.runOnce();
    expect(await toolNames()).toEqual(["desk.open_ticket"]);
  });
});

describe("a server that doesn't list its tools", () => {
  it("is connected, gives a reason, and is asked again", async () => {
    const { server, platform, connect, find, toolNames } = await start({ alice: [openTicket] });
    server.status = 500;
    const id = await connect("alice");
    const { body: connection } = await platform.api("GET", `/connections/${id}`);
    expect(connection.status).toBe("active");
    const { body: app } = await platform.api("GET", "/apps/desk");
    expect(app.tools_problem).toBe("Helpdesk Pro did not list its tools (500).");
    expect((await find()).notices).toMatchObject([{ code: "tools_not_listed", app: "desk" }]);
    const { runOnce } = platform.connecting.refreshScheduler;
    platform.advance(2 * MINUTE);
    await runOnce();
    expect(await toolNames()).toEqual([]);
    server.status = undefined;
    platform.advance(3 * MINUTE);
    await runOnce();
    expect(await toolNames()).toEqual(["desk.open_ticket"]);
    expect((await platform.api("GET", "/apps/desk")).body).not.toHaveProperty("tools_problem");
  });

  it("keeps the earlier tools, and is asked at once when the connection is tested", async () => {
    const { server, platform, connect, toolNames } = await start({ alice: [openTicket] });
    const id = await connect("alice");
    server.status = 502;
    await platform.connecting.toolLists.refresh(id);
    expect(await toolNames()).toEqual(["desk.open_ticket"]);
    server.status = undefined;
    server.tools.set("alice", [closeTicket]);
    await platform.api("POST", `/connections/${id}/test`);
    expect(await toolNames()).toEqual(["desk.close_ticket"]);
  });

  it("rejects the credentials without ending the connection", async () => {
    const { server, platform, connect } = await start({ alice: [openTicket] });
    const id = await connect("alice");
    server.tools.clear();
    await platform.connecting.toolLists.refresh(id);
    expect((await platform.api("GET", `/connections/${id}`)).body.status).toBe("active");
    expect((await platform.api("GET", "/apps/desk")).body.tools_problem).toBe(
      "Helpdesk Pro rejected the credentials when its tools were listed (401).",
    );
  });
});

describe("a list that has changed", () => {
  it("is read again when a run calls a tool that is gone", async () => {
    const { server, platform, connect, run, toolNames } = await start({ alice: [closeTicket] });
    await connect("alice");
    server.tools.set("alice", [openTicket]);
    // Within a minute, the server isn't asked again.
    expect((await run("close_ticket")).body.status).toBe("failed");
    platform.advance(2 * MINUTE);
    const { status, body } = await run("close_ticket");
    expect([status, body.code]).toEqual([404, "tool_not_found"]);
    expect(body.detail).toBe('Helpdesk Pro no longer has the tool "desk.close_ticket".');
    expect(body.hint).toContain("GET /api/v1/apps/desk/tools");
    expect(await toolNames()).toEqual(["desk.open_ticket"]);
    expect((await run("close_ticket")).body.hint).toContain("Find tools for a task");
  });

  it("is read once a day while the connection is used, and not otherwise", async () => {
    const { server, platform, connect, run } = await start({ alice: [closeTicket] });
    await connect("alice");
    const { runOnce } = platform.connecting.refreshScheduler;
    const listsAfter = async (milliseconds: number) => {
      server.listed.length = 0;
      platform.advance(milliseconds);
      await runOnce();
      return server.listed.length;
    };
    expect(await listsAfter(1.2 * DAY)).toBe(0);
    await run("close_ticket");
    expect(await listsAfter(MINUTE)).toBe(0);
    expect(await listsAfter(1.2 * DAY)).toBe(1);
    expect(await listsAfter(1.2 * DAY)).toBe(0);
  });
});
