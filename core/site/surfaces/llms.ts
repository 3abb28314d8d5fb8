import { documentResponse } from "../../http/document-response.ts";
import { llmsText } from "../domain/llms.ts";
import { findOwnPage } from "./pages.ts";
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
  createHandler: (deps) => async (request, match) =>
    (await findOwnPage(deps, request, match)) ??
    documentResponse(
      request,
      llmsText(deps.site, await deps.content.listPages(), {
        sells: deps.commerce !== undefined,
        resources: deps.resources,
      }),
      "text/markdown",
    ),
};
