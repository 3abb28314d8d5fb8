import { documentAnswer } from "../../http/document.ts";
import { authText } from "../domain/auth.ts";
import { ownPage } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** That there is nothing to authenticate with, for agents that look for it. The site's own file wins. */
export const auth: Surface = {
  path: "/auth.md",
  methods: ["GET"],
  mediaTypes: ["text/markdown"],
  link: { rel: "service-doc", title: "Which credential is needed (none)" },
  respond: (sources) => async (asked, place) =>
    (await ownPage(sources, asked, place)) ??
    documentAnswer(asked, authText(sources.site), "text/markdown", {
      "cache-control": "public, max-age=3600",
    }),
};
