import type { AppEntry, AppRecord, ToolCard, ToolRecord } from "../../ports/apps.ts";

/** An app as a key sees it. */
export interface CatalogApp {
  readonly entry: AppEntry;
  /** Whether the account has added it itself. */
  readonly isOwn: boolean;
  /** How many connections the caller has to it. */
  readonly connections: number;
}

/** A tool that was found for a task. */
export interface ToolMatch {
  readonly app: CatalogApp;
  readonly card: ToolCard;
  /** From 0 to 1. */
  readonly score: number;
  readonly why: readonly string[];
}

/** What is looked for. */
export interface ToolQuery {
  readonly task: string;
  readonly limit: number;
  /** Only tools of these apps; none: all. */
  readonly apps?: readonly string[] | undefined;
  /** Only tools of apps that are connected, or that are not. */
  readonly connected?: boolean | undefined;
}

/**
 * The apps and tools that there are for a key: those of the catalog and those that its account has added, less what the key
 * is not for. Rejects with the `Problem` "catalog_not_ready" while there is no catalog yet, with "permission_denied" for
 * an app that the key is not for, and with "app_not_found" or "tool_not_found" for what is not there.
 */
export interface CatalogView {
  /** Every app, sorted by slug (the same array as long as nothing has changed), and how the caller sees one of them. */
  apps(): Promise<{ readonly entries: readonly AppEntry[]; seen(entry: AppEntry): CatalogApp }>;
  app(slug: string): Promise<{ readonly app: CatalogApp; readonly record: AppRecord }>;
  /** How many tools an app has, and the cards of those from `start` up to and without `end`, by name. */
  listTools(slug: string): Promise<{
    readonly app: CatalogApp;
    readonly length: number;
    cards(start: number, end: number): Promise<readonly ToolCard[]>;
  }>;
  tool(
    name: string,
  ): Promise<{ readonly app: CatalogApp; readonly card: ToolCard; readonly tool: ToolRecord }>;
  /** A tool with all that running it takes. */
  toolForRun(name: string): Promise<{
    readonly isOwn: boolean;
    readonly record: AppRecord;
    readonly tool: ToolRecord;
    countConnections(): Promise<number>;
  }>;
  /** The best fit first. */
  find(query: ToolQuery): Promise<readonly ToolMatch[]>;
}
