import process from "node:process";
import { clientRule } from "../../../adapters/client.ts";
import { hostRule, originRule } from "../../../adapters/hosts.ts";
import { memoryLimiter } from "../../../adapters/limiter/memory.ts";
import { gathered, jsonLog } from "../../../adapters/log.ts";
import { isFromHere, processFigures } from "../../../adapters/metrics.ts";
import { serve } from "../../../adapters/runtime/serve.ts";
import { createSite, rateOf, type SiteOptions } from "../../../core/index.ts";
import { rigDirectories } from "../../signatures/directories.ts";
import type { Start } from "./listen.ts";
import { content, site } from "./site.ts";

/** A rate that no load here comes near: what is measured is the counting. */
const RATE = rateOf(9_999_999, 1, 9_999_999);

/** What `npm start` has beside the site itself; each costs something. */
const EXTRAS = {
  limit: () => ({ limit: { rate: RATE, limiter: memoryLimiter(RATE), clientOf: clientRule([]) } }),
  metrics: () => ({ metrics: { process: processFigures(), isOpenTo: isFromHere } }),
  directories: () => ({ directories: rigDirectories() }),
  log: () => ({ log: jsonLog(gathered((text) => process.stdout.write(text)).write) }),
};

/** Which of them a variant has. */
const VARIANTS: Readonly<Record<string, readonly (keyof typeof EXTRAS)[]>> = {
  bare: [],
  limit: ["limit"],
  signatures: ["directories"],
  default: ["limit", "metrics", "log", "directories"],
};

/** The site service on the adapter of the runtime; `bare`, with a `limit` or with `signatures` alone, or `default`, as `npm start` serves it. */
export const startJackfield: Start = async (variant) => {
  const options: SiteOptions = {
    site,
    content,
    allowsHost: hostRule(site.origin, []),
    allowsOrigin: originRule(site.origin, []),
    ...Object.assign({}, ...VARIANTS[variant]!.map((extra) => EXTRAS[extra]())),
  };
  const { url } = await serve(createSite(options), { hostname: "127.0.0.1", port: 0 });
  return Number(new URL(url).port);
};
