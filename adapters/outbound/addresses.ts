import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

// Addresses in public ranges that reach a cloud's own services: Azure's wire server.
const CLOUD_ADDRESSES = new Set(["168.63.129.16"]);

const GLOBAL_UNICAST = ipaddr.IPv6.parse("2000::");

/**
 * Returns whether an address, in the format of a resolver, is public unicast. Returns `false` for
 * private, special and reserved ranges, for IPv6 addresses that contain an IPv4 address (mapped,
 * compatible, 6to4, Teredo, NAT64, ISATAP), for zones, and for any other text.
 */
export function isPublicAddress(address: string): boolean {
  // A zone selects a local interface. ipaddr.js also accepts short and octal forms, unlike isIP.
  if (address.includes("%") || isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast" || CLOUD_ADDRESSES.has(parsed.toString())) return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  return parsed.match(GLOBAL_UNICAST, 3) && !isIsatap(parsed);
}

/** Returns whether an address, in the format of a resolver, is that of this machine itself. */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && !address.includes("%") && ipaddr.parse(address).range() === "loopback";

/** Returns whether two strings are the same IP address. */
export function isSameAddress(one: string, other: string): boolean {
  return (
    isIP(one) !== 0 &&
    isIP(other) !== 0 &&
    ipaddr.process(one).toString() === ipaddr.process(other).toString()
  );
}

// RFC 5214 §6.1: the interface identifier is 0000:5efe or 0200:5efe, followed by the IPv4 address.
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , owner = 0, type] = address.parts;
  return (owner & ~0x0200) === 0 && type === 0x5efe;
}
