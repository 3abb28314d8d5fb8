import document from "../../../generated/site/openapi.json" with { type: "json" };
import { documentResponse } from "../../http/document-response.ts";
import type { Surface } from "./surface.ts";

/** The interface as an OpenAPI document, with this site as its server. That of a site behind wins. */
export const openapi: Surface = {
  path: "/openapi.json",
  methods: ["GET"],
  mediaTypes: ["application/openapi+json"],
  link: {
    rel: "service-desc",
    title: "This interface as an OpenAPI 3.1 document",
    entry: {
      name: "api:site",
      queries: ["search the pages of this site over HTTP", "read a page of this site as Markdown"],
    },
  },
  createHandler({ site, proxy }) {
    // Without line breaks: with them it would be three quarters longer, and most of what an agent reads of a site at first.
    const body = JSON.stringify({
      ...document,
      servers: [{ url: site.origin, description: site.name }],
    });
    return async (request, match) =>
      (await proxy?.fetchOwn(request, match, "document")) ??
      documentResponse(request, body, "application/openapi+json");
  },
};
