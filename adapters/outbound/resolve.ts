import { lookup } from "node:dns/promises";
import { outboundFailure } from "../../core/ports/outbound.ts";
import type { Deadline } from "./deadline.ts";
import type { Target } from "./target.ts";

/** Resolves a host name to all of its addresses, in the order in which to try them. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/**
 * Resolves with the system's resolver. IPv4 comes first, because machines often lack IPv6 routes.
 */
export const systemResolve: Resolve = async (name) => {
  const addresses = await lookup(name, { all: true, order: "ipv4first" });
  return addresses.map(({ address }) => address);
};

/**
 * Resolves the addresses that a connection may use. The name is resolved once. Throws
 * `blocked_address` if any address isn't allowed, because a name with public and private addresses
 * indicates an attack.
 */
export async function resolveTarget(
  target: Target,
  resolve: Resolve,
  isAllowedAddress: (address: string) => boolean,
  deadline: Deadline,
): Promise<readonly string[]> {
  const addresses = target.isAddress
    ? [target.host]
    : await deadline.race(resolveName(target.host, resolve));
  if (!addresses.every(isAllowedAddress)) {
    throw outboundFailure("blocked_address", `${target.host} is not at a public address.`);
  }
  return addresses;
}

async function resolveName(name: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(name).catch(() => []);
  if (addresses.length === 0) throw outboundFailure("unresolvable", `${name} has no address.`);
  return addresses;
}
