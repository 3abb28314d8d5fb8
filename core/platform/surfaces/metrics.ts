import { EXPOSITION_TYPE, exposition } from "../../domain/exposition.ts";
import { text } from "../../http/answer.ts";
import { Problem } from "../../problem.ts";
import type { Surface } from "./surface.ts";

/** What the service counts, for whoever runs it (Prometheus); for everyone else there is nothing at this path. */
export const metrics: Surface = {
  path: "/metrics",
  methods: ["GET"],
  mediaTypes: ["text/plain"],
  respond:
    ({ metrics }) =>
    (asked, { path }) => {
      if (!metrics?.isOpenTo(asked))
        throw new Problem("not_found", `Nothing is served at ${path}.`, {
          hint: "/openapi.json says what is.",
        });
      return text(exposition(metrics.families()), EXPOSITION_TYPE, { "cache-control": "no-store" });
    },
};
