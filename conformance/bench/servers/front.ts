import process from "node:process";
import { addressesRule } from "../../../adapters/client.ts";
import { hostRule, originRule } from "../../../adapters/hosts.ts";
import { httpOrigin } from "../../../adapters/origin.ts";
import { serve } from "../../../adapters/runtime/serve.ts";
import { createSite } from "../../../core/index.ts";
import type { Start } from "./listen.ts";
import { content, site } from "./site.ts";

/** The service in front of the origin; the demo's folder, in the variant `folder`. */
export const startFront: Start = async (variant) => {
  const isFront = variant === "front";
  const handler = createSite({
    site: { ...site, isFront },
    content,
    allowsHost: hostRule(site.origin, []),
    allowsOrigin: originRule(site.origin, []),
    ...(isFront && {
      behind: { origin: httpOrigin(process.env["BENCH_ORIGIN"]!), addressesOf: addressesRule([]) },
    }),
  });
  const { url } = await serve(handler, { hostname: "127.0.0.1", port: 0 });
  return Number(new URL(url).port);
};
