import { table } from "../../generated/site/operations.ts";
import { PAGE_COST } from "../http/rate-limit.ts";
import type { Route } from "../http/routing/route.ts";
import { requireValue } from "../lib/kit/require-value.ts";
import { createMcpEdge } from "../mcp/edge.ts";
import { type Caller, createContextFactory } from "./context.ts";
import { MCP_PATH } from "./documents/agent-resource.ts";
import { siteTools } from "./mcp.ts";
import { rulesFor } from "./path-rules.ts";
import { protocolOperations } from "./protocols/index.ts";
import { describeUcpProblem, ucpTools } from "./protocols/ucp/mcp-tools.ts";
import { UCP_MCP_PATH } from "./protocols/ucp/versions.ts";
import type { SharedServices } from "./shared-services.ts";
import type { SiteOptions } from "./site-options.ts";

/** Creates the routes of the MCP servers: that of the site, and that of UCP. */
export function createMcpRoutes(
  { site, allowsOrigin, log, tracer }: SiteOptions,
  { run, parseInput, sells, meter, rateLimit, context }: SharedServices,
): readonly Route<Caller>[] {
  const telemetry = { log, meter, tracer };
  const createContext = createContextFactory({ ...context, protocol: "mcp" });
  const requiresLimiter = (tool: string) => tool === CREATE_CHECKOUT_TOOL;
  return [
    {
      ...rulesFor(MCP_PATH),
      path: MCP_PATH,
      ...createMcpEdge(allowsOrigin, () => ({
        ...siteTools(site, run, sells, telemetry),
        rateLimit,
        costs: { [READ_PAGE_TOOL]: PAGE_COST },
        requiresLimiter,
        createContext,
      })),
    },
    {
      // Like /mcp, it answers web pages of the site only, whereas UCP over REST is open to all.
      ...rulesFor(MCP_PATH),
      path: UCP_MCP_PATH,
      ...createMcpEdge(allowsOrigin, () => ({
        ...ucpTools(site, { operations: protocolOperations, parseInput, ...telemetry }),
        rateLimit,
        requiresLimiter,
        describeProblem: describeUcpProblem,
        createContext,
      })),
    },
  ];
}

const READ_PAGE_TOOL = requireValue(table.operations.readPage.tool, "the tool of readPage").name;
const CREATE_CHECKOUT_TOOL = table.operations.createCheckout.tool?.name;
