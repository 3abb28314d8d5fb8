import { documentAnswer } from "../../http/document.ts";
import { Problem } from "../../problem.ts";
import { decodeText } from "../domain/reading/index.ts";
import { completedRobots, robotsText } from "../domain/robots.ts";
import { urlOf } from "../domain/site.ts";
import { ownPage, pages } from "./pages.ts";
import type { Surface } from "./surface.ts";

const UNREADABLE: unique symbol = Symbol();

function unread(error: unknown): typeof UNREADABLE {
  if (error instanceof Problem && error.code === "unreadable_page") return UNREADABLE;
  throw error;
}

/** What is asked of crawlers: the site's own lines, and what the operator wishes besides. A live site has its own. */
export const robots: Surface = {
  path: "/robots.txt",
  methods: ["GET"],
  mediaTypes: ["text/plain"],
  link: { rel: "robots", title: "What the site asks of crawlers" },
  isWithPages: true,
  respond(sources) {
    const { site, content, front } = sources;
    if (site.pagesOrigin) return pages.respond(sources);
    const sitemap = urlOf(site, "/sitemap.xml");
    return async (asked, place) => {
      const ownText = await front?.text(asked, place.path).catch(unread);
      // Better not completed than not theirs.
      if (ownText === UNREADABLE) return front!.pass(asked, place);
      if (ownText !== undefined)
        return documentAnswer(asked, completedRobots(ownText, site, sitemap), "text/plain");
      const own = front ? undefined : await content.find(place.path);
      if (!own) return documentAnswer(asked, robotsText(site, sitemap), "text/plain");
      const text = decodeText(await own.bytes(), own.type);
      const completed = completedRobots(text, site, sitemap);
      const isWhole = completed.trim() === text.replaceAll(/\r\n?/g, "\n").trim();
      return (
        (isWhole && (await ownPage(sources, asked, place))) ||
        documentAnswer(asked, completed, "text/plain")
      );
    };
  },
};
