import { table } from "../../generated/site/operations.ts";

/** The prefix of the API for products and checkouts. */
const COMMERCE_PREFIX = "/agent/commerce/";

/** Returns whether a path belongs to the API that only sites with products offer. */
export const isCommercePath = (path: string): boolean => path.startsWith(COMMERCE_PREFIX);

/** The MCP tools that only sites with products offer. */
export const COMMERCE_TOOLS: ReadonlySet<string> = new Set(
  Object.values(table.operations).flatMap(({ path, tool }) =>
    isCommercePath(path) && tool ? [tool.name] : [],
  ),
);
