import type { HttpRequest } from "../../http/handler.ts";
import { OPERATION_COST, PAGE_COST } from "../../http/rate-limit.ts";
import type { RateLimit, RequestContext } from "../../http/request-context.ts";
import { LARGE_PAGE_BYTES } from "./page-renditions.ts";

/** The cost of a page that must be fetched from another server. */
export const FETCH_COST = OPERATION_COST;

/**
 * Returns the cost of converting a page of this size: one request for each megabyte. Small pages
 * are converted at the price of reading them.
 */
export const conversionCost = (bytes: number): number =>
  bytes > LARGE_PAGE_BYTES ? Math.ceil(bytes / (1024 * 1024)) : PAGE_COST;

/**
 * Raises the total cost of reading one page, as soon as it is known. Throws the `Problem`
 * `rate_limited`.
 */
export type RaiseCost = (total: number) => Promise<void> | void;

/**
 * Creates the charge for reading one page. `charged` is what the client has paid already. The total
 * never exceeds what the rate limit allows at once, so that every client can read every page.
 */
export function createPageCharge(
  rateLimit: RateLimit | undefined,
  request: HttpRequest,
  context: RequestContext,
  charged = 0,
): RaiseCost {
  let total = charged;
  return (next) => {
    if (!rateLimit) return undefined;
    const cost = Math.min(next, rateLimit.maxCost) - total;
    if (cost <= 0) return undefined;
    total += cost;
    return rateLimit.take(request, context, { cost });
  };
}
