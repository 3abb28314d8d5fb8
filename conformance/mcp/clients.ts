import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ClientOptions,
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { findProgram } from "../targets/http-client.ts";
import { programEnvironment, runProgram } from "./mcp-server.ts";

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

/** The clients that are programs. */
export const programs: readonly McpClient[] = [
  {
    name: "mcp-remote",
    packageName: "mcp-remote",
    program: "mcp-remote",
    era: "2025-11-25",
    listAndCall: runMcpRemote,
  },
  { name: "mcporter", packageName: "mcporter", program: "mcporter", listAndCall: runMcporter },
  createInspectorClient("2025-11-25", "legacy"),
  createInspectorClient("2026-07-28", "modern"),
];

/** Uses mcp-remote, the bridge from standard input and output to HTTP. */
function runMcpRemote(url: string, called: ToolCall): Promise<ClientResult> {
  return withTemporaryHome((home) => {
    const env = Object.fromEntries(
      Object.entries({ ...programEnvironment(), HOME: home }).filter(
        ([, value]) => value !== undefined,
      ),
    ) as Record<string, string>;
    const args = [url, "--allow-http", "--transport", "http-only"];
    return listAndCallOver(
      new StdioClientTransport({
        command: findProgram("mcp-remote")!,
        args,
        env,
        stderr: "ignore",
      }),
      called,
    );
  });
}

function runMcporter(url: string, { tool, input }: ToolCall): Promise<ClientResult> {
  return withTemporaryHome(async (home) => {
    const server = ["--http-url", url, "--allow-http", "--name", "site"];
    const listed = await runForJson("mcporter", ["list", ...server, "--json"], home);
    const structuredContent = await runForJson(
      "mcporter",
      [
        "call",
        ...server,
        `site.${tool}`,
        ...Object.entries(input).map(([name, value]) => `${name}=${value}`),
        "--output",
        "json",
      ],
      home,
    );
    return { tools: toolNames(listed.tools), result: { structuredContent } };
  });
}

/**
 * With `--strict`, the Inspector also rejects tool schemas that some model providers don't support.
 */
function createInspectorClient(era: Era, word: string): McpClient {
  const listAndCall = (url: string, { tool, input }: ToolCall) =>
    withTemporaryHome(async (home) => {
      const args = [
        "--cli",
        url,
        "--transport",
        "http",
        "--protocol-era",
        word,
        "--format",
        "json",
        "--method",
      ];
      const listed = await runForJson("mcp-inspector", [...args, "tools/list", "--strict"], home);
      const called = await runForJson(
        "mcp-inspector",
        [...args, "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(input)],
        home,
      );
      return { tools: toolNames(listed.result.tools), result: called.result };
    });
  return {
    name: `Inspector CLI, ${word}`,
    packageName: "@modelcontextprotocol/inspector",
    program: "mcp-inspector",
    era,
    listAndCall,
  };
}

const toolNames = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

/** Returns the JSON that a program prints. Rejects with its output if it fails. */
async function runForJson(program: string, args: readonly string[], home: string): Promise<any> {
  const { code, stdout, stderr } = await runProgram(program, args, { home });
  if (code !== 0) throw new Error(`${program} exited with code ${code}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/** Creates a temporary home directory, because these programs store files in the user's home. */
async function withTemporaryHome<Value>(use: (home: string) => Promise<Value>): Promise<Value> {
  const home = mkdtempSync(join(tmpdir(), "jackfield-client-"));
  try {
    return await use(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** All tested clients. */
export const clients: readonly McpClient[] = [...libraries, ...programs];
