import { table } from "../../../generated/site/operations.ts";
import { createCostTable, type RequestCost } from "../../http/rate-limit.ts";

/** The operations that open a page at the payment provider. They require the rate limiter. */
const CHECKOUT_OPERATIONS = ["createCheckout", "createUcpCheckout", "createAcpCheckout"];

/** The MCP tool that requires the rate limiter. */
export const CREATE_CHECKOUT_TOOL = table.operations.createCheckout.tool?.name;

const costTable = createCostTable(table, "/agent/", CHECKOUT_OPERATIONS);

/**
 * Returns the cost of a request. Pages and shared documents are free, as are the webhooks of the
 * payment provider.
 */
export const requestCostFor = (method: string, path: string): RequestCost =>
  costTable(method, path.startsWith("/agent/commerce/webhooks/") ? "/" : path);
