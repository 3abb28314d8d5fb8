import { documentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import { renderPage } from "../../lib/html-page/index.ts";
import type { Surface } from "../surface.ts";
import { findOwnPage } from "./pages.ts";
import { supportPage } from "./support-page.ts";

/** Contact page for support and removal requests. The site's own page takes precedence. */
export const support: Surface = {
  path: "/support",
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["text/html"],
  link: { rel: "help", title: "Support and removal requests" },
  createHandler: (deps) => async (request, context) => {
    const ownResponse = await findOwnPage(deps, request, context);
    if (ownResponse) return ownResponse;
    const { headers, body } = await renderPage(supportPage(deps.site));
    return documentResponse(request, body, "text/html", headers);
  },
};
