/** The result of a client's session with the server. */
export interface ClientResult {
  /** The names of the tools, in the client's order. */
  readonly tools: readonly string[];
  /** The tool's result. Some clients expose only `structuredContent`. */
  readonly result: { readonly structuredContent?: unknown; readonly _meta?: unknown };
}

/** A tool and the input of its call. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
}

/** A popular MCP client that lists the tools and calls one. */
export interface McpClient {
  readonly name: string;
  /** The npm package that contains it. */
  readonly packageName: string;
  /** The executable of a client that is a program. It takes a second or two to start. */
  readonly program?: string;
  /**
   * The protocol version that it chooses if the server supports both. `undefined` if the client
   * doesn't expose it.
   */
  readonly era?: Era;
  listAndCall(url: string, calls: ToolCall): Promise<ClientResult>;
}

/** The protocol versions that the server supports. */
export type Era = "2025-11-25" | "2026-07-28";
