import { documentResponse } from "../../http/document-response.ts";
import { Problem } from "../../http/problem.ts";
import { findOwnPage } from "../pages/pages.ts";
import type { Surface } from "../surface.ts";
import { partOf } from "./page-order.ts";
import { llmsText } from "./write-llms.ts";

/** Overview of the site for language models (llmstxt.org). The site's own file takes precedence. */
export const llms: Surface = {
  path: "/llms.txt",
  methods: ["GET"],
  mediaTypes: ["text/markdown", "text/plain"],
  link: {
    rel: "describedby",
    title: "Site overview for language models: the pages and how to read them",
    entry: {
      name: "llms:pages",
      queries: ["what is this site about", "which pages does this site have"],
    },
  },
  createHandler: (deps) => async (request, context) => {
    const ownResponse = await findOwnPage(deps, request, context);
    if (ownResponse) return ownResponse;
    const part = partOf(context.query);
    const text = llmsText(deps.site, await deps.content.listPages(), {
      sells: deps.commerce !== undefined,
      resources: deps.resources,
      part,
    });
    if (text !== undefined) return documentResponse(request, text, "text/markdown");
    throw new Problem("not_found", `llms.txt has no part "${part}".`, {
      hint: "Begin with /llms.txt, and follow the link to the next part.",
    });
  },
};
