import { describe, expect, it } from "vitest";
import { createRunFixture, rejectedProblem, writeTool } from "../fixtures/platform/run-fixture.ts";
import { respondJson } from "../fixtures/platform/tool-runner.ts";

describe("an idempotency key", () => {
  it("executes one run for repeated requests", async () => {
    const fixture = await createRunFixture(respondJson({ number: 42 }, 201));
    const request = { input: { title: "x" }, idempotencyKey: "k" };
    const first = await fixture.run(writeTool, request);
    const again = await fixture.run(writeTool, request);
    expect(again.run.id).toBe(first.run.id);
    expect(again.data).toEqual({ number: 42 });
    expect(fixture.requests).toHaveLength(1);
    expect(
      await rejectedProblem(fixture.run(writeTool, { ...request, input: { title: "y" } })),
    ).toMatchObject({
      code: "idempotency_conflict",
    });
  });

  it("sends one request for twenty concurrent calls", async () => {
    const fixture = await createRunFixture((received, response) =>
      setTimeout(() => respondJson({ n: 1 }, 201)(received, response), 100),
    );
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => fixture.run(writeTool, { idempotencyKey: "k" })),
    );
    expect(fixture.requests).toHaveLength(1);
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const each of all)
      if (each.status === "rejected")
        expect(each.reason).toMatchObject({ code: "request_in_flight" });
  });

  it("returns an interrupted run instead of sending it again", async () => {
    const fixture = await createRunFixture(respondJson({}, 201));
    const { run } = await fixture.run(writeTool, { idempotencyKey: "k" });
    await fixture.sql.query("update runs set status = 'running', until = 1, document = $1", [
      JSON.stringify({ ...run, status: "running", response: undefined, finished: undefined }),
    ]);
    expect((await fixture.run(writeTool, { idempotencyKey: "k" })).run).toMatchObject({
      id: run.id,
      status: "outcome_unknown",
      failure: { code: "interrupted" },
    });
    expect(fixture.requests).toHaveLength(1);
  });
});
