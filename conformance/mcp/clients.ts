import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { findProgram } from "../targets/http-client.ts";
import type { ClientResult, Era, McpClient, ToolCall } from "./client-libraries.ts";
import { libraries, listAndCallOver } from "./client-libraries.ts";
import { programEnvironment, runProgram } from "./mcp-server.ts";

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

export type { ClientResult, McpClient } from "./client-libraries.ts";

/** All tested clients. */
export const clients: readonly McpClient[] = [...libraries, ...programs];
