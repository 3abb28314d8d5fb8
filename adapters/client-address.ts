import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { HttpRequest } from "../core/index.ts";

/** Addresses that are one as far as trust goes. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** An address or a CIDR range; nothing if it is neither. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = "", ...more] = text.split("/");
  if (isIP(address) === 0 || more.length > 1) return undefined;
  if (more.length === 1) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
  const parsed = ipaddr.process(address);
  return [parsed, parsed.kind() === "ipv4" ? 32 : 128];
}

/**
 * The key that a request's client is counted by: the address it is connected from, or, where that is a trusted proxy's,
 * the nearest address before it that is not (X-Forwarded-For or Forwarded, from the right). Where the two headers tell
 * different stories, a client may have written one of them: the proxy itself is counted then.
 */
export function createClientKey(
  trusted: readonly AddressRange[],
): (request: HttpRequest) => string {
  const isTrusted = createTrustCheck(trusted);
  const findClient = (peer: string, entries: readonly string[]) => {
    let client = peer;
    for (let index = entries.length - 1; index >= 0 && isTrusted(client); index--) {
      const next = parseAddress(entries[index]!);
      if (next === undefined) break;
      client = next;
    }
    return client;
  };
  return (request) => {
    const { headers } = request;
    const peer = request.peerAddress?.();
    if (peer === undefined || isIP(peer) === 0) return "unknown";
    if (trusted.length === 0 || !isTrusted(peer)) return clientKey(peer);
    const clients = [headers.get("x-forwarded-for"), parseForwarded(headers.get("forwarded"))]
      .filter((entries) => entries !== null)
      .map((entries) => clientKey(findClient(peer, entries.split(","))));
    return clients.length > 0 && clients.every((client) => client === clients[0])
      ? clients[0]!
      : clientKey(peer);
  };
}

/** The addresses that a request came by, the client's first: what trusted proxies say of it, and who is connected. */
export function createAddressChain(
  trusted: readonly AddressRange[],
): (request: HttpRequest) => readonly string[] {
  const isTrusted = createTrustCheck(trusted);
  return (request) => {
    const peer = request.peerAddress?.();
    if (peer === undefined || isIP(peer) === 0) return [];
    const peerAddress = peer.startsWith("::ffff:") ? ipaddr.process(peer).toString() : peer;
    if (trusted.length === 0 || !isTrusted(peer)) return [peerAddress];
    const forwarded = (request.headers.get("x-forwarded-for") ?? "")
      .slice(0, 1000)
      .split(",")
      .flatMap((entry) => parseAddress(entry) ?? []);
    return [...forwarded.slice(-20), peerAddress];
  };
}

/** Whether an address is one of a trusted proxy. */
export const createTrustCheck =
  (trusted: readonly AddressRange[]) =>
  (address: string): boolean => {
    const parsed = ipaddr.process(address);
    return trusted.some(
      ([range, bits]) => parsed.kind() === range.kind() && parsed.match(range as never, bits),
    );
  };

/** One client has an IPv4 address, or the 64 bits that a network gives one customer at least. */
export function clientKey(address: string): string {
  if (isIP(address) === 4) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** RFC 7239: what each element says of `for`. */
const parseForwarded = (header: string | null): string | null =>
  header &&
  header
    .split(",")
    .map((element) => /(?:^|;)\s*for\s*=\s*"?([^";]*)/i.exec(element)?.[1] ?? "")
    .join(",");

/** The address in `1.2.3.4`, `1.2.3.4:80`, `2001:db8::1` or `[2001:db8::1]:80`. */
function parseAddress(text: string): string | undefined {
  const entry = text.trim();
  const address =
    /^\[([^\]]+)\](?::\w+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\w+$/.exec(entry)?.[1] ?? entry;
  return isIP(address) === 0 ? undefined : address;
}
