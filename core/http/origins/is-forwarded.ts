import { isLoopback } from "../../lib/kit/net/loopback.ts";
import type { HttpRequest } from "../handler.ts";
import type { RequestContext } from "../request-context.ts";

/** Headers that proxies and tunnels add to the requests that they forward. */
const FORWARDING_HEADERS = [
  "via",
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-server",
  "x-original-host",
  "x-real-ip",
  "x-client-ip",
  "true-client-ip",
  "cf-connecting-ip",
  "cdn-loop",
];

/**
 * Returns whether a proxy may have forwarded a request, so that its client may be on another machine
 * although the connection is local. True for a request to a host that isn't a loopback address.
 */
export const mayBeForwarded = (
  { headers }: Pick<HttpRequest, "headers">,
  { host }: Pick<RequestContext, "host">,
): boolean =>
  !isLoopback(host.replace(/:\d+$/, "")) ||
  FORWARDING_HEADERS.some((name) => headers.get(name) !== null);
