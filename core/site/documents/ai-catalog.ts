import { jsonDocumentResponse } from "../../http/document-response.ts";
import type { Surface } from "../surface.ts";
import { aiCatalog } from "./write-ai-catalog.ts";

/** AI catalog: the APIs, documents and skills of the site, each with example queries. */
export const agentCatalog: Surface = {
  path: "/.well-known/ai-catalog.json",
  methods: ["GET"],
  mediaTypes: ["application/ai-catalog+json"],
  link: { rel: "ai-catalog", title: "AI catalog of this site" },
  createHandler({ site, resources }) {
    return (request) =>
      jsonDocumentResponse(request, aiCatalog(site, resources), "application/ai-catalog+json");
  },
};
