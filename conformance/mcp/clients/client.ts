/** What a client made of the server. */
export interface ClientResult {
  /** The names of the tools, in the order in which the client has them. */
  readonly tools: readonly string[];
  /** What the tool gave; some clients show `structuredContent` alone. */
  readonly result: { readonly structuredContent?: unknown; readonly _meta?: unknown };
}

/** A tool, and what it is called with. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
}

/** A client that people use, made to list the tools and to call one. */
export interface McpClient {
  readonly name: string;
  /** The package that it comes from. */
  readonly packageName: string;
  /** The program, where it is one: starting it takes a second or two. */
  readonly program?: string;
  /** The revision that it speaks with a server of both; `undefined` where it does not let us see. */
  readonly era?: Era;
  listAndCall(url: string, calls: ToolCall): Promise<ClientResult>;
}

/** The revisions that are spoken here by those who have the choice. */
export type Era = "2025-11-25" | "2026-07-28";
