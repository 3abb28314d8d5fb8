import { expect, it, onTestFinished } from "vitest";
import { createOutbound } from "../../adapters/outbound/create-outbound.ts";
import { listRemoteTools } from "../../core/platform/runs/list-remote-tools.ts";
import { legacyMcpServer, type McpResponder } from "../fixtures/platform/mcp-upstream.ts";
import { startUpstream } from "../fixtures/platform/tool-runner.ts";

it("listRemoteTools reads every page and skips invalid tools", async () => {
  const respond: McpResponder = ({ params }) => ({
    result:
      params.cursor === undefined
        ? {
            tools: [
              { name: "a", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
              { name: 5 },
            ],
            nextCursor: "2",
          }
        : { tools: [{ name: "b", title: "B", description: "Does b.", inputSchema: {} }] },
  });
  const server = await startUpstream(legacyMcpServer(respond));
  const outbound = createOutbound({ allowedOrigins: [server.origin] });
  onTestFinished(async () => {
    await server.close();
    outbound.close();
  });
  expect(
    await listRemoteTools({
      outbound,
      url: `${server.origin}/mcp`,
      headers: {},
      timeoutMs: 2_000,
    }),
  ).toEqual({
    tools: [
      { name: "a", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
      { name: "b", title: "B", description: "Does b.", inputSchema: {} },
    ],
  });
});
