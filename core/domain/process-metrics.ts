import type { ProcessMetrics } from "../ports/process-metrics.ts";
import type { MetricFamily } from "./exposition.ts";

/** What is told of the process beside what is counted, and which version of the interface it serves. */
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
    gauge("process_resident_memory_bytes", "What the process has in memory.", residentBytes()),
    gauge("process_start_time_seconds", "When the process began, since 1970.", startedSeconds),
    gauge("jackfield_build_info", "What runs: the interface's version, and the runtime.", 1, {
      version,
      runtime,
    }),
  ];
}
