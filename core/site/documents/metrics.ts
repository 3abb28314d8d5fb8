import { textResponse } from "../../http/response/response.ts";
import { EXPOSITION_TYPE, formatExposition } from "../../lib/kit/text/exposition.ts";
import { pages } from "../pages/pages.ts";
import type { Surface } from "../surface.ts";

/** Prometheus metrics for the operator. For other clients, the path serves the site's own pages. */
export const metrics: Surface = {
  path: "/metrics",
  methods: ["GET"],
  cost: { free: "operator" },
  isOperatorOnly: true,
  mediaTypes: ["text/plain"],
  createHandler(deps) {
    const fallback = pages.createHandler(deps);
    return (request, context) => {
      const { metrics } = deps;
      if (!metrics?.isAllowed(request)) return fallback(request, context);
      return textResponse(formatExposition(metrics.families()), EXPOSITION_TYPE, {
        "cache-control": "no-store",
      });
    };
  },
};
