import type { Difference } from "./compare.ts";

/** The result of one tool: agreement, differences, or why it can't be compared. */
export interface ToolResult {
  readonly tool: string;
  /** The row of the table, such as the protocol of a service. */
  readonly group?: string | undefined;
  /** The client and its version: `googleapis@188.0.0`. */
  readonly client?: string | undefined;
  /** The published example that the tool is compared with, instead of a client. */
  readonly source?: string | undefined;
  readonly differences: readonly Difference[];
  /** Whether the client has the tool's verb and path, and nothing else agrees or was compared. */
  readonly isEndpointOnly?: boolean | undefined;
  /** Why the tool isn't compared. The text before a colon is the reason in the table. */
  readonly skipped?: string | undefined;
}
