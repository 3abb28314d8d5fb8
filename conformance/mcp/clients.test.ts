import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authorizationHeaders } from "../callers/http.ts";
import { listToolNames, specs } from "../services/service.ts";
import { node, platformNode } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";
import { type ClientResult, clients, type McpClient } from "./clients.ts";
import { createKeyEndpoints, type KeyEndpoints } from "./mcp-server.ts";

const skipped = new Map<string, string>();

describe("popular MCP clients, over Node", () => {
  let target: Target;
  beforeAll(async () => {
    target = await node.start();
  });
  afterAll(async () => {
    await target?.close();
    console.log(`Tested ${clients.length - skipped.size} of ${clients.length} clients.`);
    for (const [name, reason] of skipped) console.log(`  ${name} was skipped: ${reason}.`);
  });

  for (const client of clients) {
    test(`${client.name} lists the tools and calls one`, { timeout: 60_000 }, async ({ skip }) => {
      const reason = skipReason(client);
      if (reason) {
        skipped.set(client.name, reason);
        skip(reason);
      }
      const result = await client.listAndCall(`${target.url}/mcp`, {
        tool: "search_pages",
        input: { q: "tape heads" },
      });
      expect(result.tools).toEqual(listToolNames(specs.site.table));
      expect(result.result.structuredContent).toEqual(
        await searchOverHttp(target, "/agent/search?q=tape%20heads"),
      );
      if (client.era) expect(detectEra(result)).toBe(client.era);
    });
  }
});

describe("popular MCP clients, with an API key of the platform", () => {
  let target: Target;
  let endpoints: KeyEndpoints;
  beforeAll(async () => {
    target = await platformNode.start();
    endpoints = await createKeyEndpoints(target);
  });
  afterAll(async () => {
    endpoints?.close();
    await target?.close();
  });

  for (const client of clients) {
    test.for(["link", "header"] as const)(
      `${client.name} lists the tools and calls one, with the key in its %s`,
      { timeout: 60_000 },
      async (endpoint, { skip }) => {
        const reason = skipReason(client);
        if (reason) skip(reason);
        const result = await client.listAndCall(endpoints[endpoint], {
          tool: "search_apps",
          input: { search: "atlas" },
        });
        expect(result.tools).toEqual(listToolNames(specs.platform.table));
        expect(result.result.structuredContent).toEqual(
          await searchOverHttp(target, "/api/v1/apps?search=atlas"),
        );
        if (client.era) expect(detectEra(result)).toBe(client.era);
      },
    );
  }
});

/** Runs the same search over HTTP. */
async function searchOverHttp(target: Target, path: string): Promise<unknown> {
  const { status, text } = await target.send({ path, headers: authorizationHeaders(target) });
  expect(status).toBe(200);
  return JSON.parse(text);
}

/** Only results of the stateless protocol version name the server. */
const detectEra = ({ result }: ClientResult) =>
  JSON.stringify(result._meta ?? {}).includes("io.modelcontextprotocol/serverInfo")
    ? "2026-07-28"
    : "2025-11-25";

const skipReason = ({ packageName }: McpClient): string | undefined =>
  existsSync(`${import.meta.dirname}/../../node_modules/${packageName}/package.json`)
    ? undefined
    : `${packageName} is not installed`;
