import { documentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import type { Surface } from "./surface.ts";

/** Asks crawlers to stay away. */
export const robots: Surface = {
  path: "/robots.txt",
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["text/plain"],
  createHandler: () => (request) =>
    documentResponse(request, "User-agent: *\nDisallow: /\n", "text/plain"),
};
