import { MCP_PATH } from "./agent-resource.ts";
import { pageUrl, type Site, serviceUrl } from "./site.ts";

/** Where the card of an MCP server is (SEP-2127): below its own address. */
export const CARD_PATH = `${MCP_PATH}/server-card`;
export const CARD_TYPE = "application/mcp-server-card+json";

/** What the card says of the server that is not the site's. */
export interface ServerInfo {
  readonly version: string;
  /** The revisions of MCP that it speaks, newest first. */
  readonly revisions: readonly string[];
}

/** The MCP server's card; the members after `remotes` say the same again for those who look for them there. */
export function serverCard(site: Site, { version, revisions }: ServerInfo): object {
  const name = `${reverseHostname(new URL(site.origin).hostname)}/site`;
  const endpoint = serviceUrl(site, MCP_PATH);
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name,
    version,
    title: truncate(site.name),
    description: truncate(
      `Search and read the pages of ${site.name}, and what else its site offers to agents.`,
    ),
    websiteUrl: pageUrl(site, "/"),
    remotes: [{ type: "streamable-http", url: endpoint, supportedProtocolVersions: revisions }],
    serverInfo: { name, version },
    endpoint,
    transport: { type: "streamable-http", endpoint },
    capabilities: { tools: {} },
    authentication: { required: false, schemes: [] },
  };
}

/** `shop.example` as `example.shop`; an address as it is, in the letters that a name may have. */
function reverseHostname(hostname: string): string {
  if (/^[\d.]+$|:/.test(hostname)) return hostname.replaceAll(/[[\]]/g, "").replaceAll(":", "-");
  return hostname.split(".").reverse().join(".");
}

/** At most a hundred characters, on one line, and no half of one at the end. */
function truncate(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= 100 ? line : `${line.slice(0, 99).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
