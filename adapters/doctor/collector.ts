import { isOutboundFailure } from "../../core/ports/outbound.ts";
import { createOutbound } from "../outbound/create-outbound.ts";
import { type Finding, note, ok } from "../runtime/finding.ts";
import type { TracingSettings } from "../telemetry/tracing/tracing-settings.ts";

const TIMEOUT_MS = 8_000;

/** An ExportTraceServiceRequest without spans, which a collector must accept. */
const EMPTY_EXPORT = '{"resourceSpans":[]}';

/**
 * Sends an empty export to the collector of the settings. Jackfield serves without a collector, so
 * that each failure is a note. Findings contain neither the headers nor the path, which can be
 * secrets, nor what the collector answered.
 */
export async function checkCollector({
  url,
  headers,
}: Pick<TracingSettings, "url" | "headers">): Promise<Finding[]> {
  const { host, origin } = new URL(url);
  const client = createOutbound({ allowedOrigins: [origin] });
  try {
    const response = await client.fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: EMPTY_EXPORT,
      redirects: 0,
      timeoutMs: TIMEOUT_MS,
    });
    await response.body.cancel();
    const { status } = response;
    const isPage = /^text\/html\b/i.test(response.headers.get("content-type") ?? "");
    if (isPage)
      return [
        note(
          `Traces may not arrive: ${host} returned a web page with status ${status}, and not the response of a collector.`,
          explainStatus(404),
        ),
      ];
    if (status >= 200 && status < 300) return [ok(`The collector ${host} accepts traces.`)];
    return [
      note(
        `Traces can't be exported: the collector ${host} returned ${status}.`,
        explainStatus(status),
      ),
    ];
  } catch (error) {
    if (!isOutboundFailure(error)) throw error;
    return [
      note(
        `Traces can't be exported to ${host}: ${error.message}`,
        "Start the collector, or check its address in OTEL_EXPORTER_OTLP_ENDPOINT.",
      ),
    ];
  } finally {
    client.close();
  }
}

function explainStatus(status: number): string {
  if (status === 401 || status === 403) return "Check the key in OTEL_EXPORTER_OTLP_HEADERS.";
  if (status >= 300 && status < 400)
    return "Set OTEL_EXPORTER_OTLP_ENDPOINT to the address that it redirects to.";
  if (status === 404 || status === 405)
    return "Check the path. Jackfield appends /v1/traces to OTEL_EXPORTER_OTLP_ENDPOINT, and nothing to OTEL_EXPORTER_OTLP_TRACES_ENDPOINT.";
  if (status === 400 || status === 415)
    return "Use a collector that accepts OTLP over HTTP as JSON, such as the OpenTelemetry Collector.";
  if (status === 429 || status >= 500) return "Try again later, and read the log of the collector.";
  return "Read the log of the collector.";
}
