import { documentAnswer } from "../../http/document.ts";
import type { Content, PageEntry } from "../../ports/content.ts";
import { Problem } from "../../problem.ts";
import { FULL_CHARACTERS, llmsFullText, type PageText } from "../domain/llms-full.ts";
import { pageUrl, type Site } from "../domain/site.ts";
import { readResource } from "../operations/pages.ts";
import { ownPage } from "./pages.ts";
import type { Sources, Surface } from "./surface.ts";

/** How many pages of a live site are fetched for it, how many at once, and how long in milliseconds the text is kept. */
const FETCHED = 100;
const AT_ONCE = 4;
const KEPT = 600_000;

/** The pages' own texts, one after the other, as many as fit. The site's own file wins. */
export const llmsFull: Surface = {
  path: "/llms-full.txt",
  methods: ["GET"],
  mediaTypes: ["text/markdown", "text/plain"],
  link: { rel: "full-text", title: "The pages themselves as Markdown, in one text" },
  respond(sources) {
    const textOf = kept(sources);
    return async (asked, place) =>
      (await ownPage(sources, asked, place)) ??
      documentAnswer(asked, await textOf(), "text/markdown");
  },
};

/** Made once for everyone who asks meanwhile; again when the pages have changed, or the time is over. */
function kept({ site, content }: Sources): () => Promise<string> {
  let last: { pages: readonly PageEntry[]; until: number; text: Promise<string> } | undefined;
  return async () => {
    const pages = await content.pages();
    const now = Date.now();
    if (last?.pages !== pages || last.until < now) {
      const made = { pages, until: now + KEPT, text: wholeText(site, content, pages) };
      last = made;
      made.text.catch(() => last === made && (last = undefined));
    }
    return last.text;
  };
}

async function wholeText(
  site: Site,
  content: Content,
  pages: readonly PageEntry[],
): Promise<string> {
  const read: PageText[] = [];
  const leftOut: string[] = [];
  let room = FULL_CHARACTERS;
  let unreached: unknown;
  const missed = (error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "unavailable") unreached = error;
    return undefined;
  };
  for (let at = 0; at < pages.length; at += AT_ONCE) {
    const some = pages.slice(at, at + AT_ONCE);
    // A live site is asked for no more than it can bear.
    const isTried = room > 0 && !(site.pagesOrigin && at >= FETCHED);
    const texts = await Promise.all(
      some.map(({ path }) => (isTried ? pageText(site, content, path).catch(missed) : undefined)),
    );
    for (const [which, text] of texts.entries()) {
      if (text !== undefined && text.length <= room) {
        read.push({ path: some[which]!.path, content: text });
        room -= text.length;
      } else leftOut.push(some[which]!.path);
    }
  }
  // A page that can't be read is left out; a site that can't be reached at all is a problem of the whole text.
  if (read.length === 0 && unreached) throw unreached;
  return llmsFullText(site, read, leftOut);
}

async function pageText(site: Site, content: Content, path: string): Promise<string | undefined> {
  const resource = await content.find(path);
  return (
    resource && (await readResource(resource, pageUrl(site, resource.path), "markdown")).content
  );
}
