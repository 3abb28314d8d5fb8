import { table } from "../../../generated/site/operations.ts";
import { LEGACY, MODERN } from "../../mcp/eras.ts";
import type { Operation, Output } from "../contract.ts";
import { toLink } from "../domain/agent-resource.ts";
import { GUIDE_PATH } from "../domain/buying-guide.ts";
import { PART_CHARACTERS, pageUrl, serviceUrl } from "../domain/site.ts";
import { supportInfo } from "../domain/support.ts";

export const siteInfo: Operation<"siteInfo"> = async (
  _,
  { site, content, rate, verifiedRate, commerce, resources },
) => ({
  name: site.name,
  description: site.description,
  url: pageUrl(site, "/"),
  pages: (await content.listPages()).length,
  guide:
    "Search for the few words that a page's address would have: paths are searched, not what pages say. Read a hit by its " +
    "url; long pages come in parts. llms.txt lists the pages." +
    (commerce
      ? ` To buy, list the products and create a checkout: ${serviceUrl(site, GUIDE_PATH)} says how, to the end.`
      : ""),
  links: resources.map((each) => toLink(site, each)),
  mcp: {
    url: serviceUrl(site, "/mcp"),
    transport: "streamable-http",
    protocol_versions: [...MODERN, ...LEGACY],
    tools: Object.values(table.operations)
      .flatMap(({ tool }) => tool?.name ?? [])
      .sort(),
  },
  limits: {
    requests_per_second: 1,
    ...(rate && { requests_per_minute: (rate.quota * 60) / rate.windowSeconds, burst: rate.burst }),
    ...(verifiedRate && {
      verified_requests_per_minute: (verifiedRate.quota * 60) / verifiedRate.windowSeconds,
      verified_burst: verifiedRate.burst,
    }),
    user_agent: "Send a User-Agent that names your agent and says where to reach its operator.",
    search_hits: table.operations.searchPages.input.properties["limit"]!["maximum"],
    part_characters: PART_CHARACTERS,
  },
  not_offered: [
    ...site.notOffered,
    ...NEVER_OFFERED,
    { what: "payment", detail: commerce ? `${HOSTED} ${REFUSED}` : REFUSED },
  ],
  support: supportInfo(site),
});

/** What no site served by Jackfield offers. */
const NEVER_OFFERED: Output<"siteInfo">["not_offered"] = [
  {
    what: "events",
    detail: "No events are sent, and there is no webhook or stream to subscribe to.",
  },
  {
    what: "accounts",
    detail:
      "There is no registration, no credential and no OAuth: everything that is served is open.",
  },
];

const HOSTED = "The buyer pays on the hosted page at a checkout's continue_url, and nowhere else.";
const REFUSED =
  "No payment is taken through this interface. Payment instruments, delegated payment tokens, MPP (HTTP 402) credentials, " +
  "x402 and AP2 mandates are not taken.";
