import type { MetricFamily } from "../../lib/kit/text/exposition.ts";
import type { JobStats } from "../../ports/job-queue.ts";

/** Describes the background jobs of a database, by kind. */
export function jobMetricFamilies(stats: ReadonlyMap<string, JobStats>): readonly MetricFamily[] {
  const entries = [...stats];
  return [
    {
      name: "jackfield_jobs",
      help: "Background jobs by kind and state.",
      type: "gauge",
      samples: entries.flatMap(([kind, { waiting, claimed, discarded }]) =>
        Object.entries({ waiting, claimed, discarded }).map(([state, value]) => ({
          labels: { kind, state },
          value,
        })),
      ),
    },
    {
      name: "jackfield_jobs_overdue_seconds",
      help: "For how long the job that is overdue the longest has been due, by kind.",
      type: "gauge",
      samples: entries.map(([kind, { overdueMilliseconds }]) => ({
        labels: { kind },
        value: overdueMilliseconds / 1_000,
      })),
    },
  ];
}
