import { describe, expect, it, onTestFinished } from "vitest";
import {
  closeTicket,
  openTicket,
  startDeskPlatform,
} from "../fixtures/connections/desk-platform.ts";
import { startTestPlatform } from "../fixtures/connections/test-platform.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe("a server that doesn't list its tools", () => {
  it("is connected, gives a reason, and is asked again", async () => {
    const { server, platform, connect, find, toolNames } = await startDeskPlatform({
      alice: [openTicket],
    });
    server.status = 500;
    const id = await connect("alice");
    const { body: connection } = await platform.api("GET", `/connections/${id}`);
    expect(connection.status).toBe("active");
    const { body: app } = await platform.api("GET", "/apps/desk");
    expect(app.tools_problem).toBe(
      "Helpdesk Pro did not list its tools (500). Jackfield tries again. To try at once, test the connection.",
    );
    expect((await find()).notices).toMatchObject([{ code: "tools_not_listed", app: "desk" }]);
    const scheduler = platform.connecting.refreshScheduler;
    platform.advance(2 * MINUTE);
    await scheduler.runOnce();
    expect(await toolNames()).toEqual([]);
    server.status = undefined;
    platform.advance(3 * MINUTE);
    await scheduler.runOnce();
    expect(await toolNames()).toEqual(["desk.open_ticket"]);
    expect((await platform.api("GET", "/apps/desk")).body).not.toHaveProperty("tools_problem");
  });

  it("isn't asked again after two processes died meanwhile, until the connection is tested", async () => {
    const { server, platform, connect, toolNames } = await startDeskPlatform({
      alice: [openTicket],
    });
    server.status = 500;
    const id = await connect("alice");
    platform.advance(3 * MINUTE);
    for (let process = 0; process < 2; process++) {
      expect(await platform.jobQueue.claim("tool_list", 10)).toHaveLength(1);
      platform.advance(MINUTE);
    }
    server.status = undefined;
    for (const delay of [0, DAY, DAY]) {
      platform.advance(delay);
      await platform.connecting.refreshScheduler.runOnce();
    }
    expect(await toolNames()).toEqual([]);
    expect((await platform.api("GET", "/apps/desk")).body.tools_problem).toBe(
      "The process of Jackfield ended twice while it listed the tools. Test the connection to try again.",
    );
    await platform.api("POST", `/connections/${id}/test`);
    expect(await toolNames()).toEqual(["desk.open_ticket"]);
  });

  it("is connected although the test of its credentials gets the same error", async () => {
    const { server, platform, connect } = await startDeskPlatform({ alice: [openTicket] });
    server.error = "Down for maintenance";
    const id = await connect("alice");
    const { body } = await platform.api("GET", `/connections/${id}`);
    expect(body).toMatchObject({ status: "active", status_reason: { code: "not_tested" } });
  });

  it("keeps the earlier tools, and is asked at once when the connection is tested", async () => {
    const { server, platform, connect, toolNames } = await startDeskPlatform({
      alice: [openTicket],
    });
    const id = await connect("alice");
    server.status = 502;
    await platform.connecting.toolLists.refresh(id);
    expect(await toolNames()).toEqual(["desk.open_ticket"]);
    server.status = undefined;
    server.tools.set("alice", [closeTicket]);
    await platform.api("POST", `/connections/${id}/test`);
    expect(await toolNames()).toEqual(["desk.close_ticket"]);
  });

  it("has no list of an earlier version, and gets one when the connection is tested", async () => {
    const { platform, connect, toolNames, find } = await startDeskPlatform({ alice: [openTicket] });
    const id = await connect("alice");
    await platform.connecting.deps.store.deleteToolList(id);
    platform.advance(1_000);
    expect(await toolNames()).toEqual([]);
    expect((await find()).notices).toMatchObject([{ code: "tools_not_listed" }]);
    await platform.api("POST", `/connections/${id}/test`);
    expect(await toolNames()).toEqual(["desk.open_ticket"]);
  });

  it("rejects the credentials without ending the connection", async () => {
    const { server, platform, connect } = await startDeskPlatform({ alice: [openTicket] });
    const id = await connect("alice");
    server.tools.clear();
    await platform.connecting.toolLists.refresh(id);
    expect((await platform.api("GET", `/connections/${id}`)).body.status).toBe("active");
    expect((await platform.api("GET", "/apps/desk")).body.tools_problem).toBe(
      "Helpdesk Pro rejected the credentials when its tools were listed (401). Jackfield tries again. To try at once, test the connection.",
    );
  });
});

describe("a list that has changed", () => {
  it("is read again when a run calls a tool that is gone", async () => {
    const { server, platform, connect, run, toolNames } = await startDeskPlatform({
      alice: [closeTicket],
    });
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

  it.each([
    { code: -32602, message: "Unknown tool: close_ticket", isRead: true },
    { code: -32602, message: "Invalid params: tool close_ticket not found", isRead: true },
    { code: -32602, message: "Invalid params", isRead: true },
    { code: -32601, message: "Method not found", isRead: true },
    { code: -32602, message: "Invalid arguments for tool close_ticket: team not found" },
    { code: -32602, message: "Invalid params: subject is too long" },
    { code: -32603, message: "Internal error" },
  ])("is read again after $code $message: $isRead", async ({ code, message, isRead = false }) => {
    const { server, platform, connect, run } = await startDeskPlatform({ alice: [closeTicket] });
    await connect("alice");
    server.callError = { code, message };
    server.listed.length = 0;
    platform.advance(2 * MINUTE);
    expect((await run("close_ticket")).body.status).toBe("failed");
    expect(server.listed).toHaveLength(isRead ? 1 : 0);
  });

  it("is read once a day while the connection is used, and not otherwise", async () => {
    const { server, platform, connect, run } = await startDeskPlatform({ alice: [closeTicket] });
    await connect("alice");
    const scheduler = platform.connecting.refreshScheduler;
    const listsAfter = async (milliseconds: number) => {
      server.listed.length = 0;
      platform.advance(milliseconds);
      await scheduler.runOnce();
      return server.listed.length;
    };
    expect(await listsAfter(1.2 * DAY)).toBe(0);
    await run("close_ticket");
    expect(await listsAfter(MINUTE)).toBe(0);
    expect(await listsAfter(1.2 * DAY)).toBe(1);
    expect(await listsAfter(1.2 * DAY)).toBe(0);
  });

  it("is read by one of several processes, and the others see it within a second", async () => {
    const { server, app, platform, connect, toolNames, run } = await startDeskPlatform({
      alice: [closeTicket],
    });
    const { folder } = platform;
    const other = await startTestPlatform([app], { allowedOrigins: [server.origin], folder });
    onTestFinished(() => other.close({ keep: true }));
    const otherNames = async () =>
      (await other.api("GET", "/apps/desk/tools")).body.data.map(
        ({ name }: { name: string }) => name,
      );
    await connect("alice");
    expect(await otherNames()).toEqual(["desk.close_ticket"]);
    await run("close_ticket");
    server.tools.set("alice", [openTicket]);
    server.listed.length = 0;
    for (const each of [platform, other]) each.advance(1.2 * DAY);
    await Promise.all(
      [platform, other].map(({ connecting }) => connecting.refreshScheduler.runOnce()),
    );
    expect(server.listed).toHaveLength(1);
    for (const each of [platform, other]) each.advance(1_000);
    expect([await toolNames(), await otherNames()]).toEqual([
      ["desk.open_ticket"],
      ["desk.open_ticket"],
    ]);
  });
});
