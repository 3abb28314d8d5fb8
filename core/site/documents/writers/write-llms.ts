import type { PageEntry } from "../../../ports/content.ts";
import { type Site, serviceUrl } from "../../site.ts";
import { type AgentResource, SITE_PATH } from "../agent-resource.ts";
import { mostLinkedFirst } from "../text/page-order.ts";
import { oneLine, pageSections } from "../text/page-sections.ts";
import { GUIDE_PATH } from "./write-buying-guide.ts";

/** The maximum number of pages in one part. */
const MAX_LISTED = 500;

interface LlmsOptions {
  /** Whether the site sells products. Default: false. */
  readonly sells?: boolean;
  /** The resources that agents can discover. */
  readonly resources?: readonly AgentResource[];
  /** The part, from 1. Default: 1. */
  readonly part?: number;
}

/**
 * Creates the text of /llms.txt (llmstxt.org): the site, how to read it, its limits, and its most
 * linked pages by section. Further parts list the other pages. Returns undefined if there is no
 * such part.
 */
export function llmsText(
  site: Site,
  pages: readonly PageEntry[],
  { sells = false, resources = [], part = 1 }: LlmsOptions = {},
): string | undefined {
  const parts = Math.max(Math.ceil(pages.length / MAX_LISTED), 1);
  if (part < 1 || part > parts) return undefined;
  const end = part * MAX_LISTED;
  const listed = mostLinkedFirst(pages).slice(end - MAX_LISTED, end);
  const rest = pages.length - end;
  return [
    `# ${oneLine(site.name)}${part > 1 ? `, part ${part} of ${parts}` : ""}`,
    `> ${oneLine(site.description)}`,
    ...(part === 1 ? [readingSection(site, resources), sells ? buyingSection(site) : ""] : []),
    ...pageSections(site, listed),
    rest > 0
      ? `${rest} more pages are listed in the next part: ${serviceUrl(site, `/llms.txt?part=${part + 1}`)}. To find pages by their words, use ${serviceUrl(site, "/agent/search?q=WORDS")}.`
      : "",
  ]
    .filter(Boolean)
    .join("\n\n")
    .concat("\n");
}

function readingSection(site: Site, resources: readonly AgentResource[]): string {
  return [
    "No credentials are required. Stay under one request a second, and send a User-Agent that names your agent.",
    "",
    `- Read a page as Markdown: ${serviceUrl(site, "/agent/read?url=PAGE")} (long pages have several parts: add \`&part=2\`)`,
    `- Search for pages by their words: ${serviceUrl(site, "/agent/search?q=WORDS&limit=10")}`,
    `- What the site offers, and what it doesn't: ${serviceUrl(site, SITE_PATH)}`,
    ...resources
      .filter((each) => isListedHere(each))
      .map(({ title, path }) => `- ${title}: ${serviceUrl(site, path)}`),
  ].join("\n");
}

/** Omits resources that are mentioned elsewhere in the text, and those for the operator. */
const isListedHere = ({ kind, path, rel }: AgentResource) =>
  kind !== "operation" && rel !== "status" && path !== GUIDE_PATH && path !== "/llms.txt";

function buyingSection(site: Site): string {
  return [
    "This site sells products. Agents create a checkout, and the buyer pays on a hosted payment page. This API never charges anyone.",
    "",
    `- How to buy, step by step: ${serviceUrl(site, GUIDE_PATH)}`,
    `- Products with live prices: ${serviceUrl(site, "/agent/commerce/products")}`,
  ].join("\n");
}
