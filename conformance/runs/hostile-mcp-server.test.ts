import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import type { RunRequest } from "../../core/platform/runs/run-service.ts";
import { legacyMcpServer, modernMcpServer } from "../fixtures/platform/mcp-upstream.ts";
import type { UpstreamHandler } from "../fixtures/platform/tool-runner.ts";
import { createRunFixture } from "../fixtures/platform/tool-runner.ts";

const { binding: _, ...tool } = createTool({}, { remoteName: "makeThing" });

const SECRET = "token-0123456789";
const SESSION = legacyMcpServer(() => ({}));

async function createFixture(handler: UpstreamHandler) {
  const fixture = await createRunFixture(handler, { path: "/mcp", app: { kind: "mcp" } });
  return {
    requests: fixture.requests,
    run: (request: Partial<RunRequest> = {}) => fixture.run(tool, request),
  };
}

/** Creates a server whose response to `tools/call` is written by a function. */
const callResponder =
  (respond: (response: ServerResponse, id: number) => unknown): UpstreamHandler =>
  (received, response) => {
    const message = received.body ? JSON.parse(received.body) : {};
    if (message.method !== "tools/call") return SESSION(received, response);
    return respond(response, message.id);
  };

const sendText = (response: ServerResponse, text: string, type = "application/json") =>
  response.writeHead(200, { "content-type": type }).end(text);

const nest = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("a hostile MCP server", () => {
  describe.each([
    ["JSON", (text: string) => text, "application/json"],
    ["an event stream", (text: string) => `data: ${text}\n\n`, "text/event-stream"],
  ])("that responds in %s", (_, frame, type) => {
    const runWith = async (members: string) => {
      const { run } = await createFixture(
        callResponder((response, id) =>
          sendText(response, frame(`{"jsonrpc":"2.0","id":${id},${members}}`), type),
        ),
      );
      return run();
    };

    it.each([300, 5_000, 100_000])("fails with a result nested %i levels deep", async (depth) => {
      for (const members of [
        `"result":{"structuredContent":{"a":${nest(depth)}}}`,
        `"result":{"content":${nest(depth)}}`,
        `"result":{"content":[{"type":"text","text":${nest(depth)}}]}`,
      ])
        expect((await runWith(members)).run).toMatchObject({
          status: "failed",
          failure: { code: "upstream_bad_answer" },
        });
    });

    it("returns deeply nested JSON in a text as text", async () => {
      const text = nest(100_000);
      const { run, data } = await runWith(
        `"result":{"content":[{"type":"text","text":"${text}"}]}`,
      );
      expect(run.status).toBe("succeeded");
      expect(data).toBe(text);
    });

    it("fails with an error whose members are nested deeply", async () => {
      const deep = nest(5_000);
      const { run } = await runWith(`"error":{"code":${deep},"message":${deep},"data":${deep}}`);
      expect(run).toMatchObject({ status: "failed", failure: { code: "upstream_bad_request" } });
    });

    it("can't return the credential", async () => {
      const { run, data } = await runWith(
        `"result":{"structuredContent":{"a":"${SECRET}","b":"\\u0074oken-0123456789"}}`,
      );
      expect(data).toEqual({ a: "[hidden]", b: "[hidden]" });
      expect(JSON.stringify(run)).not.toContain(SECRET);
    });

    it("can't return more than 20 MB", async () => {
      const { run } = await runWith(`"result":{"content":"${"x".repeat(20_000_000)}"}`);
      expect(run).toMatchObject({
        status: "outcome_unknown",
        failure: { code: "response_too_large" },
      });
    });
  });

  it("can't keep a run open by a stream without a response", async () => {
    const { run, requests } = await createFixture(
      callResponder((response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        const timer = setInterval(() => response.write(": still here\n\n"), 20);
        response.on("close", () => clearInterval(timer));
      }),
    );
    expect((await run({ timeoutMs: 500 })).run).toMatchObject({
      status: "outcome_unknown",
      failure: { code: "upstream_timeout" },
    });
    expect(requests.at(-1)?.method).toBe("DELETE");
  });

  it("gets no second call after a stream that ends without a response", async () => {
    const { run, requests } = await createFixture(
      callResponder((response, id) =>
        sendText(
          response,
          `data: {"id":${id + 1},"result":{}}\n\ndata: {"id":`,
          "text/event-stream",
        ),
      ),
    );
    expect((await run()).run).toMatchObject({
      status: "outcome_unknown",
      failure: { code: "upstream_bad_answer" },
    });
    expect(requests.filter(({ body }) => body.includes("tools/call"))).toHaveLength(1);
  });

  it("can't use its session ID to send other headers", async () => {
    const { run, requests } = await createFixture((received, response) => {
      if (!received.body.includes("initialize")) return SESSION(received, response);
      const message = JSON.parse(received.body);
      const result = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: {} };
      return response
        .writeHead(200, { "content-type": "application/json", "mcp-session-id": "a b\tc" })
        .end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
    });
    await run();
    expect(requests.map(({ method }) => method)).toEqual(["POST", "POST", "POST"]);
    expect(requests.some(({ headers }) => "mcp-session-id" in headers)).toBe(false);
  });

  it("can't redirect a call", async () => {
    const { run, requests } = await createFixture(
      callResponder((response) => response.writeHead(307, { location: "/elsewhere" }).end()),
    );
    expect((await run()).run.status).toBe("failed");
    expect(requests.every(({ url }) => url === "/mcp")).toBe(true);
  });
});

it("a tool name that a header can't contain is encoded", async () => {
  const fixture = await createRunFixture(
    modernMcpServer(() => ({ result: { content: [] } })),
    { path: "/mcp", app: { kind: "mcp" } },
  );
  await fixture.run({ ...tool, remoteName: "größe\n" });
  expect(fixture.requests.at(-1)?.headers["mcp-name"]).toBe("=?base64?Z3LDtsOfZQo=?=");
});
