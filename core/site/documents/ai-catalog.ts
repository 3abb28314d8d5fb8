import { jsonDocumentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import type { Surface, SurfaceLink } from "../surface.ts";
import { aiCatalog } from "./writers/write-ai-catalog.ts";

/**
 * The APIs, documents and skills of the site, each with example queries: as ARD's manifest (Agentic
 * Resource Discovery 0.91 §5.1), and as the AI catalog of earlier drafts. ARD's entries are entries
 * of the catalog, so both have the same content.
 */
export const agentCatalogs: readonly Surface[] = [
  catalogSurface("/.well-known/ard.json", "application/json", {
    rel: "ard",
    title: "Agentic resources of this site",
  }),
  catalogSurface("/.well-known/ai-catalog.json", "application/ai-catalog+json", {
    rel: "ai-catalog",
    title: "AI catalog of this site",
  }),
];

function catalogSurface(path: string, mediaType: string, link: SurfaceLink): Surface {
  return {
    path,
    methods: ["GET"],
    cost: DOCUMENT_COST,
    mediaTypes: [mediaType],
    link,
    createHandler({ site, resources }) {
      return (request) => jsonDocumentResponse(request, aiCatalog(site, resources()), mediaType);
    },
  };
}
