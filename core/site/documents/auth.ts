import { documentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import { findOwnPage } from "../pages/pages.ts";
import type { Surface } from "../surface.ts";
import { authText } from "./writers/write-auth.ts";

/** Tells agents that the site needs no authentication. The site's own file takes precedence. */
export const auth: Surface = {
  path: "/auth.md",
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["text/markdown"],
  link: { rel: "service-doc", title: "Authentication (no credentials required)" },
  createHandler: (deps) => async (request, context) =>
    (await findOwnPage(deps, request, context)) ??
    documentResponse(request, authText(deps.site, deps.sells()), "text/markdown", {
      "cache-control": "public, max-age=3600",
    }),
};
