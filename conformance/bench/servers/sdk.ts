import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { listTools } from "../../../core/mcp/tools.ts";
import { table } from "../../../generated/site/operations.ts";
import { listen, type StartServer } from "./listen.ts";
import { search } from "./site.ts";

const info = { name: "jackfield-site", version: table.version };
const { list } = listTools(table);
const tool = list.find(({ name }) => name === "search_pages")!;

/**
 * The official SDK as documented: a server and a transport for each request, in JSON mode. The
 * variants are `low-level` and `high-level`.
 */
export const startSdk: StartServer = (variant) =>
  listen(async (request) => {
    const server = variant === "high-level" ? createHighLevelServer() : createLowLevelServer();
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    await server.close();
    return response;
  });

function createLowLevelServer(): Server {
  const server = new Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: list }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
    searchResult(inputSchema.parse(params.arguments)),
  );
  return server;
}

function createHighLevelServer(): McpServer {
  const server = new McpServer(info);
  const { title, description, annotations } = tool;
  server.registerTool(
    tool.name,
    {
      inputSchema,
      outputSchema,
      ...(title && { title }),
      ...(description && { description }),
      ...(annotations && { annotations }),
    },
    (input) => searchResult(input),
  );
  return server;
}

async function searchResult(input: { q: string; limit: number }) {
  const result = await search(input);
  return {
    content: [{ type: "text" as const, text: JSON.stringify(result) }],
    structuredContent: { ...result },
  };
}

const inputSchema = z.strictObject({
  q: z.string().min(1).max(400),
  limit: z.number().int().min(1).max(50).default(10),
});
const outputSchema = z.object({
  words: z.array(z.string()),
  total: z.number(),
  hits: z.array(
    z.object({
      url: z.string(),
      title: z.string().optional(),
      matched: z.array(z.string()),
      modified: z.string().optional(),
    }),
  ),
});
