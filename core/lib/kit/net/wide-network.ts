import type { Rate } from "../flow/rate.ts";

/** A network around IPv6 clients, and how many clients' rate it has. */
interface WideNetwork {
  readonly bits: 48 | 32;
  readonly clients: number;
}

/**
 * A hosting customer often has a whole /48, which is 65,536 clients, and a small network operator a
 * whole /32, which is 65,536 times as many. Mobile networks put many customers into one.
 */
export const WIDE_NETWORKS: readonly WideNetwork[] = [
  { bits: 48, clients: 16 },
  { bits: 32, clients: 1_024 },
];

/**
 * Returns the key of a network around an IPv6 client, whose key ends with a /64 network such as
 * `2001:db8:1:2::/64`. Returns `undefined` for any other key.
 */
export function wideNetworkKey(key: string, { bits }: WideNetwork): string | undefined {
  if (!key.endsWith("::/64")) return undefined;
  let network = key.slice(0, -"::/64".length);
  for (let left = 64; left > bits; left -= 16) network = network.slice(0, network.lastIndexOf(":"));
  return `${network}::/${bits}`;
}

/** Returns the rate of all clients of a network together. */
export const wideNetworkRate = (
  { quota, windowSeconds, burst }: Rate,
  { clients }: WideNetwork,
): Rate => ({ quota: quota * clients, windowSeconds, burst: burst * clients });
