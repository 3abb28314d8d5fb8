import { documentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import { findOwnPage, pages } from "../pages/pages.ts";
import type { Surface } from "../surface.ts";
import { SECURITY_PATH, securityText } from "./writers/write-security.ts";

/**
 * security.txt (RFC 9116), if a security contact is configured. The site's own file takes
 * precedence.
 */
export const security: Surface = {
  path: SECURITY_PATH,
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["text/plain"],
  link: { rel: "security", title: "Security contact" },
  isEnabled: ({ security }) => security !== undefined,
  createHandler(deps) {
    const { site } = deps;
    if (!site.security) return pages.createHandler(deps);
    const contactInfo = site.security;
    return async (request, context) =>
      (await findOwnPage(deps, request, context)) ??
      documentResponse(request, securityText(site, contactInfo, new Date()), "text/plain", {
        "cache-control": "public, max-age=3600",
      });
  },
};
