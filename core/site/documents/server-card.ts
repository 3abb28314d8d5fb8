import { table } from "../../../generated/site/operations.ts";
import { jsonDocumentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import { LEGACY, MODERN } from "../../mcp/eras.ts";
import type { Surface } from "../surface.ts";
import { MCP_PATH } from "./agent-resource.ts";
import { CARD_PATH, CARD_TYPE, serverCard } from "./writers/write-server-card.ts";

/**
 * The MCP server card (SEP-2127): below the server's URL, and a copy where scanners look for it.
 */
export const serverCards: readonly Surface[] = [
  cardSurface(CARD_PATH, CARD_TYPE, {
    rel: "service-desc",
    title: "MCP server card",
    about: MCP_PATH,
    entry: {
      name: "mcp:site",
      queries: [
        "search this site over MCP",
        "read a page of this site over MCP",
        "which MCP tools does this site have",
      ],
    },
  }),
  cardSurface("/.well-known/mcp/server-card.json", "application/json"),
];

function cardSurface(path: string, mediaType: string, link?: Surface["link"]): Surface {
  return {
    path,
    methods: ["GET"],
    cost: DOCUMENT_COST,
    mediaTypes: [mediaType],
    ...(link && { link }),
    createHandler({ site }) {
      const options = { version: table.version, revisions: [...MODERN, ...LEGACY] };
      return (request) => jsonDocumentResponse(request, serverCard(site, options), mediaType);
    },
  };
}
