import type { MetricFamily } from "../lib/kit/exposition.ts";
import type { ProcessMetrics } from "../ports/process-metrics.ts";

/** Returns the metrics of the process and the version of the API. */
export function processMetricFamilies(
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
