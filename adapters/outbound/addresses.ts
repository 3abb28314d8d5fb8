import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

// Public by their range, yet a cloud's own: Azure's wire server answers every machine there.
const CLOUD_ADDRESSES = new Set(["168.63.129.16"]);

const GLOBAL_UNICAST = ipaddr.IPv6.parse("2000::");

/**
 * Whether an address, as a resolver writes it, is public unicast. Anything else is not: private, special and reserved
 * ranges, IPv6 that carries an IPv4 address (mapped, compatible, 6to4, Teredo, NAT64, ISATAP), zones, other text.
 */
export function isPublicAddress(address: string): boolean {
  // A zone is a way to a link, and ipaddr.js reads short and octal forms that a resolver never writes.
  if (address.includes("%") || isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast" || CLOUD_ADDRESSES.has(parsed.toString())) return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  return parsed.match(GLOBAL_UNICAST, 3) && !isIsatap(parsed);
}

/** Whether two spellings are one address. */
export function isSameAddress(one: string, other: string): boolean {
  return (
    isIP(one) !== 0 &&
    isIP(other) !== 0 &&
    ipaddr.process(one).toString() === ipaddr.process(other).toString()
  );
}

// RFC 5214 §6.1: an interface identifier of 0000:5efe or 0200:5efe, and then the IPv4 address.
function isIsatap(address: ipaddr.IPv6): boolean {
  return (address.parts[4]! & ~0x0200) === 0 && address.parts[5] === 0x5efe;
}
