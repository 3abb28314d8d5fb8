import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import {
  API_KEY,
  createApp,
  createConnected,
  createRunner,
  createTool,
  respondJson,
  startUpstream,
  type UpstreamHandler,
} from "../../../conformance/fixtures/platform/tool-runner.ts";
import type { ToolRecord } from "../../ports/apps.ts";
import { Problem } from "../../problem.ts";
import { cleanUpRuns } from "./clean-up-runs.ts";
import type { RunRequest } from "./run-service.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function at(
  answer: UpstreamHandler,
  connections: Parameters<typeof createRunner>[0]["connections"] = {},
) {
  const server = await startUpstream(answer);
  const rig = await createRunner({ allowedOrigins: [server.origin], connections });
  closers.push(
    () => rig.close(),
    () => server.close(),
  );
  const run = (tool: ToolRecord, request: Partial<RunRequest> = {}) =>
    rig.run(createApp(server.origin), tool, request);
  return { ...rig, ...server, run };
}

const read = createTool({ path: "/things" });
const write = createTool(
  {
    method: "POST",
    path: "/things",
    slots: [["title", "body", 0, ""]],
    body: { type: "application/json" },
  },
  { input: { type: "object", properties: { title: { type: "string" } } } },
);
const rejectedProblem = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof Problem ? error : Promise.reject(error)),
  );

describe("a tool that is run", () => {
  it("sends what the tool's operation says, with the credential, and gives what the app answers", async () => {
    const rig = await at(respondJson({ number: 42 }, 201));
    const { run, data } = await rig.run(write, { input: { title: "It hums" } });
    expect(data).toEqual({ number: 42 });
    expect(run).toMatchObject({
      status: "succeeded",
      connection: "conn_1",
      response: { status: 201, mediaType: "application/json", size: 13, isCut: false },
      attempts: [{ status: 201 }],
    });
    expect(rig.requests).toMatchObject([
      {
        method: "POST",
        url: "/things",
        body: '{"title":"It hums"}',
        headers: { authorization: "Bearer token-0123456789", "content-type": "application/json" },
      },
    ]);
    expect(await rig.runs.read(API_KEY, run.id)).toEqual(JSON.parse(JSON.stringify(run)));
  });

  it("refuses arguments that do not fit before anything is sent, each with its place", async () => {
    const rig = await at(respondJson({}));
    const problem = await rejectedProblem(rig.run(write, { input: { title: 5, color: "red" } }));
    expect(problem).toMatchObject({
      code: "invalid_arguments",
      status: 422,
      errors: [{ pointer: "/arguments/title", detail: "Expected a string, but got 5." }],
    });
    expect(rig.requests).toEqual([]);
  });

  it("gives an app's refusal as a run that failed, with its words", async () => {
    const rig = await at(respondJson({ message: "Validation Failed" }, 422));
    const { run, data } = await rig.run(write, { input: { title: "x" } });
    expect(data).toEqual({ message: "Validation Failed" });
    expect(run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_bad_request", message: "Desk answered 422: Validation Failed." },
    });
  });

  it("says that the app can't be reached, and no address or credential with it", async () => {
    const server = await startUpstream(respondJson({}));
    const rig = await createRunner({ allowedOrigins: [server.origin] });
    closers.push(() => rig.close());
    await server.close();
    const { run } = await rig.run(
      createApp(server.origin),
      createTool({ method: "POST", path: "/secret/path" }),
    );
    expect(run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_unreachable" },
      attempts: [{ error: "upstream_unreachable" }],
    });
    expect(JSON.stringify(run)).not.toMatch(/token-0123456789|secret\/path/);
  });

  it("is failed where the answer of 200 says so", async () => {
    const server = await startUpstream(respondJson({ ok: false, error: "channel_not_found" }));
    const rig = await createRunner({ allowedOrigins: [server.origin] });
    closers.push(
      () => rig.close(),
      () => server.close(),
    );
    const { run } = await rig.run(
      createApp(server.origin, { refusals: [{ at: "/ok", is: false }] }),
      read,
    );
    expect(run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_bad_request", message: "Desk answered 200: channel_not_found." },
    });
  });
});

