import { documentResponse } from "../../http/document-response.ts";
import { Problem } from "../../http/problem.ts";
import { DOCUMENT_COST } from "../../http/route-cost.ts";
import type { PageEntry } from "../../ports/content.ts";
import { findOwnPage } from "../pages/pages.ts";
import { readResource } from "../pages/read-resource.ts";
import { pageUrl } from "../site.ts";
import type { Surface, SurfaceDeps } from "../surface.ts";
import { llmsFullText, MAX_CHARACTERS, type PageText } from "./write-llms-full.ts";

/** The maximum number of pages that are fetched from a live site. */
const MAX_FETCHED_PAGES = 100;
/** How many pages are read at once. */
const CONCURRENCY = 4;
const CACHE_MILLISECONDS = 600_000;

/** The text of all pages up to the size limit. The site's own file takes precedence. */
export const llmsFull: Surface = {
  path: "/llms-full.txt",
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["text/markdown", "text/plain"],
  link: { rel: "full-text", title: "All pages as Markdown, in one text" },
  createHandler(deps) {
    const getText = createTextCache(deps);
    return async (request, context) =>
      (await findOwnPage(deps, request, context)) ??
      documentResponse(request, await getText(), "text/markdown");
  },
};

/**
 * Caches the text until the list of pages changes or ten minutes have passed. Concurrent requests
 * share one build.
 */
function createTextCache(deps: SurfaceDeps): () => Promise<string> {
  let cached: { pages: readonly PageEntry[]; until: number; text: Promise<string> } | undefined;
  return async () => {
    const pages = await deps.content.listPages();
    const now = Date.now();
    if (cached?.pages !== pages || cached.until < now) {
      const entry = {
        pages,
        until: now + CACHE_MILLISECONDS,
        text: buildFullText(deps, pages),
      };
      cached = entry;
      entry.text.catch(() => {
        if (cached === entry) cached = undefined;
      });
    }
    return cached.text;
  };
}

async function buildFullText(deps: SurfaceDeps, pages: readonly PageEntry[]): Promise<string> {
  const { site } = deps;
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
    // Limit the load on a live site.
    const shouldRead = remaining > 0 && !(site.pagesOrigin && at >= MAX_FETCHED_PAGES);
    const texts = await Promise.all(
      batch.map(({ path }) =>
        shouldRead ? readPageText(deps, path).catch(handleMissing) : undefined,
      ),
    );
    for (const [index, text] of texts.entries()) {
      if (text !== undefined && text.length <= remaining) {
        pageTexts.push({ path: batch[index]!.path, content: text });
        remaining -= text.length;
      } else omitted.push(batch[index]!.path);
    }
  }
  // Unreadable pages are omitted, but if the site is unreachable the whole text fails.
  if (pageTexts.length === 0 && unavailableError) throw unavailableError;
  return llmsFullText(site, pageTexts, omitted);
}

async function readPageText(
  { site, content, renditions }: SurfaceDeps,
  path: string,
): Promise<string | undefined> {
  const resource = await content.find(path);
  if (!resource) return undefined;
  const url = pageUrl(site, resource.path);
  const { body } = await readResource(resource, { url, format: "markdown", renditions });
  return new TextDecoder().decode(body);
}
