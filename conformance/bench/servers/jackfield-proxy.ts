import process from "node:process";
import { createHostCheck, createOriginCheck } from "../../../adapters/allowed-hosts.ts";
import { createAddressChain } from "../../../adapters/client-address.ts";
import { serve } from "../../../adapters/runtime/serve.ts";
import { createHttpUpstream } from "../../../adapters/upstream.ts";
import { createSite } from "../../../core/index.ts";
import type { StartServer } from "./listen.ts";
import { content, site } from "./site.ts";

/** The service in front of the origin; the demo's folder, in the variant `folder`. */
export const startJackfieldProxy: StartServer = async (variant) => {
  const isFront = variant === "front";
  const handler = createSite({
    site: { ...site, isProxy: isFront },
    content,
    allowsHost: createHostCheck(site.origin, []),
    allowsOrigin: createOriginCheck(site.origin, []),
    ...(isFront && {
      upstream: {
        origin: createHttpUpstream(process.env["BENCH_ORIGIN"]!),
        forwardedAddresses: createAddressChain([]),
      },
    }),
  });
  const { url } = await serve(handler, { hostname: "127.0.0.1", port: 0 });
  return Number(new URL(url).port);
};