describe("sending again", () => {
  it("asks a second time with a renewed credential after a 401, whatever the method", async () => {
    const rig = await at(
      (seen, response) =>
        respondJson({ ok: 1 }, seen.headers.authorization === "Bearer new-token-123" ? 200 : 401)(
          seen,
          response,
        ),
      { refresh: async () => createConnected("new-token-123") },
    );
    expect((await rig.run(write)).run.status).toBe("succeeded");
    expect(rig.requests).toHaveLength(2);
  });

  it("asks once more and no further where the renewed credential is refused too", async () => {
    const rig = await at(respondJson({ message: "Bad credentials" }, 401), {
      refresh: async () => createConnected("new-token-123"),
    });
    expect((await rig.run(read)).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_auth" },
      attempts: [{ status: 401 }, { status: 401 }],
    });
  });

  it("passes on that a person has to sign in anew, and keeps the run as failed", async () => {
    const rig = await at(respondJson({}, 401), {
      refresh: async () =>
        Promise.reject(
          new Problem("connection_inactive", "Expired.", {
            extensions: { reconnect_url: "https://jackfield.example/connect/x" },
          }),
        ),
    });
    const problem = await rejectedProblem(rig.run(read));
    expect(problem?.toBody()).toMatchObject({
      code: "connection_inactive",
      reconnect_url: "https://jackfield.example/connect/x",
    });
    expect(await rig.runs.list(API_KEY, { limit: 5 })).toMatchObject([
      { status: "failed", failure: { code: "upstream_auth" } },
    ]);
  });

  it("waits as long as a 429 says before it asks again what changes nothing", async () => {
    let times = 0;
    const rig = await at((seen, response) =>
      ((times += 1) < 3 ? respondJson({}, 429, { "retry-after": "2" }) : respondJson({ ok: 1 }))(
        seen,
        response,
      ),
    );
    expect((await rig.run(read)).run).toMatchObject({
      status: "succeeded",
      attempts: [{ status: 429 }, { status: 429 }, { status: 200 }],
    });
    expect(rig.waited).toEqual([2000, 2000]);
  });

  it("does not wait longer than there is time, and says how long it would be", async () => {
    const rig = await at(respondJson({}, 429, { "retry-after": "3600" }));
    expect((await rig.run(read)).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_rate_limited", retryAfter: 3600 },
    });
    expect(rig.waited).toEqual([]);
  });

  it.each([429, 500, 502, 503, 504])(
    "never sends twice what may change something: %i",
    async (status) => {
      const rig = await at(respondJson({}, status, { "retry-after": "0" }));
      expect((await rig.run(write)).run.status).toBe("failed");
      expect(rig.requests).toHaveLength(1);
    },
  );

  it("sends it again with the same key where the app does it once", async () => {
    const server = await startUpstream((seen, response) =>
      (server.requests.length < 3 ? respondJson({}, 503) : respondJson({ ok: 1 }))(seen, response),
    );
    const rig = await createRunner({ allowedOrigins: [server.origin] });
    closers.push(
      () => rig.close(),
      () => server.close(),
    );
    const { run } = await rig.run(
      createApp(server.origin, { idempotencyHeader: "Idempotency-Key" }),
      write,
      { idempotencyKey: "order-17" },
    );
    expect(run.status).toBe("succeeded");
    expect(server.requests.map(({ headers }) => headers["idempotency-key"])).toEqual([
      "order-17",
      "order-17",
      "order-17",
    ]);
  });

  it("leaves open what came of a request that was sent and not answered", async () => {
    const rig = await at((_, response) => response.destroy());
    const { run } = await rig.run(write, { input: { title: "x" } });
    expect(run).toMatchObject({
      status: "outcome_unknown",
      failure: { code: "upstream_bad_answer" },
    });
    expect(rig.requests).toHaveLength(1);
    expect((await rig.run(read)).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_bad_answer" },
    });
  });

  it("leaves open what came of a request whose time was up", async () => {
    const rig = await at(() => {});
    expect((await rig.run(write, { timeoutMs: 200 })).run).toMatchObject({
      status: "outcome_unknown",
      failure: { code: "upstream_timeout" },
    });
  });
});

