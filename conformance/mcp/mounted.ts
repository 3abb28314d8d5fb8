import { folderContent } from "../../adapters/content/folder.ts";
import { hostRule, originRule } from "../../adapters/hosts.ts";
import { passageOf } from "../../core/http/passage.ts";
import type { Handler } from "../../core/index.ts";
import { createMcpEdge } from "../../core/mcp/edge.ts";
import { createRun } from "../../core/run.ts";
import { compileInputs } from "../../core/schema.ts";
import type { SiteContract } from "../../core/site/contract.ts";
import { type Caller, siteTools } from "../../core/site/mcp.ts";
import { operations } from "../../core/site/operations/index.ts";
import { surfaces } from "../../core/site/surfaces/index.ts";
import { servedBy } from "../../core/site/surfaces/served.ts";
import { table } from "../../generated/site/operations.ts";
import { fixtures } from "./fixtures.ts";

/** The site's MCP server with the fixture tools beside its own: the same edge and dispatcher, and nothing else of the site. */
export function createMounted(origin: string): Handler {
  const content = folderContent(`${import.meta.dirname}/../rig/site`);
  const site = {
    origin,
    name: "Rig Site",
    description: "A site with tools for the official suites.",
    contact: "support@rig.example",
    notOffered: [],
  };
  const served = servedBy(surfaces, site);
  const own = siteTools(site, createRun<SiteContract>(compileInputs(table), operations));
  const byName = new Map(fixtures.map((fixture) => [fixture.tool.name, fixture]));
  const edge = createMcpEdge<Caller>({
    ...own,
    tools: [...own.tools, ...fixtures.map(({ tool }) => tool)],
    call: async (name, input, caller, meta) =>
      byName.get(name)?.answer(input as Record<string, unknown>, meta) ??
      own.call(name, input, caller, meta),
    allowsHost: hostRule(origin, []),
    allowsOrigin: originRule(origin, []),
  });
  return (asked) => {
    const id = crypto.randomUUID();
    return edge(asked, {
      context: { site, content, served, identity: "", network: "", signal: asked.signal },
      passage: passageOf(asked.url, id),
      requestId: id,
    });
  };
}
