import type { Rate } from "./rate.ts";

/**
 * Returns the key of the /48 network around an IPv6 client, whose key ends with a /64 network such
 * as `2001:db8:1:2::/64`. A hosting customer often has a whole /48, which is 65,536 clients.
 * Returns `undefined` for any other key.
 */
export function wideNetworkKey(key: string): string | undefined {
  if (!key.endsWith("::/64")) return undefined;
  const network = key.slice(0, -"::/64".length);
  return `${network.slice(0, network.lastIndexOf(":"))}::/48`;
}

/** How many clients' rate one /48 network has. Mobile networks put many customers into one. */
const CLIENTS_PER_WIDE_NETWORK = 16;

/** Returns the rate of a /48 network. */
export const wideNetworkRate = ({ quota, windowSeconds, burst }: Rate): Rate => ({
  quota: quota * CLIENTS_PER_WIDE_NETWORK,
  windowSeconds,
  burst: burst * CLIENTS_PER_WIDE_NETWORK,
});
