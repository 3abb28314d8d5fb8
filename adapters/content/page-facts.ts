import {
  type ContentSelectors,
  decodeText,
  MAX_LINKS,
  outlineHtml,
  outlineMarkdown,
  type PageOutline,
} from "../../core/lib/page-reader/index.ts";
import type { PageEntry } from "../../core/ports/content.ts";
import { ROBOT_NAME } from "./live/robot-name.ts";

/** The maximum length of the texts of all pages together, in UTF-16 units. */
export const MAX_TEXTS = 64_000_000;

/** The size of the first part of a page that is read. It takes a few hundredths of a second. */
export const MAX_FACTS_BYTES = 1024 * 1024;

/** The facts of a page that search and llms.txt use. */
export type PageFacts = Pick<PageEntry, "title" | "description" | "language" | "headings" | "text">;

/** The facts of a page, and what a crawler needs of it. */
export interface ReadPage {
  readonly facts: PageFacts;
  /** The paths on the same site that the page links to, with their queries. */
  readonly links: readonly string[];
  /** Whether the page asks robots not to follow its links. */
  readonly isNofollow: boolean;
  /** Whether the page asks not to appear in search results. */
  readonly isNoindex: boolean;
  /** Whether the page may have further links, because only the beginning of it was read. */
  readonly isTruncated: boolean;
}

export interface PageFactsOptions {
  /** The value of the Content-Type header. */
  readonly type: string;
  /** The URL of the page. */
  readonly url: string;
  /** Whether to keep the text of the page. */
  readonly keepsText: boolean;
  /** The elements of an HTML page to read and to leave out. */
  readonly selectors?: ContentSelectors | undefined;
}

/** Reads the facts and links of an HTML, Markdown or plain text page. */
export function readPageFacts(
  bytes: Uint8Array,
  { type, url, keepsText, selectors }: PageFactsOptions,
): ReadPage {
  const source = decodeText(bytes.subarray(0, MAX_FACTS_BYTES), type);
  const { title, description, language, headings, text, ...outline } = readOutline(
    source,
    type,
    selectors,
  );
  return {
    facts: {
      ...(title && { title }),
      ...(description && { description }),
      ...(language && { language }),
      ...(headings.length > 0 && { headings: headings.join("\n") }),
      ...(keepsText && text && { text }),
    },
    links: resolveLinks(outline.links, url, outline.base),
    isNofollow: outline.isNofollow,
    isNoindex: outline.isNoindex,
    isTruncated: bytes.byteLength > MAX_FACTS_BYTES || outline.links.length >= MAX_LINKS,
  };
}

function readOutline(
  source: string,
  type: string,
  selectors: ContentSelectors | undefined,
): PageOutline {
  if (/^\s*text\/(?:markdown|plain)/i.test(type)) return outlineMarkdown(source);
  return outlineHtml(source, { selectors, robot: ROBOT_NAME });
}

function resolveLinks(
  links: readonly string[],
  url: string,
  base: string | undefined,
): readonly string[] {
  const page = new URL(url);
  const baseUrl = (base && URL.parse(base, page)) || page;
  const paths = new Set<string>();
  for (const link of links) {
    const target = URL.parse(link, baseUrl);
    if (target?.origin === page.origin && target.pathname !== page.pathname)
      paths.add(target.pathname + target.search);
  }
  return [...paths];
}

/** Returns the pages with the number of pages that link to each. */
export function withLinkCounts(
  pages: readonly { readonly page: PageEntry; readonly links: readonly string[] }[],
): PageEntry[] {
  const counts = new Map(pages.map(({ page }) => [page.path, 0]));
  for (const { links } of pages) {
    for (const link of links) {
      const count = counts.get(link);
      if (count !== undefined) counts.set(link, count + 1);
    }
  }
  return pages.map(({ page }) => ({ ...page, linkedFrom: counts.get(page.path) ?? 0 }));
}
