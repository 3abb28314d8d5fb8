import type { DecryptedConnection } from "../../lib/openapi-tools/credentials/index.ts";
import type { FailureCode, ToolResult } from "../../lib/openapi-tools/result/index.ts";
import type { OutboundHeaders } from "../../ports/outbound.ts";

/** The response to one attempt. */
export interface ToolResponse {
  /** The HTTP status. Absent for a response of a remote MCP server. */
  readonly status?: number | undefined;
  readonly headers: OutboundHeaders;
  readonly result: ToolResult;
  readonly failure?: FailureCode | undefined;
  /** Whether the failure may mean that a remote MCP server no longer has the tool. */
  readonly mayBeGone?: boolean | undefined;
  readonly next?: Record<string, unknown> | undefined;
}

/** Sends a tool's request. */
export interface ToolTransport {
  /**
   * Sends the request once, with the connection's current credential. Rejects with an
   * `OutboundFailure`.
   */
  send(connection: DecryptedConnection | undefined, timeoutMs: number): Promise<ToolResponse>;
  /** Whether the request can be retried, because it changes nothing or the app deduplicates it. */
  readonly isRepeatable: boolean;
  /** Whether the request may change something. */
  readonly isUnsafe: boolean;
}
