import { documentResponse } from "../../http/document-response.ts";
import type { PageEntry } from "../../ports/content.ts";
import { Problem } from "../../problem.ts";
import { formatSitemap } from "../domain/write-sitemap.ts";
import { findOwnPage, pages } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** The list of the site's pages, for those who crawl it. The site's own wins; a live site has its own. */
export const sitemap: Surface = {
  path: "/sitemap.xml",
  methods: ["GET"],
  mediaTypes: ["application/xml"],
  link: { rel: "sitemap", title: "The list of the site's pages" },
  requiresLocalPages: true,
  createHandler(deps) {
    const { site, content } = deps;
    if (site.pagesOrigin) return pages.createHandler(deps);
    // Of fifty thousand addresses it takes its time: the same list is written once.
    const textByList = new WeakMap<readonly PageEntry[], string | undefined>();
    return async (request, match) => {
      const ownResponse = await findOwnPage(deps, request, match);
      if (ownResponse) return ownResponse;
      const part = /^part=(\d{1,5})$/.exec(match.query)?.[1];
      const entries = await content.listPages();
      if (part === undefined && !textByList.has(entries))
        textByList.set(entries, formatSitemap(site, entries));
      const text =
        part === undefined ? textByList.get(entries) : formatSitemap(site, entries, Number(part));
      if (text !== undefined) return documentResponse(request, text, "application/xml");
      throw new Problem("not_found", `The sitemap has no part ${part}.`, {
        hint: "/sitemap.xml lists its parts.",
      });
    };
  },
};
