import { table } from "../../generated/site/operations.ts";
import { compileInputs } from "../http/input/input-schema.ts";
import { createRateLimit } from "../http/rate-limit.ts";
import { createRun } from "../http/routing/run-operation.ts";
import { createMeter } from "../http/telemetry/meter.ts";
import { withUnavailableErrors } from "../http/unavailable-errors.ts";
import { createAgentVerifier } from "../lib/http-signatures/index.ts";
import type { Log } from "../ports/log.ts";
import type { Commerce } from "./checkout/commerce.ts";
import { type Sales, watchSales } from "./checkout/sales.ts";
import type { SharedContext } from "./context.ts";
import type { SiteContract } from "./contract.ts";
import { agentLinkHeader } from "./documents/agent-links.ts";
import { listAgentResources } from "./documents/agent-resources.ts";
import { fetchKeyDirectory } from "./fetch-key-directory.ts";
import { operations } from "./operations/index.ts";
import { createPageRenditions } from "./pages/page-renditions.ts";
import type { Site } from "./site.ts";
import type { SiteOptions } from "./site-options.ts";
import { surfaces } from "./surfaces.ts";

/** Creates the services that the routes of the site share. */
export function createSharedServices(options: SiteOptions) {
  const { site, content, directories, log, clientKey = () => "" } = options;
  const onError = (error: unknown, id: string) => log?.error(error, id);
  const sales = options.commerce && watchSales(options.commerce.payments, () => Date.now());
  const sells = () => sales?.isOpen() ?? false;
  const commerce = options.commerce && sales && createCommerce(options.commerce, sales, site, log);
  const parseInput = compileInputs(table);
  const agents =
    directories &&
    createAgentVerifier({
      fetchDirectory: fetchKeyDirectory(directories),
      nonces: options.nonces,
      origin: site.origin,
      now: Date.now,
    });
  const { resources, linkHeader } = createDiscovery(site, sells, options.signing !== undefined);
  const rateLimit = options.rateLimit && createRateLimit(options.rateLimit, onError);
  const renditions = createPageRenditions({
    convertLarge: options.convertLargePage,
    selectors: options.selectors,
  });
  const context: Omit<SharedContext, "protocol"> = {
    site,
    content,
    commerce,
    renditions,
    rateLimit,
    rate: options.rateLimit?.rate,
    verifiedRate: agents && options.rateLimit?.verified?.rate,
    sells,
    resources,
    clientKey,
  };
  return {
    ...context,
    context,
    agents,
    linkHeader,
    parseInput,
    run: createRun<SiteContract>(parseInput, operations),
    meter: options.metrics && createMeter(),
    onError,
  };
}

export type SharedServices = ReturnType<typeof createSharedServices>;

const createCommerce = (
  commerce: NonNullable<SiteOptions["commerce"]>,
  sales: Sales,
  site: Site,
  log: Log | undefined,
): Commerce => ({
  ...commerce,
  payments: sales.payments,
  checkoutStore: withUnavailableErrors(commerce.checkoutStore, {
    code: "payments_unavailable",
    message: "Checkout storage is unavailable.",
    onError: (error, method) =>
      log?.warn(
        `Checkout storage failed in ${method}: ${error instanceof Error ? error.message : error}`,
      ),
  }),
  site,
  now: Date.now,
});

/** Returns what discovery documents and pages list, with and without products. */
function createDiscovery(site: Site, sells: () => boolean, signs: boolean) {
  const list = (sells: boolean) => {
    const resources = listAgentResources(surfaces, site, { sells, signs });
    return { resources, linkHeader: agentLinkHeader(resources) };
  };
  const withProducts = list(true);
  const withoutProducts = list(false);
  const current = () => (sells() ? withProducts : withoutProducts);
  return {
    resources: () => current().resources,
    linkHeader: () => current().linkHeader,
  };
}
