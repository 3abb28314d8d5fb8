import type { MetricFamily } from "../../lib/kit/text/exposition.ts";
import type { ConnectionStatus } from "../../ports/stores/connection-store.ts";

/** Describes the connections of a database, by status. */
export const connectionMetricFamily = (
  counts: ReadonlyMap<ConnectionStatus, number>,
): MetricFamily => ({
  name: "jackfield_connections",
  help: "Connections by status.",
  type: "gauge",
  samples: [...counts].map(([status, value]) => ({ labels: { status }, value })),
});
