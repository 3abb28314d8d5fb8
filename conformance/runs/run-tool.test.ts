import { describe, expect, it } from "vitest";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import {
  createRunFixture,
  readTool,
  rejectedProblem,
  writeTool,
} from "../fixtures/platform/run-fixture.ts";
import { API_KEY, respondJson } from "../fixtures/platform/tool-runner.ts";

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
