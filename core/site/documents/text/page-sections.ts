import type { PageEntry } from "../../../ports/content.ts";
import { mirrorPath } from "../../pages/mirror.ts";
import { pageUrl, type Site } from "../../site.ts";

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

function pageEntry(site: Site, page: PageEntry): string {
  const { path, title } = page;
  const description = page.description ?? firstSentence(page.text);
  const name = oneLine(title || path).replaceAll(/([[\]])/g, "\\$1");
  return `- [${name}](${pageUrl(site, markdownPath(site, path))})${description ? `: ${oneLine(description)}` : ""}`;
}

/** The maximum length of a description that comes from the text of a page, in UTF-16 units. */
const MAX_SENTENCE = 200;

/** Returns the first sentence of a text, or undefined if it doesn't begin with sentences. */
function firstSentence(text: string | undefined): string | undefined {
  for (const line of text?.slice(0, 4_000).split("\n") ?? []) {
    const sentence = /^[\p{Lu}\p{Lo}].{30,}?[^.\s\d][.!?。！？](?=\s|$|\p{scx=Han})/u.exec(
      line.slice(0, 1_000),
    )?.[0];
    if (sentence === undefined || !/\S\s+\S+\s+\S|\p{scx=Han}/u.test(sentence)) continue;
    return sentence.length > MAX_SENTENCE
      ? `${sentence.slice(0, sentence.lastIndexOf(" ", MAX_SENTENCE))} …`
      : sentence;
  }
  return undefined;
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
