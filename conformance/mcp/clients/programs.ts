import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { programOf } from "../../targets/spawned.ts";
import { environment, ran } from "../program.ts";
import type { Called, Era, McpClient, Told } from "./client.ts";
import { over } from "./libraries.ts";

/** The clients that are programs. */
export const programs: readonly McpClient[] = [
  {
    name: "mcp-remote",
    from: "mcp-remote",
    program: "mcp-remote",
    era: "2025-11-25",
    talk: mcpRemote,
  },
  { name: "mcporter", from: "mcporter", program: "mcporter", talk: mcporter },
  inspector("2025-11-25", "legacy"),
  inspector("2026-07-28", "modern"),
];

/** The bridge that clients without HTTP start: they speak to it over its standard input and output. */
function mcpRemote(url: string, called: Called): Promise<Told> {
  return inHome((home) => {
    const env = Object.fromEntries(
      Object.entries({ ...environment(), HOME: home }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
    const args = [url, "--allow-http", "--transport", "http-only"];
    return over(
      new StdioClientTransport({ command: programOf("mcp-remote")!, args, env, stderr: "ignore" }),
      called,
    );
  });
}

function mcporter(url: string, { tool, input }: Called): Promise<Told> {
  return inHome(async (home) => {
    const server = ["--http-url", url, "--allow-http", "--name", "site"];
    const listed = await printed("mcporter", ["list", ...server, "--json"], home);
    const structuredContent = await printed(
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
    return { tools: namesIn(listed.tools), result: { structuredContent } };
  });
}

/** With --strict, it also fails where a tool's schema is not one that every model's provider takes. */
function inspector(era: Era, word: string): McpClient {
  const talk = (url: string, { tool, input }: Called) =>
    inHome(async (home) => {
      const words = [
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
      const listed = await printed("mcp-inspector", [...words, "tools/list", "--strict"], home);
      const called = await printed(
        "mcp-inspector",
        [...words, "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(input)],
        home,
      );
      return { tools: namesIn(listed.result.tools), result: called.result };
    });
  return {
    name: `Inspector CLI, ${word}`,
    from: "@modelcontextprotocol/inspector",
    program: "mcp-inspector",
    era,
    talk,
  };
}

const namesIn = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

/** The JSON that a program prints; rejects with everything that it said where it fails. */
async function printed(program: string, words: readonly string[], home: string): Promise<any> {
  const { code, said, complained } = await ran(program, words, { home });
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${said}${complained}`);
  return JSON.parse(said);
}

/** These programs keep things in the user's home: each gets one of its own. */
async function inHome<Value>(use: (home: string) => Promise<Value>): Promise<Value> {
  const home = mkdtempSync(join(tmpdir(), "jackfield-client-"));
  try {
    return await use(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
