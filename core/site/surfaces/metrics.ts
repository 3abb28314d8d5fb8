import { EXPOSITION_TYPE, exposition } from "../../domain/exposition.ts";
import { text } from "../../http/answer.ts";
import { pages } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** What the service counts, for whoever runs it (Prometheus). For everyone else, whatever the site has at this path. */
export const metrics: Surface = {
  path: "/metrics",
  methods: ["GET"],
  isOperators: true,
  mediaTypes: ["text/plain"],
  respond(sources) {
    const othersSee = pages.respond(sources);
    return (asked, place) => {
      const { metrics } = sources;
      if (!metrics?.isOpenTo(asked)) return othersSee(asked, place);
      return text(exposition(metrics.families()), EXPOSITION_TYPE, { "cache-control": "no-store" });
    };
  },
};
