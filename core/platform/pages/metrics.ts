import { Problem } from "../../http/problem.ts";
import { textResponse } from "../../http/response/response.ts";
import { EXPOSITION_TYPE, formatExposition } from "../../lib/kit/text/exposition.ts";
import { connectionMetricFamily } from "../connections/connection-metrics.ts";
import { jobMetricFamilies } from "../jobs/job-metrics.ts";
import type { Surface } from "./surface.ts";

/** Prometheus metrics for the operator. Other clients get 404. */
export const metrics: Surface = {
  path: "/metrics",
  methods: ["GET"],
  cost: { free: "operator" },
  mediaTypes: ["text/plain"],
  createHandler:
    ({ metrics, readJobStats, connections, onError }) =>
    async (request, { path }) => {
      if (!metrics?.isAllowed(request))
        throw new Problem("not_found", `Nothing is served at ${path}.`, {
          hint: "See /openapi.json for the available paths.",
        });
      // The other metrics matter most while the storage is unavailable.
      const [jobs, connectionCounts] = await Promise.all([
        readJobStats?.().catch(onError),
        connections?.deps.store.countByStatus().catch(onError),
      ]);
      const families = [
        ...metrics.families(),
        ...(jobs ? jobMetricFamilies(jobs) : []),
        ...(connectionCounts ? [connectionMetricFamily(connectionCounts)] : []),
      ];
      return textResponse(formatExposition(families), EXPOSITION_TYPE, {
        "cache-control": "no-store",
      });
    },
};
