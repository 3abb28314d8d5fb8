import process from "node:process";
import { createHostCheck, createOriginCheck } from "../../../adapters/allowed-hosts.ts";
import { createClientKey } from "../../../adapters/client-address.ts";
import { createBufferedWriter, createJsonLog } from "../../../adapters/log.ts";
import { createProcessMetrics, isLocalRequest } from "../../../adapters/metrics.ts";
import { createMemoryRateLimiter } from "../../../adapters/rate-limit/memory.ts";
import { serve } from "../../../adapters/runtime/serve.ts";
import { createRate, createSite, type SiteOptions } from "../../../core/index.ts";
import { createDirectoryOutbound } from "../../signatures/directories.ts";
import type { StartServer } from "./listen.ts";
import { content, site } from "./site.ts";

/** A rate that no load here comes near: what is measured is the counting. */
const UNREACHABLE_RATE = createRate(9_999_999, 1, 9_999_999);

/** What `npm start` has beside the site itself; each costs something. */
const EXTRAS = {
  limit: () => ({
    limit: {
      rate: UNREACHABLE_RATE,
      limiter: createMemoryRateLimiter(UNREACHABLE_RATE),
      clientKey: createClientKey([]),
    },
  }),
  metrics: () => ({ metrics: { process: createProcessMetrics(), isOpenTo: isLocalRequest } }),
  directories: () => ({ directories: createDirectoryOutbound() }),
  log: () => ({
    log: createJsonLog(createBufferedWriter((text) => process.stdout.write(text)).write),
  }),
};

/** Which of them a variant has. */
const VARIANTS: Readonly<Record<string, readonly (keyof typeof EXTRAS)[]>> = {
  bare: [],
  limit: ["limit"],
  signatures: ["directories"],
  default: ["limit", "metrics", "log", "directories"],
};

/** The site service on the adapter of the runtime; `bare`, with a `limit` or with `signatures` alone, or `default`, as `npm start` serves it. */
export const startJackfield: StartServer = async (variant) => {
  const options: SiteOptions = {
    site,
    content,
    allowsHost: createHostCheck(site.origin, []),
    allowsOrigin: createOriginCheck(site.origin, []),
    ...Object.assign({}, ...VARIANTS[variant]!.map((extra) => EXTRAS[extra]())),
  };
  const { url } = await serve(createSite(options), { hostname: "127.0.0.1", port: 0 });
  return Number(new URL(url).port);
};
