import { existsSync } from "node:fs";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credentialOf } from "../callers/http.ts";
import { node, platformNode } from "../targets/runtimes.ts";
import type { Target } from "../targets/target.ts";
import { clients, type McpClient, type Told } from "./clients/index.ts";
import { type WaysIn, waysInto } from "./with-key.ts";

const skipped = new Map<string, string>();

describe("clients that people use, over Node", () => {
  let target: Target;
  beforeAll(async () => void (target = await node.start()));
  afterAll(() => target?.close());
  afterAll(() => {
    console.log(`${clients.length - skipped.size} of ${clients.length} clients asked.`);
    for (const [name, because] of skipped) console.log(`  ${name} was not: ${because}.`);
  });

  for (const client of clients) {
    test(`${client.name} lists the tools and calls one`, { timeout: 60_000 }, async ({ skip }) => {
      const because = whyNot(client);
      if (because) {
        skipped.set(client.name, because);
        skip(because);
      }
      const told = await client.talk(`${target.url}/mcp`, {
        tool: "search_pages",
        input: { q: "tape heads" },
      });
      expect(told.tools).toEqual([
        "create_checkout",
        "get_checkout",
        "list_products",
        "read_page",
        "search_pages",
        "site_info",
      ]);
      expect(told.result.structuredContent).toEqual(
        await found(target, "/agent/search?q=tape%20heads"),
      );
      if (client.era) expect(eraOf(told)).toBe(client.era);
    });
  }
});

describe("clients that people use, with a key of the platform", () => {
  let target: Target;
  let ways: WaysIn;
  beforeAll(async () => void (ways = await waysInto((target = await platformNode.start()))));
  afterAll(async () => {
    ways?.close();
    await target?.close();
  });

  for (const client of clients) {
    test.for(["link", "header"] as const)(
      `${client.name} lists the tools and calls one, with the key in its %s`,
      { timeout: 60_000 },
      async (way, { skip }) => {
        const because = whyNot(client);
        if (because) skip(because);
        const told = await client.talk(ways[way], {
          tool: "search_apps",
          input: { search: "atlas" },
        });
        expect(told.tools).toEqual([
          "connect_app",
          "find_tools",
          "get_tool",
          "list_connections",
          "run_tool",
          "search_apps",
        ]);
        expect(told.result.structuredContent).toEqual(
          await found(target, "/api/v1/apps?search=atlas"),
        );
        if (client.era) expect(eraOf(told)).toBe(client.era);
      },
    );
  }
});

/** The very search over HTTP. */
async function found(target: Target, path: string): Promise<unknown> {
  const { status, text } = await target.ask({ path, headers: credentialOf(target) });
  expect(status).toBe(200);
  return JSON.parse(text);
}

/** Only in the stateless era does a result say who answers. */
const eraOf = ({ result }: Told) =>
  JSON.stringify(result._meta ?? {}).includes("io.modelcontextprotocol/serverInfo")
    ? "2026-07-28"
    : "2025-11-25";

function whyNot({ from, program }: McpClient): string | undefined {
  if (!existsSync(`${import.meta.dirname}/../../node_modules/${from}/package.json`))
    return `${from} is not installed`;
  return program && !process.env["CI"]
    ? "starting it is slow; it is asked where CI is set"
    : undefined;
}
