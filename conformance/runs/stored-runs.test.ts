import { describe, expect, it } from "vitest";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import { cleanUpRuns } from "../../core/platform/runs/clean-up-runs.ts";
import {
  createRunFixture,
  readTool,
  rejectedProblem,
  writeTool,
} from "../fixtures/platform/run-fixture.ts";
import { API_KEY, respondJson } from "../fixtures/platform/tool-runner.ts";

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
