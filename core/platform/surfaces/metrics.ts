import { EXPOSITION_TYPE, formatExposition } from "../../domain/exposition.ts";
import { textResponse } from "../../http/response.ts";
import { Problem } from "../../problem.ts";
import type { Surface } from "./surface.ts";

/** What the service counts, for whoever runs it (Prometheus); for everyone else there is nothing at this path. */
export const metrics: Surface = {
  path: "/metrics",
  methods: ["GET"],
  mediaTypes: ["text/plain"],
  createHandler:
    ({ metrics }) =>
    (request, { path }) => {
      if (!metrics?.isAllowed(request))
        throw new Problem("not_found", `Nothing is served at ${path}.`, {
          hint: "/openapi.json says what is.",
        });
      return textResponse(formatExposition(metrics.families()), EXPOSITION_TYPE, {
        "cache-control": "no-store",
      });
    },
};
