import type { Exchanges } from "../case.ts";
import { mergeExchanges } from "../case.ts";
import { acpPathExchanges } from "./site/acp.ts";
import { guideExchanges } from "./site/buying-guide.ts";
import { checkoutCallbackExchanges } from "./site/checkout-callbacks.ts";
import { limiterDownExchanges } from "./site/limiter-outage.ts";
import { mcpExchanges } from "./site/mcp.ts";
import { metricsExchanges } from "./site/metrics.ts";
import { rateLimitExchanges } from "./site/rate-limit.ts";
import { signatureExchanges } from "./site/signatures.ts";
import { surfaceExchanges } from "./site/surfaces.ts";
import { ucpMcpExchanges } from "./site/ucp-mcp.ts";
import { ucpExchanges } from "./site/ucp-profile.ts";
import { keyDirectoryExchanges } from "./site/well-known.ts";

export { siteBindingCases, siteCases } from "./site/index.ts";

/**
 * The exchanges outside the operations: surfaces, the MCP protocol, rate limits, metrics and
 * signatures.
 */
export const exchanges: Exchanges = mergeExchanges(
  surfaceExchanges,
  checkoutCallbackExchanges,
  guideExchanges,
  acpPathExchanges,
  ucpExchanges,
  mcpExchanges,
  ucpMcpExchanges,
  rateLimitExchanges,
  limiterDownExchanges,
  metricsExchanges,
  signatureExchanges,
  keyDirectoryExchanges,
);
