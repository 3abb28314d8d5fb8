import { documentResponse } from "../../http/document-response.ts";
import type { ContentSource, PageEntry } from "../../ports/content.ts";
import { Problem } from "../../problem.ts";
import { llmsFullText, MAX_CHARACTERS, type PageText } from "../domain/llms-full.ts";
import { pageUrl, type Site } from "../domain/site.ts";
import { readResource } from "../operations/pages.ts";
import { findOwnPage } from "./pages.ts";
import type { Surface, SurfaceDeps } from "./surface.ts";

/** How many pages of a live site are fetched for it, how many at once, and how long in milliseconds the text is kept. */
const MAX_FETCHED_PAGES = 100;
const CONCURRENCY = 4;
const CACHE_MILLISECONDS = 600_000;

/** The pages' own texts, one after the other, as many as fit. The site's own file wins. */
export const llmsFull: Surface = {
  path: "/llms-full.txt",
  methods: ["GET"],
  mediaTypes: ["text/markdown", "text/plain"],
  link: { rel: "full-text", title: "The pages themselves as Markdown, in one text" },
  createHandler(deps) {
    const getText = createTextCache(deps);
    return async (request, match) =>
      (await findOwnPage(deps, request, match)) ??
      documentResponse(request, await getText(), "text/markdown");
  },
};

/** Made once for everyone who asks meanwhile; again when the pages have changed, or the time is over. */
function createTextCache({ site, content }: SurfaceDeps): () => Promise<string> {
  let cached: { pages: readonly PageEntry[]; until: number; text: Promise<string> } | undefined;
  return async () => {
    const pages = await content.listPages();
    const now = Date.now();
    if (cached?.pages !== pages || cached.until < now) {
      const entry = {
        pages,
        until: now + CACHE_MILLISECONDS,
        text: buildFullText(site, content, pages),
      };
      cached = entry;
      entry.text.catch(() => cached === entry && (cached = undefined));
    }
    return cached.text;
  };
}

async function buildFullText(
  site: Site,
  content: ContentSource,
  pages: readonly PageEntry[],
): Promise<string> {
  const pageTexts: PageText[] = [];
  const omitted: string[] = [];
  let remaining = MAX_CHARACTERS;
  let unavailableError: unknown;
  const handleMissing = (error: unknown) => {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "unavailable") unavailableError = error;
    return undefined;
  };
  for (let at = 0; at < pages.length; at += CONCURRENCY) {
    const batch = pages.slice(at, at + CONCURRENCY);
    // A live site is asked for no more than it can bear.
    const shouldRead = remaining > 0 && !(site.pagesOrigin && at >= MAX_FETCHED_PAGES);
    const texts = await Promise.all(
      batch.map(({ path }) =>
        shouldRead ? readPageText(site, content, path).catch(handleMissing) : undefined,
      ),
    );
    for (const [index, text] of texts.entries()) {
      if (text !== undefined && text.length <= remaining) {
        pageTexts.push({ path: batch[index]!.path, content: text });
        remaining -= text.length;
      } else omitted.push(batch[index]!.path);
    }
  }
  // A page that can't be read is left out; a site that can't be reached at all is a problem of the whole text.
  if (pageTexts.length === 0 && unavailableError) throw unavailableError;
  return llmsFullText(site, pageTexts, omitted);
}

async function readPageText(
  site: Site,
  content: ContentSource,
  path: string,
): Promise<string | undefined> {
  const resource = await content.find(path);
  return (
    resource && (await readResource(resource, pageUrl(site, resource.path), "markdown")).content
  );
}
