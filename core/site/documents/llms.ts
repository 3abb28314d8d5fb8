import { Problem } from "../../http/problem.ts";
import { documentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import { findOwnPage } from "../pages/pages.ts";
import type { Surface } from "../surface.ts";
import { createListCache } from "./text/list-cache.ts";
import { partOf } from "./text/page-order.ts";
import { llmsText } from "./writers/write-llms.ts";

/** Overview of the site for language models (llmstxt.org). The site's own file takes precedence. */
export const llms: Surface = {
  path: "/llms.txt",
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["text/markdown", "text/plain"],
  link: {
    rel: "describedby",
    title: "Site overview for language models: the pages and how to read them",
    entry: {
      name: "llms:pages",
      queries: ["what is this site about", "which pages does this site have"],
    },
  },
  createHandler(deps) {
    const cachedText = createListCache();
    return async (request, context) => {
      const ownResponse = await findOwnPage(deps, request, context);
      if (ownResponse) return ownResponse;
      const { site, content } = deps;
      const part = partOf(context.query);
      const entries = await content.listPages();
      const sells = deps.sells();
      const key = JSON.stringify([part, sells, site.name, site.description]);
      const text = cachedText(entries, key, () =>
        llmsText(site, entries, { sells, resources: deps.resources(), part }),
      );
      if (text !== undefined) return documentResponse(request, text, "text/markdown");
      throw new Problem("not_found", `llms.txt has no part "${part}".`, {
        hint: "Begin with /llms.txt, and follow the link to the next part.",
      });
    };
  },
};
