import { afterAll, beforeAll, expect } from "vitest";
import { isInstalled, type RuntimeProcess, startOn } from "../../adapters/runtime/start-on.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { describeOnRuntimes, findFreePort, START_FILE } from "../fixtures/program.ts";
import { type Collector, type ExportedSpan, startCollector } from "./collector.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CLIENT = "00f067aa0ba902b7";
/** The client doesn't record its trace. */
const NOT_SAMPLED = `00-${TRACE}-${CLIENT}-00`;

describeOnRuntimes("tracing", (runtime, test) => {
  let collector: Collector;
  let upstream: Awaited<ReturnType<typeof startUpstream>>;
  let program: RuntimeProcess | undefined;
  let spans: ExportedSpan[] = [];
  let log = "";
  let metrics = "";

  beforeAll(async () => {
    if (!isInstalled(runtime)) return;
    upstream = await startUpstream(respondJson({ ok: true }));
    collector = await startCollector();
    program = await startOn(runtime, [START_FILE], {
      env: {
        SITE_PORT: "0",
        SITE_ORIGIN: upstream.origin,
        SITE_NAME: "Traced",
        LOG: "json",
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.origin}/otlp`,
        OTEL_EXPORTER_OTLP_HEADERS: "api-key=collector%20secret",
        OTEL_SERVICE_NAME: "shop",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
      },
    });
    // A warning about the upstream can come before the URL of the site.
    const [, url] = /Website +(\S+)\//.exec(await program.waitFor(/Website +\S+/))!;
    const get = (path: string, headers = {}) => fetch(`${url}${path}`, { headers });
    upstream.requests.length = 0;
    await get("/cart?token=query-secret", {
      traceparent: NOT_SAMPLED,
      authorization: "Bearer header-secret",
      cookie: "session=cookie-secret",
    });
    await get("/agent/search", { traceparent: "00-invalid" });
    await get("/openapi.json");
    metrics = await (await get("/.jackfield/metrics")).text();
    // The spans wait for others, and are exported because the program stops.
    await program.stop("SIGTERM");
    spans = collector.spans();
    log = program.output();
  });
  afterAll(async () => {
    await program?.stop("SIGKILL");
    await collector?.close();
    await upstream?.close();
  });

  const findServer = (path: string) =>
    spans.find(({ kind, attributes }) => kind === 2 && attributes["url.path"] === path)!;

  test("continues the trace of a client, but decides itself what is recorded", () => {
    expect(findServer("/cart")).toMatchObject({
      traceId: TRACE,
      parentSpanId: CLIENT,
      name: "GET /*",
      kind: 2,
      flags: 0x301,
      attributes: {
        "http.request.method": "GET",
        "http.route": "/*",
        "url.path": "/cart",
        "http.response.status_code": 200,
        "jackfield.request.id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
  });

  test("passes traceparent on to the upstream, with the span of that request", () => {
    const client = spans.find(({ kind, traceId }) => kind === 3 && traceId === TRACE)!;
    expect(client).toMatchObject({
      parentSpanId: findServer("/cart").spanId,
      name: "GET",
      flags: 0x101,
      attributes: {
        "http.request.method": "GET",
        "url.scheme": "http",
        "server.address": "127.0.0.1",
        "server.port": Number(new URL(upstream.origin).port),
        "http.response.status_code": 200,
      },
    });
    const [forwarded] = upstream.requests.filter(({ url }) => url.startsWith("/cart"));
    expect(forwarded!.headers["traceparent"]).toBe(`00-${TRACE}-${client.spanId}-01`);
  });

  test("begins a trace for each request without a valid traceparent", () => {
    const [search, openapi] = [findServer("/agent/search"), findServer("/openapi.json")];
    expect(search).not.toHaveProperty("parentSpanId");
    expect(search.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(openapi.traceId).not.toBe(search.traceId);
    expect(search.attributes["jackfield.problem"]).toBe("invalid_input");
    const [start, end] = [search.startTimeUnixNano, search.endTimeUnixNano].map(BigInt);
    expect(start! / 1_000_000n).toBeGreaterThan(BigInt(Date.now() - 600_000));
    expect(end).toBeGreaterThanOrEqual(start!);
  });

  test("sends the headers and the resource of the settings", () => {
    expect(collector.requests[0]).toMatchObject({
      method: "POST",
      url: "/otlp/v1/traces",
      headers: { "api-key": "collector secret", "content-type": "application/json" },
    });
    expect(collector.resource()).toMatchObject({
      "service.name": "shop",
      "service.version": expect.stringMatching(/^\d/),
      "service.instance.id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "deployment.environment.name": "test",
    });
  });

  test("exports no secret of a request", () => {
    expect(JSON.stringify(spans)).not.toMatch(/(query|header|cookie|collector).secret/);
    expect(log).not.toMatch(/(query|header|cookie|collector).secret/);
  });

  test("names the trace of a request in its log line", () => {
    const { traceId, spanId } = findServer("/cart");
    const line = log.split("\n").find((each) => each.includes('"path":"/cart"'))!;
    expect(JSON.parse(line)).toMatchObject({ trace_id: traceId, span_id: spanId });
  });

  test("counts spans", () => {
    expect(metrics).toContain('jackfield_spans_total{outcome="dropped"} 0\n');
  });

  test("serves while the collector is down, and warns once", async () => {
    const port = await findFreePort();
    const alone = await startOn(runtime, [START_FILE], {
      env: {
        SITE_PORT: "0",
        LOG: "json",
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${port}/v1/traces`,
      },
    });
    expect((await fetch(`${alone.url}/healthz`)).status).toBe(200);
    expect(await alone.stop("SIGTERM")).toBe(0);
    const warnings = alone.output().match(/Traces can't be exported\..*/g);
    expect(warnings).toHaveLength(1);
  });
});
