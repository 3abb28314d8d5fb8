import { leavesSite } from "../../lib/kit/net/url-path.ts";
import type { ContentSource } from "../../ports/content.ts";

/** A page in the table of contents of a folder of Markdown. */
export interface SummaryPage {
  readonly title: string;
  /** An absolute path. */
  readonly path: string;
}

export interface SummarySection {
  /** Absent for pages before the first heading. */
  readonly title?: string | undefined;
  readonly pages: readonly SummaryPage[];
}

/** The file with the table of contents, as mdBook and GitBook have it. */
const SUMMARY_PATH = "/SUMMARY.md";

const MAX_BYTES = 256 * 1024;

/**
 * Parses a `SUMMARY.md`: headings begin sections, except the title at the top, and each link to a
 * page of the folder is an entry. Links to other sites and to parts of pages are ignored.
 */
export function parseSummary(text: string): readonly SummarySection[] {
  let section: { title?: string; pages: SummaryPage[] } = { pages: [] };
  const sections = [section];
  for (const line of text.split("\n")) {
    const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1];
    if (heading !== undefined) {
      if (sections.length > 1 || section.pages.length > 0 || !line.startsWith("# ")) {
        section = { title: heading, pages: [] };
        sections.push(section);
      }
      continue;
    }
    const [, title, href = ""] = /\[([^\]]+)\]\(<?([^)>\s]+)>?\)/.exec(line) ?? [];
    const path = title === undefined ? undefined : toPath(href);
    if (title !== undefined && path !== undefined) section.pages.push({ title, path });
  }
  return sections.filter(({ pages }) => pages.length > 0);
}

const BASE = "https://folder.example/";

function toPath(href: string): string | undefined {
  const url = URL.parse(href, BASE);
  if (url?.origin !== new URL(BASE).origin || url.hash !== "" || href.startsWith("//"))
    return undefined;
  return leavesSite(url.pathname) ? undefined : url.pathname;
}

const parsed = new WeakMap<
  ContentSource,
  { readonly etag: string; readonly sections: readonly SummarySection[] }
>();

/** Reads the table of contents of a site. Returns undefined if it has none. */
export async function readSummary(
  content: ContentSource,
): Promise<readonly SummarySection[] | undefined> {
  const resource = await content.find(SUMMARY_PATH);
  if (resource?.path !== SUMMARY_PATH || resource.size > MAX_BYTES) return undefined;
  const known = parsed.get(content);
  if (known?.etag === resource.etag) return known.sections;
  const sections = parseSummary(new TextDecoder().decode(await resource.bytes()));
  parsed.set(content, { etag: resource.etag, sections });
  return sections;
}
