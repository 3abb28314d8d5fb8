import process from "node:process";
import { hostRule, originRule } from "../../../adapters/hosts.ts";
import { gathered, jsonLog } from "../../../adapters/log.ts";
import { serve } from "../../../adapters/runtime/serve.ts";
import { createSite } from "../../../core/index.ts";
import type { Start } from "./listen.ts";
import { content, site } from "./site.ts";

/** The site service on the adapter of the runtime; `bare` without a log, `default` with the JSON log that `npm start` has. */
export const startJackfield: Start = async (variant) => {
  const log = variant === "default" ? jsonLog(gathered((text) => process.stdout.write(text)).write) : undefined;
  const handler = createSite({
    site,
    content,
    allowsHost: hostRule(site.origin, []),
    allowsOrigin: originRule(site.origin, []),
    ...(log && { log }),
  });
  const { url } = await serve(handler, { hostname: "127.0.0.1", port: 0 });
  return Number(new URL(url).port);
};
