import { describe, expect, it } from "vitest";
import { Problem } from "../../core/http/problem.ts";
import { createConnected } from "../../core/lib/openapi-tools/call/testing.ts";
import {
  API_KEY,
  createRunFixture,
  readTool,
  rejectedProblem,
  respondJson,
  type UpstreamHandler,
  writeTool,
} from "../fixtures/platform/tool-runner.ts";

/** Responds with a failure to the first requests, then with success. */
function respondAfter(failures: number, failure: UpstreamHandler): UpstreamHandler {
  let count = 0;
  return (received, response) => {
    count += 1;
    const handler = count <= failures ? failure : respondJson({ ok: 1 });
    return handler(received, response);
  };
}

describe("retries", () => {
  it("repeats any request once with a refreshed credential after a 401", async () => {
    const fixture = await createRunFixture(
      (received, response) =>
        respondJson(
          { ok: 1 },
          received.headers.authorization === "Bearer new-token-123" ? 200 : 401,
        )(received, response),
      { connections: { refresh: async () => createConnected("new-token-123") } },
    );
    expect((await fixture.run(writeTool)).run.status).toBe("succeeded");
    expect(fixture.requests).toHaveLength(2);
  });

  it("stops if the refreshed credential is rejected too", async () => {
    const fixture = await createRunFixture(respondJson({ message: "Bad credentials" }, 401), {
      connections: { refresh: async () => createConnected("new-token-123") },
    });
    expect((await fixture.run(readTool)).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_auth" },
      attempts: [{ status: 401 }, { status: 401 }],
    });
  });

  it("rejects with connection_inactive and stores the run as failed if the user must sign in again", async () => {
    const fixture = await createRunFixture(respondJson({}, 401), {
      connections: {
        refresh: async () => {
          throw new Problem("connection_inactive", "Expired.", {
            extensions: { reconnect_url: "https://jackfield.example/connect/x" },
          });
        },
      },
    });
    const problem = await rejectedProblem(fixture.run(readTool));
    expect(problem?.toBody()).toMatchObject({
      code: "connection_inactive",
      reconnect_url: "https://jackfield.example/connect/x",
    });
    expect(await fixture.runs.list(API_KEY, { limit: 5 })).toMatchObject([
      { status: "failed", failure: { code: "upstream_auth" } },
    ]);
  });

  it("waits for Retry-After of a 429 before it retries a safe request", async () => {
    const fixture = await createRunFixture(
      respondAfter(2, respondJson({}, 429, { "retry-after": "2" })),
    );
    expect((await fixture.run(readTool)).run).toMatchObject({
      status: "succeeded",
      attempts: [{ status: 429 }, { status: 429 }, { status: 200 }],
    });
    expect(fixture.waits).toEqual([2000, 2000]);
  });

  it("returns retry_after instead of waiting beyond the timeout", async () => {
    const fixture = await createRunFixture(respondJson({}, 429, { "retry-after": "3600" }));
    expect((await fixture.run(readTool)).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_rate_limited", retryAfter: 3600 },
    });
    expect(fixture.waits).toEqual([]);
  });

  it.each([429, 500, 502, 503, 504])(
    "never retries an unsafe request after status %i",
    async (status) => {
      const fixture = await createRunFixture(respondJson({}, status, { "retry-after": "0" }));
      expect((await fixture.run(writeTool)).run.status).toBe("failed");
      expect(fixture.requests).toHaveLength(1);
    },
  );

  it("sends a GET of a tool that writes once, and doesn't know its outcome without a response", async () => {
    const fixture = await createRunFixture((_, response) => response.destroy());
    const annotations = { ...readTool.annotations, readOnly: false };
    const { run } = await fixture.run({ ...readTool, annotations });
    expect(run.status).toBe("outcome_unknown");
    expect(fixture.requests).toHaveLength(1);
  });

  it("retries an unsafe request with the same idempotency key if the app deduplicates it", async () => {
    const fixture = await createRunFixture(respondAfter(2, respondJson({}, 503)), {
      app: { idempotencyHeader: "Idempotency-Key" },
    });
    const { run } = await fixture.run(writeTool, { idempotencyKey: "order-17" });
    expect(run.status).toBe("succeeded");
    expect(fixture.requests.map(({ headers }) => headers["idempotency-key"])).toEqual([
      "order-17",
      "order-17",
      "order-17",
    ]);
  });

  it("reports outcome_unknown if an unsafe request gets no response", async () => {
    const fixture = await createRunFixture((_, response) => response.destroy());
    const { run } = await fixture.run(writeTool, { input: { title: "x" } });
    expect(run).toMatchObject({
      status: "outcome_unknown",
      failure: { code: "upstream_bad_answer" },
    });
    expect(fixture.requests).toHaveLength(1);
    expect((await fixture.run(readTool)).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_bad_answer" },
    });
  });

  it("reports outcome_unknown if an unsafe request times out", async () => {
    const fixture = await createRunFixture(() => {});
    expect((await fixture.run(writeTool, { timeoutMs: 200 })).run).toMatchObject({
      status: "outcome_unknown",
      failure: { code: "upstream_timeout" },
    });
  });
});

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
