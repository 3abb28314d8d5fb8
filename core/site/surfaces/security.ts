import { documentResponse } from "../../http/document-response.ts";
import { SECURITY_PATH, securityText } from "../domain/security.ts";
import { findOwnPage, pages } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** Whom to tell of a weakness (RFC 9116), where the operator names somebody. The site's own file wins. */
export const security: Surface = {
  path: SECURITY_PATH,
  methods: ["GET"],
  mediaTypes: ["text/plain"],
  link: { rel: "security", title: "Whom to tell of a weakness" },
  isEnabled: ({ security }) => security !== undefined,
  createHandler(deps) {
    const { site } = deps;
    if (!site.security) return pages.createHandler(deps);
    const contactInfo = site.security;
    return async (request, match) =>
      (await findOwnPage(deps, request, match)) ??
      documentResponse(request, securityText(site, contactInfo, new Date()), "text/plain", {
        "cache-control": "public, max-age=3600",
      });
  },
};
