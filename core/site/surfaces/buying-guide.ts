import { documentResponse } from "../../http/document-response.ts";
import { buyingGuide, GUIDE_NAME, GUIDE_PATH } from "../domain/buying-guide.ts";
import { pages } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** How to buy, for agents, as an agent skill: the same bytes each time. Where nothing is for sale, the site's own pages. */
export const buyingGuideSurface: Surface = {
  path: GUIDE_PATH,
  methods: ["GET"],
  mediaTypes: ["text/markdown"],
  link: {
    rel: "help",
    title: "How to buy, step by step",
    entry: {
      name: `skill:${GUIDE_NAME}`,
      queries: [
        "buy a product from this site",
        "what does it cost here",
        "what became of my purchase",
      ],
    },
  },
  requiresCommerce: true,
  createHandler(deps) {
    if (!deps.commerce) return pages.createHandler(deps);
    const text = buyingGuide(deps.site);
    return (request) => documentResponse(request, text, "text/markdown");
  },
};
