import { folderContent } from "../../adapters/content/folder.ts";
import { createHostCheck, createOriginCheck } from "../../adapters/services/allowed-hosts.ts";
import { compileInputs } from "../../core/http/input-schema.ts";
import { createRequestContext } from "../../core/http/request-context.ts";
import { createRun } from "../../core/http/run-operation.ts";
import type { Handler } from "../../core/index.ts";
import { createMcpEdge } from "../../core/mcp/edge.ts";
import type { SiteContract } from "../../core/site/contract.ts";
import { listAgentResources } from "../../core/site/documents/agent-resources.ts";
import { type Caller, siteTools } from "../../core/site/mcp.ts";
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
  const edge = createMcpEdge<Caller>({
    ...ownTools,
    tools: [...ownTools.tools, ...suiteTools.map(({ tool }) => tool)],
    call: async (name, input, caller, meta) =>
      byName.get(name)?.respond(input as Record<string, unknown>, meta) ??
      ownTools.call(name, input, caller, meta),
    allowsHost: createHostCheck(origin, []),
    allowsOrigin: createOriginCheck(origin, []),
  });
  return (request) => {
    const id = crypto.randomUUID();
    return edge(request, {
      context: {
        site,
        content,
        resources: served,
        identity: "",
        network: "",
        signal: request.signal,
      },
      requestContext: createRequestContext(request.url, id),
      requestId: id,
    });
  };
}
