import { documentAnswer } from "../../http/document.ts";
import { buyingGuide, GUIDE_NAME, GUIDE_PATH } from "../domain/buying-guide.ts";
import { pages } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** How to buy, for agents, as an agent skill: the same bytes each time. Where nothing is for sale, the site's own pages. */
export const guide: Surface = {
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
  isForBuying: true,
  respond(sources) {
    if (!sources.commerce) return pages.respond(sources);
    const text = buyingGuide(sources.site);
    return (asked) => documentAnswer(asked, text, "text/markdown");
  },
};
