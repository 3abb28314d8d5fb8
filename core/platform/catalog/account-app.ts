import type { AppEntry } from "../../lib/openapi-tools/index.ts";
import type { OwnApp } from "./own-apps.ts";

/**
 * An app whose tools aren't those of the catalog: one that the account added, or a remote MCP server
 * that listed its tools.
 */
export interface AccountApp extends OwnApp {
  /** The app in lists. */
  readonly entry: AppEntry;
  /**
   * The IDs of the connections that list each tool. Absent: the tools need none in particular, or it
   * isn't known yet which ones have them.
   */
  readonly connectionsByTool?: ReadonlyMap<string, readonly string[]> | undefined;
}
