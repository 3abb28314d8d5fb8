import { REJECTION_COST } from "../../http/rate-limit.ts";
import { documentResponse } from "../../http/response/document-response.ts";
import type { Surface } from "../surface.ts";
import { buyingGuide, GUIDE_NAME, GUIDE_PATH } from "./writers/write-buying-guide.ts";

/**
 * The buying guide as an agent skill. The index of skills has the digest of its bytes.
 */
export const buyingGuideSurface: Surface = {
  path: GUIDE_PATH,
  methods: ["GET"],
  cost: { base: REJECTION_COST, follows: ["response"] },
  mediaTypes: ["text/markdown"],
  link: {
    rel: "help",
    title: "How to buy, step by step",
    entry: {
      name: `skill:${GUIDE_NAME}`,
      type: 'text/markdown; profile="urn:air:agent-skills"',
      queries: [
        "buy a product from this site",
        "how much does a product cost on this site",
        "what is the status of my purchase",
      ],
    },
  },
  requiresCommerce: true,
  createHandler(deps) {
    return (request) => documentResponse(request, buyingGuide(deps.site), "text/markdown");
  },
};
