import { jsonDocumentResponse } from "../../http/document-response.ts";
import { aiCatalog } from "../domain/ai-catalog.ts";
import type { Surface } from "./surface.ts";

/** What agents can use here, each with what somebody might ask for who needs it. */
export const agentCatalog: Surface = {
  path: "/.well-known/ai-catalog.json",
  methods: ["GET"],
  mediaTypes: ["application/ai-catalog+json"],
  link: { rel: "ai-catalog", title: "What agents can use here, as an AI catalog" },
  createHandler({ site, resources }) {
    const value = aiCatalog(site, resources);
    return (request) => jsonDocumentResponse(request, value, "application/ai-catalog+json");
  },
};