describe("an idempotency key", () => {
  it("is one run, however often it is asked for", async () => {
    const rig = await at(respondJson({ number: 42 }, 201));
    const request = { input: { title: "x" }, idempotencyKey: "k" };
    const first = await rig.run(write, request);
    const again = await rig.run(write, request);
    expect(again.run.id).toBe(first.run.id);
    expect(again.data).toEqual({ number: 42 });
    expect(rig.requests).toHaveLength(1);
    expect(
      await rejectedProblem(rig.run(write, { ...request, input: { title: "y" } })),
    ).toMatchObject({
      code: "idempotency_conflict",
    });
  });

  it("is sent once by twenty who ask at the same time", async () => {
    const rig = await at((seen, response) =>
      setTimeout(() => respondJson({ n: 1 }, 201)(seen, response), 100),
    );
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => rig.run(write, { idempotencyKey: "k" })),
    );
    expect(rig.requests).toHaveLength(1);
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const each of all)
      if (each.status === "rejected")
        expect(each.reason).toMatchObject({ code: "request_in_flight" });
  });

  it("of a run that nobody got to the end of is not sent again", async () => {
    const rig = await at(respondJson({}, 201));
    const { run } = await rig.run(write, { idempotencyKey: "k" });
    await rig.sql.query("update runs set status = 'running', until = 1, document = $1", [
      JSON.stringify({ ...run, status: "running", response: undefined, finished: undefined }),
    ]);
    expect((await rig.run(write, { idempotencyKey: "k" })).run).toMatchObject({
      id: run.id,
      status: "outcome_unknown",
      failure: { code: "interrupted" },
    });
    expect(rig.requests).toHaveLength(1);
  });
});

describe("what is kept", () => {
  it("ends as outcome_unknown where the process ended in the middle of what may change something", async () => {
    const rig = await at(respondJson({}));
    const { run } = await rig.run(write);
    await rig.sql.query("update runs set status = 'running', until = 1, document = $1", [
      JSON.stringify({ ...run, status: "running", finished: undefined }),
    ]);
    await cleanUpRuns(rig.store, Date.now());
    expect(await rig.runs.read(API_KEY, run.id)).toMatchObject({
      status: "outcome_unknown",
      failure: { code: "interrupted" },
    });
  });

  it("is nothing after thirty days, nor after it was forgotten", async () => {
    const rig = await at(respondJson({ a: 1 }));
    const { run } = await rig.run(write, { idempotencyKey: "k" });
    await cleanUpRuns(rig.store, Date.now() + 29 * 86_400_000);
    expect((await rig.runs.read(API_KEY, run.id)).id).toBe(run.id);
    expect(await rejectedProblem(rig.runs.result(API_KEY, run.id))).toMatchObject({
      code: "run_not_found",
    });
    await cleanUpRuns(rig.store, Date.now() + 31 * 86_400_000);
    expect(await rejectedProblem(rig.runs.read(API_KEY, run.id))).toMatchObject({
      code: "run_not_found",
    });
    const other = await rig.run(write, { idempotencyKey: "k2" });
    await rig.runs.remove(API_KEY, other.run.id);
    expect(await rig.sql.query("select * from runs")).toEqual([]);
  });

  it("has no secret in it: not the credential, not what arguments call secret, not what the app echoes", async () => {
    const token = "token-0123456789";
    const rig = await at((seen, response) =>
      respondJson({ echo: seen.headers.authorization, url: seen.url }, 200, {
        "x-request-id": token,
      })(seen, response),
    );
    const tool = createTool({
      method: "POST",
      slots: [
        ["note", "query", 0, "form"],
        ["password", "body", 0, ""],
      ],
      body: { type: "application/json" },
    });
    const { data } = await rig.run(tool, {
      input: { note: `it is ${token}`, password: "hunter2hunter2" },
      idempotencyKey: "k",
    });
    expect(JSON.stringify(data)).not.toContain(token);
    const rows = JSON.stringify(await rig.sql.query("select * from runs"));
    expect(rows).not.toContain(token);
    expect(rows).not.toContain("hunter2");
    expect(rows).toContain("[hidden]");
  });

  it("keeps what is too long to be shown at once, for a day", async () => {
    const rig = await at(respondJson({ text: "x".repeat(5000) }));
    const { run, data } = await rig.run(read, { maxBytes: 1000 });
    expect(data).toBe(`{"text":"${"x".repeat(991)}`);
    expect(run.response).toMatchObject({ isCut: true, size: 5011 });
    expect((await rig.runs.result(API_KEY, run.id)).result).toEqual({
      encoding: "text",
      data: JSON.stringify({ text: "x".repeat(5000) }),
    });
  });

  it("keeps what is no text as a file", async () => {
    const rig = await at((_, response) =>
      response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([137, 80, 78, 71])),
    );
    const { run, data } = await rig.run(read);
    expect(data).toBeUndefined();
    expect(run.response).toMatchObject({ isCut: true, mediaType: "image/png", size: 4 });
    expect((await rig.runs.result(API_KEY, run.id)).result).toEqual({
      encoding: "base64",
      data: "iVBORw==",
    });
  });
});

