import { folderContent } from "../../adapters/content/folder.ts";
import { createHostCheck, createOriginCheck } from "../../adapters/services/allowed-hosts.ts";
import { compileInputs } from "../../core/http/input-schema.ts";
import { createHandler } from "../../core/http/pipeline.ts";
import { createRouter } from "../../core/http/router.ts";
import { createRun } from "../../core/http/run-operation.ts";
import type { Handler } from "../../core/index.ts";
import { createMcpEdge } from "../../core/mcp/edge.ts";
import type { Context, SiteContract } from "../../core/site/contract.ts";
import { listAgentResources } from "../../core/site/documents/agent-resources.ts";
import { siteTools } from "../../core/site/mcp.ts";
import { operations } from "../../core/site/operations/index.ts";
import { surfaces } from "../../core/site/surfaces.ts";
import { table } from "../../generated/site/operations.ts";
import { suiteTools } from "./suite-tools.ts";

/**
 * The site's MCP server with the suites' tools besides its own. It uses the same edge and
 * dispatcher, but no other part of the site.
 */
export function createMcpServer(origin: string): Handler {
  const content = folderContent(`${import.meta.dirname}/../fixtures/site`);
  const site = {
    origin,
    name: "Fixture Site",
    description: "A site with tools for the official suites.",
    contact: "support@fixture.example",
    notOffered: [],
  };
  const served = listAgentResources(surfaces, site);
  const ownTools = siteTools(site, createRun<SiteContract>(compileInputs(table), operations));
  const byName = new Map(suiteTools.map((fixture) => [fixture.tool.name, fixture]));
  const mcp = createMcpEdge<undefined, Context>({
    ...ownTools,
    tools: [...ownTools.tools, ...suiteTools.map(({ tool }) => tool)],
    call: async (name, input, caller, meta) =>
      byName.get(name)?.respond(input as Record<string, unknown>, meta) ??
      ownTools.call(name, input, caller, meta),
    allowsOrigin: createOriginCheck(origin, []),
    createContext: (request) => ({
      site,
      content,
      resources: served,
      identity: "",
      network: "",
      signal: request.signal,
    }),
  });
  const rules = { headers: {} };
  return createHandler<undefined>({
    router: createRouter([{ ...rules, path: "/mcp", ...mcp }], {
      rulesFor: () => rules,
      hint: "Send requests to /mcp.",
    }),
    origin,
    allowsHost: createHostCheck(origin, []),
    authenticate: (request) => ({ request, caller: undefined }),
    createRequestId: () => crypto.randomUUID(),
  });
}
