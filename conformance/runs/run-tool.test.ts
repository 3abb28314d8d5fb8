import { describe, expect, it } from "vitest";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import { cleanUpRuns } from "../../core/platform/runs/clean-up-runs.ts";
import {
  API_KEY,
  createRunFixture,
  readTool,
  rejectedProblem,
  respondJson,
  writeTool,
} from "../fixtures/platform/tool-runner.ts";

describe("running a tool", () => {
  it("sends the tool's request with the credential and returns the app's response", async () => {
    const fixture = await createRunFixture(respondJson({ number: 42 }, 201));
    const { run, data } = await fixture.run(writeTool, { input: { title: "It hums" } });
    expect(data).toEqual({ number: 42 });
    expect(run).toMatchObject({
      status: "succeeded",
      connection: "conn_1",
      response: { status: 201, mediaType: "application/json", size: 13, isCut: false },
      attempts: [{ status: 201 }],
    });
    expect(fixture.requests).toMatchObject([
      {
        method: "POST",
        url: "/things",
        body: '{"title":"It hums"}',
        headers: { authorization: "Bearer token-0123456789", "content-type": "application/json" },
      },
    ]);
    expect(await fixture.runs.read(API_KEY, run.id)).toEqual(JSON.parse(JSON.stringify(run)));
  });

  it("rejects invalid arguments with their location before it sends anything", async () => {
    const fixture = await createRunFixture(respondJson({}));
    const problem = await rejectedProblem(
      fixture.run(writeTool, { input: { title: 5, color: "red" } }),
    );
    expect(problem).toMatchObject({
      code: "invalid_arguments",
      status: 422,
      errors: [{ pointer: "/arguments/title", detail: "Expected a string, but got 5." }],
    });
    expect(fixture.requests).toEqual([]);
  });

  it("returns an app's error response as a failed run with the app's message", async () => {
    const fixture = await createRunFixture(respondJson({ message: "Validation Failed" }, 422));
    const { run, data } = await fixture.run(writeTool, { input: { title: "x" } });
    expect(data).toEqual({ message: "Validation Failed" });
    expect(run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_bad_request", message: "Desk answered 422: Validation Failed." },
    });
  });

  it("reports an unreachable app without its address or the credential", async () => {
    const fixture = await createRunFixture(respondJson({}));
    await fixture.closeUpstream();
    const { run } = await fixture.run(createTool({ method: "POST", path: "/secret/path" }));
    expect(run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_unreachable" },
      attempts: [{ error: "upstream_unreachable" }],
    });
    expect(JSON.stringify(run)).not.toMatch(/token-0123456789|secret\/path/);
  });

  it("fails if a response with status 200 reports an error", async () => {
    const fixture = await createRunFixture(respondJson({ ok: false, error: "channel_not_found" }), {
      app: { refusals: [{ at: "/ok", is: false }] },
    });
    const { run } = await fixture.run(readTool);
    expect(run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_bad_request", message: "Desk answered 200: channel_not_found." },
    });
  });
});

