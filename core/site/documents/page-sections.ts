import type { PageEntry } from "../../ports/content.ts";
import { mirrorPath } from "../pages/mirror.ts";
import { pageUrl, type Site } from "../site.ts";

/**
 * Lists pages as Markdown: a section for each first path segment, with links to the pages as
 * Markdown. Top-level pages come first.
 */
export function pageSections(site: Site, pages: readonly PageEntry[]): string[] {
  const bySection = new Map<string, string[]>([["", []]]);
  for (const page of pages) {
    const section = /^\/([^/]+)\//.exec(page.path)?.[1] ?? "";
    const entries = bySection.get(section) ?? [];
    entries.push(pageEntry(site, page));
    bySection.set(section, entries);
  }
  return [...bySection]
    .filter(([, entries]) => entries.length > 0)
    .map(([section, entries]) => `## ${sectionHeading(section)}\n\n${entries.join("\n")}`);
}

function pageEntry(site: Site, { path, title, description }: PageEntry): string {
  const name = oneLine(title || path).replaceAll(/([[\]])/g, "\\$1");
  return `- [${name}](${pageUrl(site, markdownPath(site, path))})${description ? `: ${oneLine(description)}` : ""}`;
}

/**
 * Returns the path of a page's Markdown mirror, or the page's own path if it has none (live sites
 * and files that aren't HTML).
 */
const markdownPath = (site: Site, path: string) =>
  site.pagesOrigin || /\.(?!html?$)[a-z0-9]+$/i.test(path) ? path : mirrorPath(path);

function sectionHeading(section: string): string {
  if (section === "") return "Pages";
  const label = oneLine(decodePath(section).replaceAll(/[-_]+/g, " "));
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Puts a text on one line. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
