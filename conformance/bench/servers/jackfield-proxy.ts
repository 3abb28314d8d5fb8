import process from "node:process";
import { createHttpUpstream } from "../../../adapters/proxy/upstream.ts";
import { createAddressChain } from "../../../adapters/rate-limit/client-address.ts";
import { serve } from "../../../adapters/runtime/serve.ts";
import { createHostCheck, createOriginCheck } from "../../../adapters/services/allowed-hosts.ts";
import { createSite } from "../../../core/index.ts";
import type { StartServer } from "./listen.ts";
import { content, site } from "./site.ts";

/**
 * Jackfield as a reverse proxy (variant `proxy`), or serving the demo folder (variant `folder`).
 */
export const startJackfieldProxy: StartServer = async (variant) => {
  const isProxy = variant === "proxy";
  const handler = createSite({
    site: { ...site, isProxy },
    content,
    allowsHost: createHostCheck(site.origin, []),
    allowsOrigin: createOriginCheck(site.origin, []),
    ...(isProxy && {
      upstream: {
        origin: createHttpUpstream(process.env["BENCH_UPSTREAM"]!),
        forwardedAddresses: createAddressChain([]),
      },
    }),
  });
  const { url } = await serve(handler, { hostname: "127.0.0.1", port: 0 });
  return Number(new URL(url).port);
};
