import type { AppEntry, AppRecord, ToolCard, ToolRecord } from "../../lib/openapi-tools/index.ts";
import type { CatalogApp } from "./catalog-app.ts";
import type { SearchNotice } from "./search/search-notices.ts";

/** A search result. */
export interface ToolMatch {
  readonly app: CatalogApp;
  readonly card: ToolCard;
  /** From 0 to 1. */
  readonly score: number;
  /** The estimated probability that the task means this tool. */
  readonly confidence: number;
  readonly why: readonly string[];
  /** The position in `steps` of the step that the tool is for. */
  readonly step?: number | undefined;
  /** The JSON Schema of the arguments, if the query asked for schemas. */
  readonly inputSchema?: ToolRecord["input"] | undefined;
}

/** The tools for a task, and facts about the search that they don't show. */
export interface ToolMatches {
  /** Best match first. */
  readonly matches: readonly ToolMatch[];
  /** The steps of the task, if there are several. */
  readonly steps?: readonly string[] | undefined;
  readonly notices: readonly SearchNotice[];
}

/** A search for tools. */
export interface ToolQuery {
  readonly task: string;
  readonly limit: number;
  /** Restricts the search to these apps. Default: all apps. */
  readonly apps?: readonly string[] | undefined;
  /** Restricts the search to connected apps, or to apps that aren't connected. */
  readonly connected?: boolean | undefined;
  /** Whether to read the input schemas. Default: false. */
  readonly schemas?: boolean | undefined;
}

/**
 * The apps and tools that an API key may see: those of the catalog, those that its account added,
 * and those that remote MCP servers list for its connections, restricted to the key's apps.
 *
 * Rejects with the `Problem` "catalog_not_ready" while there is no catalog, with
 * "permission_denied" for an app that the key can't use, and with "app_not_found" or
 * "tool_not_found".
 */
export interface CatalogView {
  /** Returns every app, sorted by slug. The array stays the same until an app changes. */
  apps(): Promise<{
    readonly entries: readonly AppEntry[];
    toCatalogApp(entry: AppEntry): CatalogApp;
  }>;
  app(slug: string): Promise<{ readonly app: CatalogApp; readonly record: AppRecord }>;
  /** Returns the number of an app's tools. `cards` reads a range by name, `end` excluded. */
  listTools(slug: string): Promise<{
    readonly app: CatalogApp;
    readonly length: number;
    cards(start: number, end: number): Promise<readonly ToolCard[]>;
  }>;
  tool(
    name: string,
  ): Promise<{ readonly app: CatalogApp; readonly card: ToolCard; readonly tool: ToolRecord }>;
  /**
   * Returns a tool with everything that a run needs. Tools of a remote MCP server are those that
   * `requestedConnection` (an ID or a label) lists. By default, all connections of the actor count.
   */
  toolForRun(
    name: string,
    requestedConnection?: string,
  ): Promise<{
    readonly isOwn: boolean;
    readonly record: AppRecord;
    readonly tool: ToolRecord;
    /** The ID of the only connection that lists the tool. Absent for tools that none lists. */
    readonly connection?: string | undefined;
    countConnections(): Promise<number>;
  }>;
  find(query: ToolQuery): Promise<ToolMatches>;
}
