import { ICONS } from "../../../mcp/icons.ts";
import { pageUrl, type Site, serviceUrl } from "../../site.ts";
import { MCP_PATH } from "../agent-resource.ts";

/** The path of the MCP server card (SEP-2127), below the path of the server. */
export const CARD_PATH = `${MCP_PATH}/server-card`;
export const CARD_TYPE = "application/mcp-server-card+json";

/** The parts of the card that don't depend on the site. */
interface ServerInfo {
  /** The version of the API. */
  readonly version: string;
  /** The supported MCP revisions, newest first. */
  readonly revisions: readonly string[];
}

/**
 * Creates the MCP server card. The members after `remotes` repeat its data for scanners and for
 * clients of earlier drafts.
 */
export function serverCard(site: Site, { version, revisions }: ServerInfo): object {
  const name = `${reverseHostname(new URL(site.origin).hostname)}/site`;
  const endpoint = serviceUrl(site, MCP_PATH);
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name,
    version,
    title: truncate(site.name),
    description: truncate(
      `Search and read the pages of ${site.name}, and use what else it offers to agents.`,
    ),
    icons: ICONS,
    websiteUrl: pageUrl(site, "/"),
    remotes: [{ type: "streamable-http", url: endpoint, supportedProtocolVersions: revisions }],
    serverInfo: { name, version },
    endpoint,
    transport: { type: "streamable-http", endpoint },
    capabilities: { tools: {} },
    authentication: { required: false, schemes: [] },
  };
}

/**
 * Reverses the labels of a host name: `shop.example` becomes `example.shop`. For an IP address,
 * only removes the brackets and replaces the colons, because names can't contain them.
 */
function reverseHostname(hostname: string): string {
  if (/^[\d.]+$|:/.test(hostname)) return hostname.replaceAll(/[[\]]/g, "").replaceAll(":", "-");
  return hostname.split(".").reverse().join(".");
}

/**
 * Puts a text on one line and truncates it to 100 UTF-16 code units, without splitting a surrogate
 * pair.
 */
function truncate(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= 100 ? line : `${line.slice(0, 99).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