describe("an app that means harm", () => {
  it("can't fill the memory: a gigabyte is cut off", async () => {
    const piece = Buffer.alloc(1_000_000, "x");
    const rig = await at((_, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const more = () => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    const { run, data } = await rig.run(read);
    expect(run).toMatchObject({ status: "succeeded", response: { size: 20_000_000, isCut: true } });
    expect(String(data)).toHaveLength(1_000_000);
  });

  it("can't fill it with what it has packed", async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000));
    const rig = await at((_, response) =>
      response
        .writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" })
        .end(bomb),
    );
    expect((await rig.run(read)).run).toMatchObject({
      status: "succeeded",
      response: { size: 20_000_000, isCut: true },
    });
  });

  it("can't keep a run busy with a body that never ends", async () => {
    const rig = await at((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write('{"a":');
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    });
    const { run } = await rig.run(read, { timeoutMs: 300 });
    expect(run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_timeout" },
      response: { isCut: true },
    });
  });

  it("can't have a credential by sending elsewhere", async () => {
    const thief = await startUpstream(respondJson({ got: 1 }));
    const server = await startUpstream((_, response) =>
      response.writeHead(302, { location: `${thief.origin}/take` }).end(),
    );
    const rig = await createRunner({ allowedOrigins: [server.origin, thief.origin] });
    closers.push(
      () => rig.close(),
      () => server.close(),
      () => thief.close(),
    );
    await rig.run(createApp(server.origin), read);
    expect(thief.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect((await rig.run(createApp(server.origin), write)).run).toMatchObject({
      status: "failed",
      failure: { code: "upstream_redirect" },
    });
    expect(thief.requests).toHaveLength(1);
  });

  it.each(["http://169.254.169.254/latest/meta-data/", "http://[::1]:1/", "http://10.0.0.1/"])(
    "can't send the service to %s",
    async (location) => {
      const rig = await at((_, response) => response.writeHead(302, { location }).end());
      expect(await rejectedProblem(rig.run(read))).toMatchObject({
        code: "blocked_address",
        status: 422,
      });
    },
  );

  it("can't be at a name that leads to a private address", async () => {
    const rig = await createRunner({ allowedOrigins: [], resolve: async () => ["192.168.1.1"] });
    closers.push(() => rig.close());
    expect(await rejectedProblem(rig.run(createApp("https://desk.example"), read))).toMatchObject({
      code: "blocked_address",
    });
  });

  it("can't hide levels upon levels in an answer", async () => {
    const rig = await at((_, response) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end("[".repeat(5000) + "]".repeat(5000)),
    );
    expect(typeof (await rig.run(read)).data).toBe("string");
  });
});
