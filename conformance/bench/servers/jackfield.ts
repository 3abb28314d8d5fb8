import process from "node:process";
import { createClientKey } from "../../../adapters/rate-limit/client-address.ts";
import { createMemoryRateLimiter } from "../../../adapters/rate-limit/memory.ts";
import { serve } from "../../../adapters/runtime/serve.ts";
import { createHostCheck, createOriginCheck } from "../../../adapters/services/allowed-hosts.ts";
import { createBufferedWriter, createJsonLog } from "../../../adapters/telemetry/log.ts";
import { createProcessMetrics, isLocalRequest } from "../../../adapters/telemetry/metrics.ts";
import { createSite, type SiteOptions } from "../../../core/index.ts";
import { createRate } from "../../../core/lib/kit/flow/rate.ts";
import { createDirectoryOutbound } from "../../signatures/keys.ts";
import type { StartServer } from "./listen.ts";
import { content, site } from "./site.ts";

/** A rate that no load reaches, so that only the cost of counting is measured. */
const UNREACHABLE_RATE = createRate(9_999_999, 1, 9_999_999);

/** Features of `npm start` whose CPU time is measured. */
const PARTS = {
  limit: () => ({
    rateLimit: {
      rate: UNREACHABLE_RATE,
      limiter: createMemoryRateLimiter(UNREACHABLE_RATE),
      clientKey: createClientKey([]),
    },
  }),
  metrics: () => ({ metrics: { process: createProcessMetrics(), isAllowed: isLocalRequest } }),
  directories: () => ({ directories: createDirectoryOutbound() }),
  log: () => ({
    log: createJsonLog(createBufferedWriter((text) => process.stdout.write(text)).write),
  }),
} satisfies Record<string, () => Partial<SiteOptions>>;

/** The features of each variant. */
const VARIANTS: Readonly<Record<string, readonly (keyof typeof PARTS)[]>> = {
  bare: [],
  limit: ["limit"],
  signatures: ["directories"],
  default: ["limit", "metrics", "log", "directories"],
};

/**
 * The site on the current runtime. The variants are `bare`, `limit` (with rate limiter),
 * `signatures` (with verification) and `default` (as `npm start`).
 */
export const startJackfield: StartServer = async (variant) => {
  const options: SiteOptions = {
    site,
    content,
    allowsHost: createHostCheck(site.origin, []),
    allowsOrigin: createOriginCheck(site.origin, []),
  };
  for (const part of VARIANTS[variant]!) Object.assign(options, PARTS[part]());
  const { url } = await serve(createSite(options), { hostname: "127.0.0.1", port: 0 });
  return Number(new URL(url).port);
};
