import { Problem } from "../../http/problem.ts";
import { documentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import { findOwnPage } from "../pages/pages.ts";
import type { Surface } from "../surface.ts";
import { createListCache } from "./text/list-cache.ts";
import { partOf } from "./text/page-order.ts";
import { formatMarkdownSitemap } from "./writers/write-markdown-sitemap.ts";

/** All pages as Markdown links. The site's own file takes precedence. */
export const markdownSitemap: Surface = {
  path: "/sitemap.md",
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["text/markdown"],
  link: { rel: "sitemap", title: "List of the site's pages, as Markdown" },
  createHandler(deps) {
    const { site, content } = deps;
    const cachedText = createListCache();
    return async (request, context) => {
      const ownResponse = await findOwnPage(deps, request, context);
      if (ownResponse) return ownResponse;
      const part = partOf(context.query);
      const entries = await content.listPages();
      const text = cachedText(entries, `${part} ${site.name}`, () =>
        formatMarkdownSitemap(site, entries, part),
      );
      if (text !== undefined) return documentResponse(request, text, "text/markdown");
      throw new Problem("not_found", `The sitemap has no part "${part}".`, {
        hint: "Begin with /sitemap.md, and follow the link to the next part.",
      });
    };
  },
};
