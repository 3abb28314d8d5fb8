import { type Site, serviceUrl } from "../site.ts";

/** How AI catalogs list a resource. */
export interface CatalogEntry {
  readonly name: string;
  /** Two to five queries that the resource serves. */
  readonly queries: readonly string[];
  /** The type of artifact, if its media type doesn't say it. */
  readonly type?: string;
}

/** A resource that discovery documents list: an operation, a document or the MCP server. */
export interface AgentResource {
  readonly path: string;
  /** The media type. If there are several, the first. */
  readonly type: string;
  /** A registered link relation (IANA), or our own if none fits. */
  readonly rel: string;
  readonly title: string;
  readonly kind: "operation" | "document" | "mcp";
  /** The path of the API that the resource describes or belongs to. */
  readonly about: string;
  /**
   * The entry in the AI catalog, with example queries. Absent if the catalog doesn't list the
   * resource.
   */
  readonly entry?: CatalogEntry | undefined;
}

/** The path of the site description, the entry point of the API. */
export const SITE_PATH = "/agent/site.json";

/** The path of the MCP server. */
export const MCP_PATH = "/mcp";

/** Converts a resource to a link with an absolute URL. */
export const toLink = (site: Site, { rel, path, type, title }: AgentResource) => ({
  rel,
  href: serviceUrl(site, path),
  type,
  title,
});
