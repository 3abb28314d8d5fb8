import type { MetricFamily } from "../../lib/kit/text/exposition.ts";
import type { ProcessMetrics } from "../../ports/process-metrics.ts";
import type { HttpRequest } from "../handler.ts";
import type { Meter } from "./meter.ts";

/** The metrics of the process, and who may read /metrics. */
export interface MetricsOptions {
  readonly process: ProcessMetrics;
  /** Returns further metrics. */
  families?(): readonly MetricFamily[];
  isAllowed(request: HttpRequest): boolean;
}

/** Everything that /metrics lists, and who may read it. */
export interface MetricsSource {
  isAllowed(request: HttpRequest): boolean;
  families(): MetricFamily[];
}

/** Combines the metrics of a service with those of the process. */
export const createMetricsSource = (
  options: MetricsOptions,
  meter: Meter,
  version: string,
): MetricsSource => ({
  isAllowed: options.isAllowed,
  families: () => [
    ...meter.families(),
    ...(options.families?.() ?? []),
    ...processMetricFamilies(options.process, version),
  ],
});

function processMetricFamilies(
  { runtime, startedSeconds, residentBytes }: ProcessMetrics,
  version: string,
): MetricFamily[] {
  const gauge = (name: string, help: string, value: number, labels = {}): MetricFamily => ({
    name,
    help,
    type: "gauge",
    samples: [{ labels, value }],
  });
  return [
    gauge("process_resident_memory_bytes", "Resident memory in bytes.", residentBytes()),
    gauge(
      "process_start_time_seconds",
      "Start time of the process in seconds since 1970.",
      startedSeconds,
    ),
    gauge("jackfield_build_info", "Version of the API and name of the runtime.", 1, {
      version,
      runtime,
    }),
  ];
}
