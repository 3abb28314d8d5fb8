import type { AppEntry } from "../../lib/openapi-tools/index.ts";
import type { ToolList } from "../../ports/stores/tool-list-store.ts";

/** An app with the caller's connections. */
export interface CatalogApp {
  readonly entry: AppEntry;
  /** Whether the account added the app itself. */
  readonly isOwn: boolean;
  /** The number of connections that the caller has to the app. */
  readonly connections: number;
  /** The tools of a remote MCP server, by connection of the caller. */
  readonly lists: readonly ToolList[];
}
