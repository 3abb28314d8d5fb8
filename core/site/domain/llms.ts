import type { PageEntry } from "../../ports/content.ts";
import { type AgentResource, SITE_PATH } from "./agent-resource.ts";
import { GUIDE_PATH } from "./buying-guide.ts";
import { mirrorPath } from "./mirror.ts";
import { pageUrl, type Site, serviceUrl } from "./site.ts";

/** The most pages that are listed one by one. */
const MAX_LISTED = 500;

export interface LlmsOptions {
  readonly sells?: boolean;
  /** What is served for agents to find. */
  readonly resources?: readonly AgentResource[];
}

/** The text of /llms.txt: what the site is, how to read it, its limits, and its pages by section (llmstxt.org). */
export function llmsText(
  site: Site,
  pages: readonly PageEntry[],
  { sells = false, resources = [] }: LlmsOptions = {},
): string {
  const listed = pages.slice(0, MAX_LISTED);
  const rest = pages.length - listed.length;
  return [
    `# ${oneLine(site.name)}`,
    `> ${oneLine(site.description)}`,
    readingSection(site, resources),
    sells ? buyingSection(site) : "",
    ...pageSections(site, listed),
    rest > 0 ? `${rest} more pages are found by ${serviceUrl(site, "/agent/search?q=WORDS")}.` : "",
  ]
    .filter(Boolean)
    .join("\n\n")
    .concat("\n");
}

function readingSection(site: Site, resources: readonly AgentResource[]): string {
  return [
    "Everything here is open and needs no key. Stay under one request a second, and send a User-Agent that names your agent.",
    "",
    `- A page as Markdown: ${serviceUrl(site, "/agent/read?url=PAGE")} (long pages come in parts: \`&part=2\`)`,
    `- Pages by the words of their path: ${serviceUrl(site, "/agent/search?q=WORDS&limit=10")}`,
    `- What the site offers, and what it does not: ${serviceUrl(site, SITE_PATH)}`,
    ...resources
      .filter((each) => isListedHere(each))
      .map(({ title, path }) => `- ${title}: ${serviceUrl(site, path)}`),
  ].join("\n");
}

/** What stands elsewhere in this text, and what is for whoever runs the site, is left out. */
const isListedHere = ({ kind, path, rel }: AgentResource) =>
  kind !== "operation" && rel !== "status" && path !== GUIDE_PATH && path !== "/llms.txt";

function buyingSection(site: Site): string {
  return [
    "Something is for sale here. An agent opens a checkout; the buyer pays on a hosted page, and nothing is ever charged through this interface.",
    "",
    `- How to buy, step by step: ${serviceUrl(site, GUIDE_PATH)}`,
    `- What is for sale, with live prices: ${serviceUrl(site, "/agent/commerce/products")}`,
  ].join("\n");
}

/** One section for each first step of the paths; the pages at the top come first. */
function pageSections(site: Site, pages: readonly PageEntry[]): string[] {
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

/** A page's Markdown, where it is to be had here; what is not HTML is read as it is. */
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

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();
