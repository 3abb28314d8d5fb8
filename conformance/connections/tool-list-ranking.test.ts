import { expect, it, onTestFinished } from "vitest";
import { createMemoryCatalog } from "../fixtures/connections/apps.ts";
import { connectApp } from "../fixtures/connections/connect-app.ts";
import { createMcpApp, startMcpServer } from "../fixtures/connections/mcp-server.ts";
import { startTestPlatform } from "../fixtures/connections/test-platform.ts";
import { APPS, atlas } from "../fixtures/platform/apps.ts";

it("a connected server comes before the popular HTTP API of the same product", async () => {
  const server = await startMcpServer({
    alice: [
      { name: "list_issues", description: "List the issues of your workspace." },
      { name: "save_issue", description: "Create or update an issue in a team." },
    ],
  });
  const http = { ...atlas, record: { ...atlas.record, popular: true } };
  const record = createMcpApp(server, undefined, {
    slug: "atlas_mcp",
    name: "Atlas (MCP)",
    vendor: atlas.record.vendor,
  });
  const remote = { record, tools: [], cards: [], documents: [], definitions: new Map(), from: 0 };
  const platform = await startTestPlatform([], {
    catalog: createMemoryCatalog([http, remote, ...APPS.filter((app) => app !== atlas)]),
    allowedOrigins: [server.origin],
  });
  onTestFinished(async () => {
    await platform.close();
    await server.close();
  });
  const find = async () => {
    const { body } = await platform.api("POST", "/tools/find", {
      task: "create an issue in Atlas",
    });
    return body.tools.map(({ name }: { name: string }) => name);
  };
  expect((await find())[0]).toBe("atlas.create_issue");
  await connectApp(platform, "atlas_mcp", { f_token: "alice" });
  expect((await find())[0]).toBe("atlas_mcp.save_issue");
});
