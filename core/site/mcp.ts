import { table } from "../../generated/site/operations.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { DispatcherOptions } from "../mcp/dispatcher.ts";
import {
  type OperationToolsOptions,
  operationTools,
  type ToolCaller,
} from "../mcp/operation-tools.ts";
import type { Run } from "../run.ts";
import type { Context, SiteContract } from "./contract.ts";
import type { Site } from "./domain/site.ts";

/** Who calls a tool of the site, and on which request's way. */
export interface Caller extends ToolCaller<Context> {
  readonly requestContext: RequestContext;
}

/** The site's MCP server. */
export const siteTools = (
  site: Site,
  run: Run<SiteContract>,
  telemetry: Pick<OperationToolsOptions<SiteContract>, "log" | "meter"> = {},
): DispatcherOptions<Caller> =>
  operationTools<SiteContract>({
    table,
    run,
    info: { name: "jackfield-site", title: site.name, version: table.version },
    instructions: INSTRUCTIONS,
    ...telemetry,
  });

const INSTRUCTIONS =
  "Reads one web site. search_pages finds pages by words in their URL path (not in their text): use few, plain words. " +
  "read_page takes a hit's url; long pages come in parts, so ask for part 2 and on while part is less than parts. " +
  "site_info says what the site is and what it does not offer. To buy: list_products has the offers with live prices, " +
  "create_checkout gives continue_url, the page on which the buyer pays (never ask for a card here), and get_checkout says " +
  "when it is completed. Stay under one call a second.";
