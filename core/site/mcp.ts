import { table } from "../../generated/site/operations.ts";
import type { DispatcherOptions } from "../mcp/dispatcher.ts";
import type { Meter } from "../http/meter.ts";
import type { Passage } from "../http/passage.ts";
import { toolsOf } from "../mcp/tools.ts";
import { internalProblem, Problem } from "../problem.ts";
import type { Log } from "../ports/log.ts";
import type { Run } from "../run.ts";
import type { Context, OperationName, SiteContract } from "./contract.ts";
import type { Site } from "./domain/site.ts";

/** Who calls a tool: what its operation is run with, and the id of the HTTP request. */
export interface Caller {
  readonly context: Context;
  readonly passage: Passage;
  readonly requestId: string;
}

/** Who is told of what the tools do. */
export interface Watching {
  readonly log?: Log | undefined;
  readonly meter?: Meter | undefined;
}

/** The site's MCP server: its tools are the operations that the spec marks as tools. */
export function siteTools(site: Site, run: Run<SiteContract>, { log, meter }: Watching = {}): DispatcherOptions<Caller> {
  const { byTool, list } = toolsOf(table);
  return {
    info: { name: "jackfield-site", title: site.name, version: table.version },
    instructions: INSTRUCTIONS,
    tools: list,
    async call(name, input, { context, requestId }) {
      const operation = byTool.get(name);
      if (operation === undefined) {
        meter?.call(undefined, "problem");
        return undefined;
      }
      try {
        const output = (await run(operation as OperationName, input, context)) as Record<string, unknown>;
        meter?.call(name, "success");
        return { content: [{ type: "text", text: JSON.stringify(output) }], structuredContent: output };
      } catch (error) {
        if (!(error instanceof Problem) && !context.signal.aborted) log?.fault(error, requestId);
        const problem = error instanceof Problem ? error : internalProblem();
        meter?.call(name, error instanceof Problem && problem.status < 500 ? "problem" : "fault");
        // No structuredContent: the SDK's client checks it against outputSchema even on an error, and throws.
        return { content: [{ type: "text", text: JSON.stringify(problem.toBody(requestId)) }], isError: true };
      }
    },
  };
}

const INSTRUCTIONS =
  "Reads one web site. search_pages finds pages by words in their URL path (not in their text): use few, plain words. " +
  "read_page takes a hit's url; long pages come in parts, so ask for part 2 and on while part is less than parts. " +
  "site_info says what the site is and what it does not offer. To buy: list_products has the offers with live prices, " +
  "create_checkout gives continue_url, the page on which the buyer pays (never ask for a card here), and get_checkout says " +
  "when it is completed. Stay under one call a second.";
