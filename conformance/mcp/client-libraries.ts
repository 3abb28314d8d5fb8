import {
  type ClientOptions,
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

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

const CLIENT_INFO = { name: "jackfield-conformance", version: "1.0.0" };

/** The clients that are libraries. */
export const libraries: readonly McpClient[] = [
  {
    name: "SDK v1 client",
    packageName: "@modelcontextprotocol/sdk",
    era: "2025-11-25",
    listAndCall: (url, called) =>
      listAndCallOver(new StreamableHTTPClientTransport(new URL(url)), called),
  },
  createModernClient("SDK v2 client, default options", "2025-11-25", {}),
  createModernClient("SDK v2 client, auto", "2026-07-28", { versionNegotiation: { mode: "auto" } }),
  createModernClient("SDK v2 client, pinned", "2026-07-28", {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
  }),
  { name: "AI SDK", packageName: "@ai-sdk/mcp", era: "2026-07-28", listAndCall: runAiSdk },
];

function createModernClient(name: string, era: Era, options: ClientOptions): McpClient {
  return {
    name,
    packageName: "@modelcontextprotocol/client",
    era,
    async listAndCall(url, { tool, input }) {
      const client = new ModernClient(CLIENT_INFO, options);
      await client.connect(new ModernTransport(new URL(url)));
      try {
        const { tools } = await client.listTools();
        return {
          tools: tools.map(({ name }) => name),
          result: await client.callTool({ name: tool, arguments: { ...input } }),
        };
      } finally {
        await client.close();
      }
    },
  };
}

/** Lists and calls with the SDK's v1 client over any transport. */
export async function listAndCallOver(
  transport: StreamableHTTPClientTransport | StdioClientTransport,
  { tool, input }: ToolCall,
): Promise<ClientResult> {
  const client = new Client(CLIENT_INFO);
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  try {
    const { tools } = await client.listTools();
    return {
      tools: tools.map(({ name }) => name),
      result: await client.callTool({ name: tool, arguments: { ...input } }),
    };
  } finally {
    await client.close();
  }
}

async function runAiSdk(url: string, { tool, input }: ToolCall): Promise<ClientResult> {
  const { createMCPClient } = await import("@ai-sdk/mcp");
  const client = await createMCPClient({ transport: { type: "http", url } });
  try {
    const tools = await client.tools();
    const result = await tools[tool]!.execute(
      { ...input },
      { toolCallId: "1", messages: [], context: {} },
    );
    return { tools: Object.keys(tools), result: result as ClientResult["result"] };
  } finally {
    await client.close();
  }
}
