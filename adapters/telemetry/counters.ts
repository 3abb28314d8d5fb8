import type { MetricFamily } from "../../core/lib/kit/text/exposition.ts";

/** The counters of a service, by the labels of their samples. */
const COUNTERS = {
  runs: {
    name: "jackfield_runs_total",
    help: "Finished runs by status.",
    labels: ["status"],
  },
  refreshes: {
    name: "jackfield_token_refreshes_total",
    help: "Token refreshes by outcome.",
    labels: ["outcome"],
  },
  events: {
    name: "jackfield_events_total",
    help: "Events by kind of trigger and outcome: accepted or duplicate.",
    labels: ["kind", "outcome"],
  },
  outbound: {
    name: "jackfield_outbound_requests_total",
    help: "Requests to apps and other third parties by outcome: the class of the status, or why they failed.",
    labels: ["outcome"],
  },
  checkouts: {
    name: "jackfield_checkouts_total",
    help: "Checkouts that were created, or reached a later state, by state.",
    labels: ["state"],
  },
} as const;

type CounterName = keyof typeof COUNTERS;

/** Counts what a service does, for /metrics. Labels must have few different values. */
export interface Counters {
  add(name: CounterName, labels: readonly string[], amount?: number): void;
  families(): readonly MetricFamily[];
}

export function createCounters(): Counters {
  const counts = new Map<CounterName, Map<string, { labels: readonly string[]; value: number }>>();
  return {
    add(name, labels, amount = 1) {
      if (amount === 0) return;
      const samples = counts.get(name) ?? new Map();
      counts.set(name, samples);
      const key = labels.join("\n");
      const sample = samples.get(key) ?? { labels, value: 0 };
      sample.value += amount;
      samples.set(key, sample);
    },
    families: () =>
      Object.entries(COUNTERS).map(([name, { name: metric, help, labels }]) => ({
        name: metric,
        help,
        type: "counter" as const,
        samples: [...(counts.get(name as CounterName)?.values() ?? [])].map((sample) => ({
          labels: Object.fromEntries(labels.map((label, at) => [label, sample.labels[at] ?? ""])),
          value: sample.value,
        })),
      })),
  };
}
