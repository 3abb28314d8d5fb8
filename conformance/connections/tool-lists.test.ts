import { describe, expect, it } from "vitest";
import {
  closeTicket,
  listTickets,
  openTicket,
  startDeskPlatform,
} from "../fixtures/connections/desk-platform.ts";
import { createMcpApp } from "../fixtures/connections/mcp-server.ts";

const MINUTE = 60_000;

describe("the tools of a remote MCP server", () => {
  it("are found, described and run after the app is connected", async () => {
    const { platform, connect, find, run } = await startDeskPlatform({
      alice: [openTicket, listTickets],
    });
    expect((await find()).notices).toMatchObject([{ code: "connection_required", app: "desk" }]);
    const connection = await connect("alice");
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
    const { server, connect, platform } = await startDeskPlatform({ alice: many });
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
    const { connect, toolNames, run } = await startDeskPlatform({ "": [listTickets] }, (server) =>
      createMcpApp(server, { id: "none", type: "none", fields: [], from: "overlay" }),
    );
    await connect("");
    expect(await toolNames()).toEqual(["desk.list_tickets"]);
    expect((await run("list_tickets")).body.data).toMatchObject({ token: "" });
  });

  it("disappear with the connection", async () => {
    const { connect, toolNames, platform } = await startDeskPlatform({ alice: [openTicket] });
    const id = await connect("alice");
    expect(await toolNames()).toEqual(["desk.open_ticket"]);
    await platform.api("DELETE", `/connections/${id}`);
    expect(await toolNames()).toEqual([]);
  });
});

describe("lists of tools", () => {
  it("belong to an end user, and no other key sees or runs them", async () => {
    const { connect, toolNames, run, find, platform } = await startDeskPlatform({
      alice: [openTicket],
      bob: [closeTicket],
      work: [listTickets],
    });
    const alice = await platform.createKey({ user: "alice" });
    const bob = await platform.createKey({ user: "bob" });
    const strangers = [
      await platform.createKey({ account: "acc_other" }),
      await platform.createKey({ account: "acc_other", user: "alice" }),
    ];
    const mail = await platform.createKey({ user: "alice", apps: ["mail"] });
    const connection = await connect("alice", { user: "alice" });
    await connect("bob", { user: "bob" });
    await connect("work");
    expect(await toolNames(alice.secret)).toEqual(["desk.open_ticket"]);
    expect(await toolNames(bob.secret)).toEqual(["desk.close_ticket"]);
    expect(await toolNames()).toEqual(["desk.list_tickets"]);
    for (const { secret } of strangers) expect(await toolNames(secret)).toEqual([]);
    expect((await find(alice.secret)).tools[0].name).toBe("desk.open_ticket");
    for (const { secret } of [bob, ...strangers]) {
      const names = (await find(secret)).tools.map(({ name }: { name: string }) => name);
      expect(names).not.toContain("desk.open_ticket");
      for (const body of [{}, { connection }, { connection: "Helpdesk Pro" }])
        expect((await run("open_ticket", body, secret)).status).toBe(404);
    }
    expect((await run("open_ticket", {}, mail.secret)).body.code).toBe("permission_denied");
    expect((await find(mail.secret)).tools).toEqual([]);
  });

  it("let a key of the account run a tool with the connection of an end user", async () => {
    const { connect, run } = await startDeskPlatform({ alice: [openTicket] });
    const connection = await connect("alice", { user: "alice" });
    const input = { arguments: { subject: "Hi" } };
    expect((await run("open_ticket", input)).status).toBe(404);
    const { body } = await run("open_ticket", { ...input, connection });
    expect(body.data).toMatchObject({ token: "alice" });
  });

  it("of several connections are combined, and a run uses the connection that lists the tool", async () => {
    const other = { ...openTicket, inputSchema: { type: "object", properties: {} } };
    const { connect, toolNames, run } = await startDeskPlatform({
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

  it("need a choice if several connections list a tool, but the default one doesn't", async () => {
    const { connect, run } = await startDeskPlatform({
      work: [openTicket],
      home: [closeTicket],
      club: [closeTicket],
    });
    await connect("work");
    const home = await connect("home", { label: "Home" });
    const club = await connect("club", { label: "Club" });
    const { status, body } = await run("close_ticket");
    expect([status, body.code]).toEqual([409, "connection_ambiguous"]);
    expect(body.candidates.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [home, club].toSorted(),
    );
    expect((await run("close_ticket", { connection: club })).body.data).toMatchObject({
      token: "club",
    });
  });

  it("never move a run from the default connection, whose tools aren't listed yet", async () => {
    const { server, platform, connect, run } = await startDeskPlatform({
      work: [closeTicket],
      home: [closeTicket],
    });
    const work = await connect("work");
    await connect("home", { label: "Home" });
    const { body } = await platform.api("POST", `/connections/${work}/reconnect`, {});
    const browser = platform.openBrowser();
    server.error = "Busy";
    await browser.submit(await browser.open(body.url), { f_token: "work" });
    expect((await run("close_ticket")).body.data).toMatchObject({ token: "work" });
  });

  it("are emptied at once when somebody else signs in", async () => {
    const { server, platform, connect, toolNames, run } = await startDeskPlatform({
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
