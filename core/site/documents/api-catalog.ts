import { jsonDocumentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import type { Surface } from "../surface.ts";
import { apiCatalog, CATALOG_PATH, CATALOG_TYPE } from "./writers/write-api-catalog.ts";

/** The site's APIs and the documents that describe them (RFC 9727). */
export const catalog: Surface = {
  path: CATALOG_PATH,
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["application/linkset+json"],
  link: { rel: "api-catalog", title: "API catalog of this site" },
  createHandler({ site, resources }) {
    return (request) =>
      jsonDocumentResponse(request, apiCatalog(site, resources()), CATALOG_TYPE, {
        link: `<${CATALOG_PATH}>; rel="api-catalog"`,
      });
  },
};
