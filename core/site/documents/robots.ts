import { Problem } from "../../http/problem.ts";
import { documentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import { requireValue } from "../../lib/kit/require-value.ts";
import { decodeText } from "../../lib/page-reader/index.ts";
import { findOwnPage, pages } from "../pages/pages.ts";
import { serviceUrl } from "../site.ts";
import type { Surface } from "../surface.ts";
import { completeRobots, formatRobots } from "./writers/write-robots.ts";

const UNREADABLE: unique symbol = Symbol();

function ignoreUnreadable(error: unknown): typeof UNREADABLE {
  if (error instanceof Problem && error.code === "unreadable_page") return UNREADABLE;
  throw error;
}

/**
 * robots.txt: the site's own lines plus the operator's preferences. A live site serves its own
 * file.
 */
export const robots: Surface = {
  path: "/robots.txt",
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["text/plain"],
  link: { rel: "robots", title: "Rules for crawlers" },
  requiresLocalPages: true,
  createHandler(deps) {
    const { site, content, proxy } = deps;
    if (site.pagesOrigin) return pages.createHandler(deps);
    const sitemap = serviceUrl(site, "/sitemap.xml");
    return async (request, context) => {
      const ownText = await proxy?.fetchText(request, context.path).catch(ignoreUnreadable);
      // If the upstream file can't be read, forward it unchanged rather than replace it.
      if (ownText === UNREADABLE)
        return requireValue(proxy, "the proxy of a forwarded file").forward(request, context);
      if (ownText !== undefined)
        return documentResponse(request, completeRobots(ownText, site, sitemap), "text/plain");
      const ownFile = proxy ? undefined : await content.find(context.path);
      if (!ownFile) return documentResponse(request, formatRobots(site, sitemap), "text/plain");
      const text = decodeText(await ownFile.bytes(), ownFile.type);
      const completed = completeRobots(text, site, sitemap);
      const isUnchanged = completed.trim() === text.replaceAll(/\r\n?/g, "\n").trim();
      return (
        (isUnchanged && (await findOwnPage(deps, request, context))) ||
        documentResponse(request, completed, "text/plain")
      );
    };
  },
};
