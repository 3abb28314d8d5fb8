import type { PageEntry } from "../../ports/content.ts";
import { GUIDE_PATH } from "./buying-guide.ts";
import { mirrorOf } from "./mirror.ts";
import { type Served, SITE_PATH } from "./served.ts";
import { pageUrl, type Site, urlOf } from "./site.ts";

/** The most pages that are listed one by one. */
const LISTED = 500;

export interface LlmsOptions {
  readonly sells?: boolean;
  /** What is served for agents to find. */
  readonly served?: readonly Served[];
}

/** The text of /llms.txt: what the site is, how to read it, its limits, and its pages by section (llmstxt.org). */
export function llmsText(
  site: Site,
  pages: readonly PageEntry[],
  { sells = false, served = [] }: LlmsOptions = {},
): string {
  const listed = pages.slice(0, LISTED);
  const rest = pages.length - listed.length;
  return [
    `# ${line(site.name)}`,
    `> ${line(site.description)}`,
    howToRead(site, served),
    sells ? howToBuy(site) : "",
    ...sections(site, listed),
    rest > 0 ? `${rest} more pages are found by ${urlOf(site, "/agent/search?q=WORDS")}.` : "",
  ]
    .filter(Boolean)
    .join("\n\n")
    .concat("\n");
}

function howToRead(site: Site, served: readonly Served[]): string {
  return [
    "Everything here is open and needs no key. Stay under one request a second, and send a User-Agent that names your agent.",
    "",
    `- A page as Markdown: ${urlOf(site, "/agent/read?url=PAGE")} (long pages come in parts: \`&part=2\`)`,
    `- Pages by the words of their path: ${urlOf(site, "/agent/search?q=WORDS&limit=10")}`,
    `- What the site offers, and what it does not: ${urlOf(site, SITE_PATH)}`,
    ...served
      .filter((each) => isSaidHere(each))
      .map(({ title, path }) => `- ${title}: ${urlOf(site, path)}`),
  ].join("\n");
}

/** What stands elsewhere in this text, and what is for whoever runs the site, is left out. */
const isSaidHere = ({ kind, path, rel }: Served) =>
  kind !== "operation" && rel !== "status" && path !== GUIDE_PATH && path !== "/llms.txt";

function howToBuy(site: Site): string {
  return [
    "Something is for sale here. An agent opens a checkout; the buyer pays on a hosted page, and nothing is ever charged through this interface.",
    "",
    `- How to buy, step by step: ${urlOf(site, GUIDE_PATH)}`,
    `- What is for sale, with live prices: ${urlOf(site, "/agent/commerce/products")}`,
  ].join("\n");
}

/** One section for each first step of the paths; the pages at the top come first. */
function sections(site: Site, pages: readonly PageEntry[]): string[] {
  const bySection = new Map<string, string[]>([["", []]]);
  for (const page of pages) {
    const section = /^\/([^/]+)\//.exec(page.path)?.[1] ?? "";
    const entries = bySection.get(section) ?? [];
    entries.push(entry(site, page));
    bySection.set(section, entries);
  }
  return [...bySection]
    .filter(([, entries]) => entries.length > 0)
    .map(([section, entries]) => `## ${heading(section)}\n\n${entries.join("\n")}`);
}

function entry(site: Site, { path, title, description }: PageEntry): string {
  const name = line(title || path).replaceAll(/([[\]])/g, "\\$1");
  return `- [${name}](${pageUrl(site, readable(site, path))})${description ? `: ${line(description)}` : ""}`;
}

/** A page's Markdown, where it is to be had here; what is not HTML is read as it is. */
const readable = (site: Site, path: string) =>
  site.pagesOrigin || /\.(?!html?$)[a-z0-9]+$/i.test(path) ? path : mirrorOf(path);

function heading(section: string): string {
  if (section === "") return "Pages";
  const words = line(decoded(section).replaceAll(/[-_]+/g, " "));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const line = (text: string) => text.replaceAll(/\s+/g, " ").trim();
