import { Problem } from "../../http/problem.ts";
import { documentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import { findOwnPage, pages } from "../pages/pages.ts";
import type { Surface } from "../surface.ts";
import { createListCache } from "./text/list-cache.ts";
import { formatSitemap } from "./writers/write-sitemap.ts";

/** Generated sitemap. The site's own file takes precedence. A live site serves its own sitemap. */
export const sitemap: Surface = {
  path: "/sitemap.xml",
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["application/xml"],
  link: { rel: "sitemap", title: "List of the site's pages" },
  requiresLocalPages: true,
  createHandler(deps) {
    const { site, content } = deps;
    if (site.pagesOrigin) return pages.createHandler(deps);
    const cachedText = createListCache();
    return async (request, context) => {
      const ownResponse = await findOwnPage(deps, request, context);
      if (ownResponse) return ownResponse;
      const part = /^part=(\d{1,5})$/.exec(context.query)?.[1];
      const entries = await content.listPages();
      const text = cachedText(entries, part ?? "", () =>
        formatSitemap(site, entries, part === undefined ? undefined : Number(part)),
      );
      if (text !== undefined) return documentResponse(request, text, "application/xml");
      throw new Problem("not_found", `The sitemap has no part "${part}".`, {
        hint: "Choose one of the parts that /sitemap.xml lists.",
      });
    };
  },
};
