import { lookup } from "node:dns/promises";
import { outboundFailure } from "../../core/ports/outbound.ts";
import { isPublicAddress } from "./addresses.ts";
import type { Deadline } from "./deadline.ts";
import type { Target } from "./target.ts";

/** Every address of a name, in the order in which to try them. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** As the system resolves (hosts file, DNS); IPv4 first, since a machine without IPv6 routes is the commoner one. */
export const systemResolve: Resolve = async (name) => {
  const addresses = await lookup(name, { all: true, order: "ipv4first" });
  return addresses.map(({ address }) => address);
};

/**
 * The addresses that a connection to the target may use. The name is resolved once; one address that is not public
 * refuses the whole name, since what resolves to both is a name that somebody aims.
 */
export async function resolveTarget(
  target: Target,
  resolve: Resolve,
  isTrusted: boolean,
  deadline: Deadline,
): Promise<readonly string[]> {
  const addresses = target.isAddress
    ? [target.host]
    : await deadline.race(resolveName(target.host, resolve));
  if (!isTrusted && !addresses.every(isPublicAddress)) {
    throw outboundFailure("blocked_address", `${target.host} is not at a public address.`);
  }
  return addresses;
}

async function resolveName(name: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(name).catch(() => []);
  if (addresses.length === 0) throw outboundFailure("unresolvable", `${name} has no address.`);
  return addresses;
}
