import { documentAnswer } from "../../http/document.ts";
import { llmsText } from "../domain/llms.ts";
import { ownPage } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** What the site is and what pages it has, for language models (llmstxt.org). The site's own file wins. */
export const llms: Surface = {
  path: "/llms.txt",
  methods: ["GET"],
  mediaTypes: ["text/markdown", "text/plain"],
  link: {
    rel: "describedby",
    title: "The site for language models: its pages, and how to read them",
    entry: {
      name: "llms:pages",
      queries: ["what is this site about", "which pages does this site have"],
    },
  },
  respond: (sources) => async (asked, place) =>
    (await ownPage(sources, asked, place)) ??
    documentAnswer(
      asked,
      llmsText(sources.site, await sources.content.pages(), {
        sells: sources.commerce !== undefined,
        served: sources.served,
      }),
      "text/markdown",
    ),
};
