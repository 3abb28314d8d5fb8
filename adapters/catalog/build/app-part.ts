import type { AppEntry } from "../../../core/lib/openapi-tools/index.ts";
import type { AppState } from "../levels/keys.ts";
import type { Group } from "../plan/vendor-rule.ts";

/** The summary of a written app, from which the catalog is finished. */
export interface AppPart {
  readonly entry: AppEntry;
  readonly group: Group | "mcp";
  readonly source: string;
  readonly license?: string | undefined;
  readonly documents: number;
  readonly state: AppState;
}
