import { documentResponse } from "../../http/document-response.ts";
import { PAGE_SECURITY_HEADERS } from "../../http/response.ts";
import type { Surface } from "../surface.ts";
import { findOwnPage } from "./pages.ts";
import { supportPage } from "./support-page.ts";

/** Contact page for support and removal requests. The site's own page takes precedence. */
export const support: Surface = {
  path: "/support",
  methods: ["GET"],
  mediaTypes: ["text/html"],
  link: { rel: "help", title: "Support and removal requests" },
  createHandler: (deps) => async (request, context) => {
    const ownResponse = await findOwnPage(deps, request, context);
    if (ownResponse) return ownResponse;
    const response = await documentResponse(request, supportPage(deps.site), "text/html");
    return { ...response, headers: { ...response.headers, ...PAGE_SECURITY_HEADERS } };
  },
};
