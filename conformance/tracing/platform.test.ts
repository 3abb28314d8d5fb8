import { expect, it } from "vitest";
import { createTracer, type EndedSpan } from "../../adapters/telemetry/tracing/create-tracer.ts";
import { formatExport } from "../../adapters/telemetry/tracing/otlp.ts";
import { createSampler } from "../../adapters/telemetry/tracing/sampler.ts";
import { deriveSecret } from "../fixtures/platform/keys.ts";
import { respondJson } from "../fixtures/platform/tool-runner.ts";
import { createTriggerFixture } from "../triggers/trigger-fixture.ts";

const CLIENT_TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACEPARENT = `00-${CLIENT_TRACE}-00f067aa0ba902b7-01`;

async function createTracedFixture() {
  const spans: EndedSpan[] = [];
  const tracer = createTracer({
    sampler: createSampler({ sampler: "always_on", ratio: 1 }),
    record: (span) => void spans.push(span),
  });
  const fixture = await createTriggerFixture({ tracer });
  return {
    ...fixture,
    spans,
    find: (name: string) => spans.filter((span) => span.name === name),
    childrenOf: (parent: EndedSpan) => spans.filter(({ parentId }) => parentId === parent.spanId),
  };
}

const traced = (init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: {
    authorization: `Bearer ${deriveSecret("whole")}`,
    traceparent: TRACEPARENT,
    "content-type": "application/json",
  },
});

it("traces a run from the request of the client to that of the app", async () => {
  const fixture = await createTracedFixture();
  fixture.respondWith(respondJson({ error: "no" }, 422));
  await fixture.request(
    "POST",
    "/api/v1/tools/notes.create_note/run",
    traced({ body: JSON.stringify({ arguments: { text: "private text" } }) }),
  );
  const [server] = fixture.find("POST /api/v1/tools/{tool}/run");
  expect(server).toMatchObject({
    traceId: CLIENT_TRACE,
    kind: "server",
    attributes: { "jackfield.key": "key_whole", "url.path": "/api/v1/tools/{tool}/run" },
  });
  const [run] = fixture.childrenOf(server!);
  expect(run).toMatchObject({
    name: "execute_tool notes.create_note",
    errorType: "upstream_bad_request",
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "notes.create_note",
      "jackfield.app": "notes",
      "jackfield.run.status": "failed",
      "jackfield.run.attempts": 1,
    },
  });
  const [sent] = fixture.childrenOf(run!);
  expect(sent).toMatchObject({
    name: "POST",
    kind: "client",
    errorType: "422",
    attributes: { "server.address": "127.0.0.1", "http.response.status_code": 422 },
  });
  expect(fixture.requestsTo("/notes")[0]!.headers["traceparent"]).toBe(
    `00-${CLIENT_TRACE}-${sent!.spanId}-01`,
  );
});

it("traces an event from its request through its actions to the receiver", async () => {
  const fixture = await createTracedFixture();
  const { trigger } = await fixture.create({
    watch: { kind: "event" },
    actions: [
      { kind: "run", tool: "notes.create_note", arguments: { text: "${event.data.title}" } },
      { kind: "deliver", url: `${fixture.upstream.origin}/receive` },
    ],
  });
  fixture.spans.length = 0;
  await fixture.request(
    "POST",
    `/api/v1/triggers/${trigger.id}/fire`,
    traced({ body: JSON.stringify({ data: { title: "private text" } }) }),
  );
  await fixture.work();
  const [server] = fixture.find("POST /api/v1/triggers/{trigger}/fire");
  const actions = fixture.childrenOf(server!);
  expect(actions.map(({ name }) => name).sort()).toEqual(["action deliver", "action run"]);
  const [deliver] = fixture.find("action deliver");
  expect(deliver).toMatchObject({
    traceId: CLIENT_TRACE,
    kind: "consumer",
    attributes: {
      "jackfield.trigger.id": trigger.id,
      "jackfield.action.status": "succeeded",
      "http.response.status_code": 200,
    },
  });
  const [delivery] = fixture.childrenOf(deliver!);
  const received = fixture.requestsTo("/receive").at(-1)!;
  expect(received.headers["traceparent"]).toBe(`00-${CLIENT_TRACE}-${delivery!.spanId}-01`);
  const [run] = fixture.find("action run");
  expect(fixture.childrenOf(run!).map(({ name }) => name)).toContain(
    "execute_tool notes.create_note",
  );
});

it("begins a trace for each check of a trigger", async () => {
  const fixture = await createTracedFixture();
  fixture.respondWith(respondJson([{ id: 1 }]));
  const { trigger } = await fixture.create({
    watch: { kind: "poll", tool: "notes.list_notes", every: "PT5M" },
    actions: [{ kind: "run", tool: "open.get_weather", arguments: { city: "Oslo" } }],
  });
  fixture.spans.length = 0;
  fixture.advance(3_600_000);
  await fixture.work();
  const [check] = fixture.find("check trigger");
  expect(check).toMatchObject({
    parentId: undefined,
    attributes: { "jackfield.trigger.id": trigger.id },
  });
  expect(fixture.childrenOf(check!).map(({ name }) => name)).toContain(
    "execute_tool notes.list_notes",
  );
});

it("names the tool of an MCP call", async () => {
  const fixture = await createTracedFixture();
  await fixture.request(
    "POST",
    `/mcp/k/${deriveSecret("whole")}`,
    traced({
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "find_tools", arguments: { task: "private text" } },
      }),
    }),
  );
  expect(fixture.find("POST /mcp/k/{key}")[0]!.attributes).toMatchObject({
    "mcp.method.name": "tools/call",
    "gen_ai.tool.name": "find_tools",
  });
});

it("exports no key, argument, credential or link", async () => {
  const fixture = await createTracedFixture();
  const secret = deriveSecret("whole");
  const body = JSON.stringify({ arguments: { text: "private text" } });
  await fixture.request("POST", "/api/v1/tools/notes.create_note/run", traced({ body }));
  for (const path of [
    `/mcp/k/${secret}`,
    `/${secret}`,
    `/api/v1/tools/${secret}`,
    `/connect/cl_s1.private-link`,
    `/api/v1/apps?query=private+text`,
    "/hooks/private-link",
  ])
    await fixture.request("GET", path, traced());
  await fixture.request(secret, "/healthz", traced());
  const exported = formatExport(fixture.spans, {}, "1");
  expect(fixture.spans.length).toBeGreaterThan(8);
  for (const hidden of [secret, secret.slice(0, 20), "private", "notes_key_fixture"])
    expect(exported).not.toContain(hidden);
});