describe("stored runs", () => {
  it("have status outcome_unknown if the process stopped during an unsafe request", async () => {
    const fixture = await createRunFixture(respondJson({}));
    const { run } = await fixture.run(writeTool);
    await fixture.sql.query("update runs set status = 'running', until = 1, document = $1", [
      JSON.stringify({ ...run, status: "running", finished: undefined }),
    ]);
    await cleanUpRuns(fixture.store, Date.now());
    expect(await fixture.runs.read(API_KEY, run.id)).toMatchObject({
      status: "outcome_unknown",
      failure: { code: "interrupted" },
    });
  });

  it("are deleted after 30 days or on request", async () => {
    const fixture = await createRunFixture(respondJson({ a: 1 }));
    const { run } = await fixture.run(writeTool, { idempotencyKey: "k" });
    await cleanUpRuns(fixture.store, Date.now() + 29 * 86_400_000);
    expect((await fixture.runs.read(API_KEY, run.id)).id).toBe(run.id);
    expect(await rejectedProblem(fixture.runs.result(API_KEY, run.id))).toMatchObject({
      code: "run_not_found",
    });
    await cleanUpRuns(fixture.store, Date.now() + 31 * 86_400_000);
    expect(await rejectedProblem(fixture.runs.read(API_KEY, run.id))).toMatchObject({
      code: "run_not_found",
    });
    const other = await fixture.run(writeTool, { idempotencyKey: "k2" });
    await fixture.runs.remove(API_KEY, other.run.id);
    expect(await fixture.sql.query("select * from runs")).toEqual([]);
  });

  it("contain no credential, no secret argument and no secret that the app echoes", async () => {
    const token = "token-0123456789";
    const fixture = await createRunFixture((received, response) =>
      respondJson({ echo: received.headers.authorization, url: received.url }, 200, {
        "x-request-id": token,
      })(received, response),
    );
    const tool = createTool({
      method: "POST",
      slots: [
        { argument: "note", in: "query", name: "note", style: "form" },
        { argument: "password", in: "body", name: "password", style: "" },
      ],
      body: { type: "application/json" },
    });
    const { data } = await fixture.run(tool, {
      input: { note: `it is ${token}`, password: "hunter2hunter2" },
      idempotencyKey: "k",
    });
    expect(JSON.stringify(data)).not.toContain(token);
    const rows = JSON.stringify(await fixture.sql.query("select * from runs"));
    expect(rows).not.toContain(token);
    expect(rows).not.toContain("hunter2");
    expect(rows).toContain("[hidden]");
  });

  it.each([
    ["text", "application/json"],
    ["bytes", "application/octet-stream"],
  ])("contain no credential that the app encodes, in %s", async (_, type) => {
    const echo = "user:token-0123456789";
    const encoded = [
      Buffer.from(echo).toString("base64"),
      Buffer.from(`${echo}>>>`).toString("base64url"),
      [...Buffer.from(echo)].map((byte) => `%${byte.toString(16)}`).join(""),
    ];
    const fixture = await createRunFixture((_, response) =>
      response.writeHead(200, { "content-type": type }).end(JSON.stringify({ encoded })),
    );
    const { run, data } = await fixture.run(readTool, { idempotencyKey: "k" });
    const { result } = await fixture.runs.result(API_KEY, run.id);
    const stored = Buffer.from(result.data, result.encoding === "text" ? "utf8" : "base64");
    for (const text of [JSON.stringify(data ?? null), stored.toString("latin1")]) {
      expect(text).not.toContain("dG9rZW4t");
      expect(text).not.toContain("b2tlbi");
      expect(text).not.toContain("rZW4tMDEy");
      expect(text).not.toContain("%74%6f%6b%65%6e");
    }
    expect(stored.toString()).toMatch(/hidden|\*{8}/);
  });

  it("include a truncated result", async () => {
    const fixture = await createRunFixture(respondJson({ text: "x".repeat(5000) }));
    const { run, data } = await fixture.run(readTool, { maxBytes: 1000 });
    expect(data).toBe(`{"text":"${"x".repeat(991)}`);
    expect(run.response).toMatchObject({ isCut: true, size: 5011 });
    expect((await fixture.runs.result(API_KEY, run.id)).result).toEqual({
      encoding: "text",
      data: JSON.stringify({ text: "x".repeat(5000) }),
    });
  });

  it("include a binary result in base64", async () => {
    const fixture = await createRunFixture((_, response) =>
      response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([137, 80, 78, 71])),
    );
    const { run, data } = await fixture.run(readTool);
    expect(data).toBeUndefined();
    expect(run.response).toMatchObject({ isCut: true, mediaType: "image/png", size: 4 });
    expect((await fixture.runs.result(API_KEY, run.id)).result).toEqual({
      encoding: "base64",
      data: "iVBORw==",
    });
  });
});
