import { afterEach, describe, expect, test } from "vitest";
import { respondJson } from "../fixtures/platform/tool-runner.ts";
import { findFreePort, runDoctor } from "../fixtures/program.ts";
import { type Collector, startCollector } from "../tracing/collector.ts";

describe("checkCollector()", () => {
  let collector: Collector | undefined;
  afterEach(async () => {
    await collector?.close();
    collector = undefined;
  });

  const respondWith = (status: number, headers: Record<string, string> = {}, body = "") =>
    startCollector((_, response) => response.writeHead(status, headers).end(body));

  test("sends an empty export with the headers of the settings", async () => {
    collector = await startCollector(respondJson({}));
    const { code, output } = await runDoctor({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.origin}/otlp`,
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=collector%20secret",
    });
    expect(output).toContain(`ok       The collector ${new URL(collector.origin).host} accepts`);
    expect(collector.requests).toEqual([
      expect.objectContaining({
        method: "POST",
        url: "/otlp/v1/traces",
        headers: expect.objectContaining({
          "api-key": "collector secret",
          "content-type": "application/json",
        }),
      }),
    ]);
    expect(collector.spans()).toEqual([]);
    expect(code).toBe(0);
    expect(output).not.toContain("collector secret");
  });

  test.each([
    [401, "Check the key in OTEL_EXPORTER_OTLP_HEADERS."],
    [404, "Check the path. Jackfield appends /v1/traces"],
    [415, "Use a collector that accepts OTLP over HTTP as JSON"],
    [503, "Try again later, and read the log of the collector."],
  ])("reports status %i, and what to do, without the answer", async (status, action) => {
    collector = await respondWith(status, {}, "Invalid key: collector secret");
    const { code, output } = await runDoctor({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.origin}/secret-path`,
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=collector%20secret",
    });
    const { host } = new URL(collector.origin);
    expect(output).toContain(
      `note     Traces can't be exported: the collector ${host} returned ${status}.\n         → ${action}`,
    );
    expect(output).not.toMatch(/collector secret|secret-path/);
    expect(code).toBe(0);
  });

  test("follows no redirect, because it would carry the headers away", async () => {
    const other = await startCollector(respondJson({}));
    collector = await respondWith(307, { location: `${other.origin}/v1/traces` });
    const { output } = await runDoctor({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin });
    expect(output).toContain("returned 307.\n         → Set OTEL_EXPORTER_OTLP_ENDPOINT to");
    expect(other.requests).toEqual([]);
    await other.close();
  });

  test("recognizes a web page that answers everything with 200", async () => {
    collector = await respondWith(200, { "content-type": "text/html; charset=utf-8" }, "<html>");
    const { output } = await runDoctor({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin });
    expect(output).toContain("note     Traces may not arrive:");
    expect(output).toContain("returned a web page with status 200");
  });

  test("reports a collector that isn't running", async () => {
    const port = await findFreePort();
    const { code, output } = await runDoctor({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    });
    expect(output).toContain(
      `note     Traces can't be exported to 127.0.0.1:${port}: 127.0.0.1 can't be reached (ECONNREFUSED).`,
    );
    expect(code).toBe(0);
  });

  test("says nothing about traces that are off", async () => {
    expect((await runDoctor()).output).not.toMatch(/traces|collector/i);
  });
});
