import type { PageEntry } from "../../../ports/content.ts";
import { type Site, serviceUrl } from "../../site.ts";
import { oneLine, pageSections } from "../text/page-sections.ts";

/** The maximum number of pages in one part, about a megabyte. */
const MAX_LISTED = 5_000;

/**
 * Lists the pages of a site as Markdown, in sections. `part` counts from 1. Returns undefined if
 * there is no such part.
 */
export function formatMarkdownSitemap(
  site: Site,
  pages: readonly PageEntry[],
  part: number,
): string | undefined {
  const parts = Math.max(Math.ceil(pages.length / MAX_LISTED), 1);
  if (part < 1 || part > parts) return undefined;
  const listed = pages.slice((part - 1) * MAX_LISTED, part * MAX_LISTED);
  const next = `Next part: ${serviceUrl(site, `/sitemap.md?part=${part + 1}`)}`;
  return [
    `# Pages of ${oneLine(site.name)}${parts > 1 ? `, part ${part} of ${parts}` : ""}`,
    ...pageSections(site, listed),
    ...(part < parts ? [next] : []),
  ]
    .join("\n\n")
    .concat("\n");
}
