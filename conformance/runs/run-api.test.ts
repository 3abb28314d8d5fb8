import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRunApi, ORIGIN } from "../fixtures/platform/run-api.ts";

let api: Awaited<ReturnType<typeof createRunApi>>;
beforeAll(async () => {
  api = await createRunApi();
});
afterAll(() => api.close());

const request: typeof api.request = (...args) => api.request(...args);
const run = (tool: string, body: object = {}) => request("POST", `/api/v1/tools/${tool}/run`, body);

describe("the platform", () => {
  it("runs a tool, returns the run and its result in parts, and deletes it", async () => {
    const { status, body } = await run("desk.list", { connection: "work", max_bytes: 1000 });
    expect([status, body.status, body.next_arguments, body.response.truncated]).toEqual([
      200,
      "succeeded",
      { page: 2 },
      true,
    ]);
    const runPath = `/api/v1/runs/${body.run}`;
    expect(body.response.result_url).toBe(`${ORIGIN}${runPath}/result`);
    expect((await request("GET", runPath)).body).toMatchObject({
      run: body.run,
      tool: "desk.list",
      app: "desk",
      connection: "conn_1",
      user: null,
      arguments: {},
      status: "succeeded",
      attempts: [{ status_code: 200 }],
    });
    expect((await request("GET", `${runPath}/result?offset=2000&limit=5`)).body).toEqual({
      run: body.run,
      media_type: "application/json",
      encoding: "text",
      data: "xxxxx",
      offset: 2000,
      size: 2011,
      next_offset: 2005,
    });
    expect((await request("DELETE", runPath)).body).toEqual({ run: body.run, deleted: true });
    expect((await request("GET", runPath)).body).toMatchObject({
      code: "run_not_found",
      status: 404,
    });
  });

  it("returns what a client needs to fix a problem", async () => {
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

  it("rejects a run with a read-only key", async () => {
    expect(
      (await request("POST", "/api/v1/tools/desk.list/run", { connection: "work" }, api.reader))
        .body.code,
    ).toBe("permission_denied");
    expect((await request("GET", "/api/v1/runs", undefined, api.reader)).status).toBe(200);
  });

  it("lists runs in pages, newest first", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
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

  it("runs a tool over MCP", async () => {
    const call = (params: object) =>
      request("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params });
    expect(
      (await call({ name: "run_tool", arguments: { tool: "desk.list", connection: "work" } })).body
        .result.structuredContent,
    ).toMatchObject({ status: "succeeded", tool: "desk.list" });
    const rejected = (await call({ name: "run_tool", arguments: { tool: "desk.list" } })).body
      .result;
    expect([rejected.isError, JSON.parse(rejected.content[0].text).candidates.length]).toEqual([
      true,
      2,
    ]);
  });
});
