import { table } from "../../generated/site/operations.ts";
import type { Run } from "../http/routing/run-operation.ts";
import type { DispatcherOptions } from "../mcp/dispatcher.ts";
import { ICONS } from "../mcp/icons.ts";
import {
  type OperationToolsOptions,
  type OutputLink,
  operationTools,
  type ToolCaller,
} from "../mcp/operation-tools.ts";
import { COMMERCE_TOOLS } from "./commerce-operations.ts";
import type { Context, Output, SiteContract } from "./contract.ts";
import type { Site } from "./site.ts";

/**
 * Returns the dispatcher options of the site's MCP server. It offers the tools for buying only while
 * the site sells something.
 */
export const siteTools = (
  site: Site,
  run: Run<SiteContract>,
  sells: () => boolean,
  telemetry: Pick<OperationToolsOptions<SiteContract>, "log" | "meter" | "tracer"> = {},
): DispatcherOptions<ToolCaller<Context>> => {
  const server = operationTools<SiteContract>({
    table,
    run,
    info: {
      name: "jackfield-site",
      get title() {
        return site.name;
      },
      version: table.version,
      icons: ICONS,
    },
    instructions: `${INTRODUCTION}${READING} ${BUYING} ${PACE}`,
    links: { createCheckout: PAYMENT_LINK },
    origin: site.origin,
    ...telemetry,
  });
  const withProducts = { instructions: server.instructions, tools: server.tools };
  const withoutProducts = {
    instructions: `${INTRODUCTION_WITHOUT_PRODUCTS}${READING} ${PACE}`,
    tools: server.tools.filter(({ name }) => !COMMERCE_TOOLS.has(name)),
  };
  return { ...server, currentOffer: () => (sells() ? withProducts : withoutProducts) };
};

/** The page where the buyer pays. */
const PAYMENT_LINK: OutputLink<SiteContract> = {
  find: ({ continue_url: url }: Output<"createCheckout">) =>
    url === undefined ? undefined : { message: "Open this page to pay.", url },
  refresh: ({ id }: Output<"createCheckout">, run, context) => run("getCheckout", { id }, context),
};

const INTRODUCTION =
  "Search and read the pages of one website, and create checkouts for its products. ";
const INTRODUCTION_WITHOUT_PRODUCTS = "Search and read the pages of one website. ";
const READING =
  "search_pages finds pages by words in their URL paths, titles, headings and text. Use a few plain words. " +
  "read_page returns the page at the url of a hit. Long pages have several parts: while part is less than parts, read the next part. " +
  "site_info describes the site and lists what it does not offer.";
const BUYING =
  "To buy, get offers with live prices from list_products, then call create_checkout. It returns continue_url, the page where the buyer pays. " +
  "Never ask the buyer for card details. get_checkout shows when the checkout is completed.";
const PACE = "Send at most one call per second.";
