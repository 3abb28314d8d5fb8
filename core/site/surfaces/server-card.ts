import { table } from "../../../generated/site/operations.ts";
import { jsonDocumentResponse } from "../../http/document-response.ts";
import { LEGACY, MODERN } from "../../mcp/eras.ts";
import { MCP_PATH } from "../domain/agent-resource.ts";
import { CARD_PATH, CARD_TYPE, serverCard } from "../domain/server-card.ts";
import type { Surface } from "./surface.ts";

/** The MCP server's card (SEP-2127): below its address, and once more where scanners look for it. */
export const serverCards: readonly Surface[] = [
  cardSurface(CARD_PATH, CARD_TYPE, {
    rel: "service-desc",
    title: "The MCP server's card",
    about: MCP_PATH,
    entry: {
      name: "mcp:site",
      queries: [
        "find something on this site by MCP",
        "read a page of this site by MCP",
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
    mediaTypes: [mediaType],
    ...(link && { link }),
    createHandler({ site }) {
      const card = serverCard(site, { version: table.version, revisions: [...MODERN, ...LEGACY] });
      return (request) => jsonDocumentResponse(request, card, mediaType);
    },
  };
}
