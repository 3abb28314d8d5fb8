import { documentAnswer } from "../../http/document.ts";
import { SECURITY_PATH, securityText } from "../domain/security.ts";
import { ownPage, pages } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** Whom to tell of a weakness (RFC 9116), where the operator names somebody. The site's own file wins. */
export const security: Surface = {
  path: SECURITY_PATH,
  methods: ["GET"],
  mediaTypes: ["text/plain"],
  link: { rel: "security", title: "Whom to tell of a weakness" },
  isServed: ({ security }) => security !== undefined,
  respond(sources) {
    const { site } = sources;
    if (!site.security) return pages.respond(sources);
    const named = site.security;
    return async (asked, place) =>
      (await ownPage(sources, asked, place)) ??
      documentAnswer(asked, securityText(site, named, new Date()), "text/plain", {
        "cache-control": "public, max-age=3600",
      });
  },
};
