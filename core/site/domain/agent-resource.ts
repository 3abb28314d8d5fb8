import { type Site, serviceUrl } from "./site.ts";

/** Something that is served for agents to find: an operation, a document, the MCP server. */
export interface AgentResource {
  readonly path: string;
  /** Its media type; the first of several. */
  readonly type: string;
  /** What it is to the site: a registered link relation (IANA), or a word of ours where none fits. */
  readonly rel: string;
  readonly title: string;
  readonly kind: "operation" | "document" | "mcp";
  /** The path of the API that it says something of. */
  readonly about: string;
  /** How the AI catalog lists it; left out where it does not. */
  readonly entry?: { readonly name: string; readonly queries: readonly string[] } | undefined;
}

/** What says of the whole interface where everything is. */
export const SITE_PATH = "/agent/site.json";

/** Where MCP is spoken. */
export const MCP_PATH = "/mcp";

/** Something that is served, as a link. */
export const toLink = (site: Site, { rel, path, type, title }: AgentResource) => ({
  rel,
  href: serviceUrl(site, path),
  type,
  title,
});
