import { randomUUID } from "node:crypto";
import type { MetricFamily } from "../../../core/lib/kit/text/exposition.ts";
import type { Tracer } from "../../../core/ports/tracer.ts";
import { createOutbound } from "../../outbound/create-outbound.ts";
import { VERSION } from "../../runtime/version.ts";
import { createTracer } from "./create-tracer.ts";
import { formatExport } from "./otlp.ts";
import { createSampler } from "./sampler.ts";
import { createSender } from "./send-spans.ts";
import { createSpanQueue } from "./span-queue.ts";
import type { TracingSettings } from "./tracing-settings.ts";

/** The tracer of the process. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Counts the spans. */
  families(): readonly MetricFamily[];
  /** Exports the spans that wait, for a few seconds at most. */
  close(): Promise<void>;
}

/** Starts exporting traces to the collector of the settings. `warn` receives failures. */
export function openTracing(settings: TracingSettings, warn: (message: string) => void): Tracing {
  const outbound = createOutbound({ allowedOrigins: [new URL(settings.url).origin] });
  const send = createSender(outbound, settings, warn);
  const resource = {
    "service.version": VERSION,
    "service.instance.id": randomUUID(),
    ...settings.resource,
    "service.name": settings.serviceName,
  };
  const queue = createSpanQueue({
    send: (spans) => send(formatExport(spans, resource, VERSION)),
  });
  return {
    tracer: createTracer({ sampler: createSampler(settings), record: (span) => queue.add(span) }),
    families: () => queue.families(),
    async close() {
      await queue.close();
      outbound.close();
    },
  };
}
