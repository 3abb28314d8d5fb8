import { documentResponse } from "../../http/document-response.ts";
import { Problem } from "../../http/problem.ts";
import type { PageEntry } from "../../ports/content.ts";
import { findOwnPage } from "../pages/pages.ts";
import type { Surface } from "../surface.ts";
import { partOf } from "./page-order.ts";
import { formatMarkdownSitemap } from "./write-markdown-sitemap.ts";

/** All pages as Markdown links. The site's own file takes precedence. */
export const markdownSitemap: Surface = {
  path: "/sitemap.md",
  methods: ["GET"],
  mediaTypes: ["text/markdown"],
  link: { rel: "sitemap", title: "List of the site's pages, as Markdown" },
  createHandler(deps) {
    const { site, content } = deps;
    // A text for each part, because writing tens of thousands of links is slow.
    const textsByList = new WeakMap<readonly PageEntry[], Map<number, string | undefined>>();
    return async (request, context) => {
      const ownResponse = await findOwnPage(deps, request, context);
      if (ownResponse) return ownResponse;
      const part = partOf(context.query);
      const entries = await content.listPages();
      const texts = textsByList.get(entries) ?? new Map<number, string | undefined>();
      textsByList.set(entries, texts);
      const text = texts.get(part) ?? formatMarkdownSitemap(site, entries, part);
      if (text !== undefined) {
        texts.set(part, text);
        return documentResponse(request, text, "text/markdown");
      }
      throw new Problem("not_found", `The sitemap has no part "${part}".`, {
        hint: "Begin with /sitemap.md, and follow the link to the next part.",
      });
    };
  },
};
