import { documentAnswer } from "../../http/document.ts";
import type { PageEntry } from "../../ports/content.ts";
import { Problem } from "../../problem.ts";
import { sitemapText } from "../domain/sitemap-written.ts";
import { ownPage, pages } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** The list of the site's pages, for those who crawl it. The site's own wins; a live site has its own. */
export const sitemap: Surface = {
  path: "/sitemap.xml",
  methods: ["GET"],
  mediaTypes: ["application/xml"],
  link: { rel: "sitemap", title: "The list of the site's pages" },
  isWithPages: true,
  respond(sources) {
    const { site, content } = sources;
    if (site.pagesOrigin) return pages.respond(sources);
    // Of fifty thousand addresses it takes its time: the same list is written once.
    const written = new WeakMap<readonly PageEntry[], string | undefined>();
    return async (asked, place) => {
      const own = await ownPage(sources, asked, place);
      if (own) return own;
      const part = /^part=(\d{1,5})$/.exec(place.query)?.[1];
      const listed = await content.pages();
      if (part === undefined && !written.has(listed))
        written.set(listed, sitemapText(site, listed));
      const text =
        part === undefined ? written.get(listed) : sitemapText(site, listed, Number(part));
      if (text !== undefined) return documentAnswer(asked, text, "application/xml");
      throw new Problem("not_found", `The sitemap has no part ${part}.`, {
        hint: "/sitemap.xml lists its parts.",
      });
    };
  },
};
