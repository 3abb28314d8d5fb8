import { jsonDocument } from "../../http/document.ts";
import { aiCatalog } from "../domain/ai-catalog.ts";
import type { Surface } from "./surface.ts";

/** What agents can use here, each with what somebody might ask for who needs it. */
export const agentCatalog: Surface = {
  path: "/.well-known/ai-catalog.json",
  methods: ["GET"],
  mediaTypes: ["application/ai-catalog+json"],
  link: { rel: "ai-catalog", title: "What agents can use here, as an AI catalog" },
  respond({ site, served }) {
    const value = aiCatalog(site, served);
    return (asked) => jsonDocument(asked, value, "application/ai-catalog+json");
  },
};
