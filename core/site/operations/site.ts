import { table } from "../../../generated/site/operations.ts";
import { requireValue } from "../../lib/kit/require-value.ts";
import type { SearchScope } from "../../lib/page-search/index.ts";
import { LEGACY, MODERN } from "../../mcp/eras.ts";
import type { ContentSource } from "../../ports/content.ts";
import { COMMERCE_TOOLS } from "../commerce-operations.ts";
import type { Operation, Output } from "../contract.ts";
import { toLink } from "../documents/agent-resource.ts";
import { GUIDE_PATH } from "../documents/writers/write-buying-guide.ts";
import { supportInfo } from "../pages/support-page.ts";
import { PART_CHARACTERS, pageUrl, serviceUrl } from "../site.ts";

export const siteInfo: Operation<"siteInfo"> = async (
  _,
  { site, content, rate, verifiedRate, sells, resources },
) => ({
  name: site.name,
  description: site.description,
  url: pageUrl(site, "/"),
  pages: (await content.listPages()).length,
  guide:
    `Search by a few words in the ${SEARCHED[site.search ?? "text"]} of a page. ` +
    `${describeProgress(content)}Then read the url of a hit. Long pages have several parts. llms.txt lists the pages.` +
    (sells
      ? ` To buy, list the products and create a checkout, as ${serviceUrl(site, GUIDE_PATH)} describes.`
      : ""),
  links: resources.map((each) => toLink(site, each)),
  mcp: {
    url: serviceUrl(site, "/mcp"),
    transport: "streamable-http",
    protocol_versions: [...MODERN, ...LEGACY],
    tools: Object.values(table.operations)
      .flatMap(({ tool }) => tool?.name ?? [])
      .filter((name) => sells || !COMMERCE_TOOLS.has(name))
      .sort(),
  },
  limits: {
    requests_per_second: 1,
    ...(rate && { requests_per_minute: (rate.quota * 60) / rate.windowSeconds, burst: rate.burst }),
    ...(verifiedRate && {
      verified_requests_per_minute: (verifiedRate.quota * 60) / verifiedRate.windowSeconds,
      verified_burst: verifiedRate.burst,
    }),
    user_agent: "Send a User-Agent with the name of your agent and a contact address.",
    search_hits: SEARCH_LIMIT["maximum"],
    part_characters: PART_CHARACTERS,
  },
  not_offered: [
    ...site.notOffered,
    ...NEVER_OFFERED,
    ...(sells ? [] : [NO_PRODUCTS]),
    { what: "payment", detail: sells ? `${HOSTED} ${REFUSED}` : REFUSED },
  ],
  support: supportInfo(site),
});

/** Features that no Jackfield site offers. */
const SEARCH_LIMIT = requireValue(
  table.operations.searchPages.input.properties["limit"],
  "the limit of searchPages",
);

const NEVER_OFFERED: Output<"siteInfo">["not_offered"] = [
  {
    what: "events",
    detail: "The site sends no events and has no webhook or stream to subscribe to.",
  },
  {
    what: "accounts",
    detail:
      "The site has no registration, no credentials and no OAuth. Everything it serves is public.",
  },
];

const NO_PRODUCTS = {
  what: "products",
  detail: "The site sells nothing. It has no products and no checkouts.",
};

const HOSTED = "The buyer pays only on the hosted payment page at the continue_url of a checkout.";
const REFUSED =
  "This API takes no payments. It doesn't accept payment instruments, delegated payment tokens, MPP (HTTP 402) " +
  "credentials, x402 or AP2 mandates.";

/** States how many pages search finds by more than their path, while it isn't all of them. */
function describeProgress({ indexProgress }: ContentSource): string {
  const { read, total } = indexProgress?.() ?? { read: 0, total: 0 };
  return read < total
    ? `So far, ${read} of ${total} pages have been read for this. Search finds the others by their path. `
    : "";
}

/** What the page search covers, as the end of a sentence. */
const SEARCHED = {
  paths: "path",
  titles: "path, title or headings",
  text: "path, title, headings or text",
} as const satisfies Record<SearchScope, string>;
