import { type Html, html } from "../../lib/html-page/index.ts";
import { pageIndexFor } from "../../lib/page-search/index.ts";
import type { ContentSource } from "../../ports/content.ts";
import type { Site } from "../site.ts";
import { documentationPage } from "./documentation-page.ts";
import type { SummarySection } from "./summary.ts";

const MAX_QUERY = 200;
const HITS = 20;

/** Creates the page on which people search a site with a table of contents. */
export async function searchPage(
  site: Site,
  content: ContentSource,
  sections: readonly SummarySection[],
  query: string,
) {
  const words = query.trim().slice(0, MAX_QUERY);
  return documentationPage(site, sections, {
    title: words === "" ? "Search" : `Search: ${words}`,
    query: words,
    main: html`<h1>Search</h1>${words === "" ? html`<p>Enter what you are looking for.</p>` : await renderHits(site, content, words)}`,
  });
}

async function renderHits(site: Site, content: ContentSource, words: string): Promise<Html> {
  const pages = await content.listPages();
  const { total, matches } = pageIndexFor(pages, site.search ?? "text").search(words, HITS);
  if (matches.length === 0) return html`<p>No page matches “${words}”. Try other words.</p>`;
  return html`<p>${total === 1 ? "1 page matches" : `${total} pages match`} “${words}”.</p>
<ol class="hits">${matches.map(
    ({ page: { path, title }, snippet }) =>
      html`<li><a href="${path}">${title}</a>${snippet && html`<p>${snippet}</p>`}</li>`,
  )}</ol>`;
}
