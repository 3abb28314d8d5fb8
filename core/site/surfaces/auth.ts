import { documentResponse } from "../../http/document-response.ts";
import { authText } from "../domain/auth.ts";
import { findOwnPage } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** That there is nothing to authenticate with, for agents that look for it. The site's own file wins. */
export const auth: Surface = {
  path: "/auth.md",
  methods: ["GET"],
  mediaTypes: ["text/markdown"],
  link: { rel: "service-doc", title: "Which credential is needed (none)" },
  createHandler: (deps) => async (request, match) =>
    (await findOwnPage(deps, request, match)) ??
    documentResponse(request, authText(deps.site), "text/markdown", {
      "cache-control": "public, max-age=3600",
    }),
};
