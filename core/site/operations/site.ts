import { table, type OperationName } from "../../../generated/site/operations.ts";
import { LEGACY, MODERN } from "../../mcp/eras.ts";
import type { Operation, Output } from "../contract.ts";
import type { Commerce } from "../checkouts/commerce.ts";
import { GUIDE_PATH } from "../domain/buying-guide.ts";
import { PART_CHARACTERS, pageUrl, urlOf, type Site } from "../domain/site.ts";
import { supportOf } from "../domain/support.ts";
import { surfaces } from "../surfaces/index.ts";
import { pathOf } from "../surfaces/surface.ts";

export const siteInfo: Operation<"siteInfo"> = async (_, { site, content, rate, commerce }) => ({
  name: site.name,
  description: site.description,
  url: pageUrl(site, "/"),
  pages: (await content.pages()).length,
  guide:
    "Search for the few words that a page's address would have: paths are searched, not what pages say. Read a hit by its " +
    "url; long pages come in parts. llms.txt lists the pages." +
    (commerce ? ` To buy, list the products and create a checkout: ${urlOf(site, GUIDE_PATH)} says how, to the end.` : ""),
  links: linksOf(site, commerce),
  mcp: {
    url: urlOf(site, "/mcp"),
    transport: "streamable-http",
    protocol_versions: [...MODERN, ...LEGACY],
    tools: Object.values(table.operations).flatMap(({ tool }) => tool?.name ?? []).sort(),
  },
  limits: {
    requests_per_second: 1,
    ...(rate && { requests_per_minute: (rate.quota * 60) / rate.windowSeconds, burst: rate.burst }),
    user_agent: "Send a User-Agent that names your agent and says where to reach its operator.",
    search_hits: table.operations.searchPages.input.properties["limit"]!["maximum"],
    part_characters: PART_CHARACTERS,
  },
  not_offered: [...site.notOffered, ...NOT_OFFERED, { what: "payment", detail: commerce ? `${HOSTED} ${REFUSED}` : REFUSED }],
  support: supportOf(site),
});

type Link = Output<"siteInfo">["links"][number];

/** Everything that is served for agents, from the same lists that serve it. */
function linksOf(site: Site, commerce: Commerce | undefined): Link[] {
  const named = Object.entries(table.operations).filter(([, { path }]) => !path.includes("{"));
  const operations = named.map(([name, { path, summary, responses }]) => ({
    rel: RELATIONS[name as OperationName],
    href: urlOf(site, path),
    type: Object.keys((responses[200] ?? responses[201])!).find((type) => type !== "application/json") ?? "application/json",
    title: summary,
  }));
  const documents = surfaces.flatMap((surface) => {
    const { mediaTypes, link, isForBuying, isWithPages } = surface;
    const isThere = (commerce || !isForBuying) && !(isWithPages && site.pagesOrigin);
    return link && isThere ? [{ rel: link.rel, href: urlOf(site, pathOf(surface, site)), type: mediaTypes[0]!, title: link.title }] : [];
  });
  const mcp = { rel: "service", href: urlOf(site, "/mcp"), type: "application/json", title: "MCP server (Streamable HTTP)" };
  return [...operations, ...documents, mcp];
}

const RELATIONS: Readonly<Record<OperationName, string>> = {
  siteInfo: "self",
  searchPages: "search",
  readPage: "item",
  listProducts: "collection",
  createCheckout: "payment",
  getCheckout: "item",
};

/** What no site served by Jackfield offers. */
const NOT_OFFERED: Output<"siteInfo">["not_offered"] = [
  { what: "events", detail: "No events are sent, and there is no webhook or stream to subscribe to." },
  { what: "accounts", detail: "There is no registration, no credential and no OAuth: everything that is served is open." },
];

const HOSTED = "The buyer pays on the hosted page at a checkout's continue_url, and nowhere else.";
const REFUSED =
  "No payment is taken through this interface. Payment instruments, delegated payment tokens, MPP (HTTP 402) credentials, " +
  "x402 and AP2 mandates are not taken.";
