import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { HttpRequest } from "../../core/site.ts";

/** A range of addresses and the length of its prefix in bits. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses an address or a CIDR range. Returns undefined if it is neither. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = "", ...more] = text.split("/");
  if (isIP(address) === 0 || more.length > 1) return undefined;
  if (more.length === 1) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
  const parsed = ipaddr.process(address);
  return [parsed, parsed.kind() === "ipv4" ? 32 : 128];
}

/**
 * Creates a function that returns the key of a request's client for rate limits. The client is the
 * peer or, behind trusted proxies, the last untrusted address of X-Forwarded-For or Forwarded. If
 * the two headers disagree, the client may have forged one of them, so the proxy's own address
 * counts.
 */
export function createClientKey(
  trusted: readonly AddressRange[],
): (request: HttpRequest) => string {
  const isTrusted = createTrustCheck(trusted);
  const findClient = (peer: string, entries: readonly string[]) => {
    let client = peer;
    for (const entry of entries.toReversed()) {
      if (!isTrusted(client)) break;
      const next = parseAddress(entry);
      if (next === undefined) break;
      client = next;
    }
    return client;
  };
  const describePeer = (peer: string) => {
    const isAddress = isIP(peer) !== 0;
    return {
      peer,
      key: isAddress ? clientKey(peer) : "unknown",
      isTrusted: isAddress && trusted.length > 0 && isTrusted(peer),
    };
  };
  // Cached, because a client sends many requests, and behind a proxy there is only one peer.
  let last = { peer: "", key: "unknown", isTrusted: false };
  return (request) => {
    const { headers } = request;
    const peer = request.peerAddress?.();
    if (peer === undefined) return "unknown";
    if (peer !== last.peer) last = describePeer(peer);
    if (!last.isTrusted) return last.key;
    const clients = [headers.get("x-forwarded-for"), parseForwarded(headers.get("forwarded"))]
      .filter((entries) => entries !== null)
      .map((entries) => clientKey(findClient(peer, entries.split(","))));
    const [first] = clients;
    return first !== undefined && clients.every((client) => client === first) ? first : last.key;
  };
}

/**
 * Creates a function that returns the addresses on a request's path, the client's first and the
 * peer's last. It reads X-Forwarded-For only if the peer is a trusted proxy.
 */
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

/** Creates a check whether an address belongs to a trusted proxy. */
export const createTrustCheck =
  (trusted: readonly AddressRange[]) =>
  (address: string): boolean => {
    const parsed = ipaddr.process(address);
    return trusted.some(
      ([range, bits]) => parsed.kind() === range.kind() && parsed.match(range as never, bits),
    );
  };

/**
 * Returns the rate limit key of an address: the IPv4 address, or the IPv6 /64 network, which
 * belongs to one customer.
 */
export function clientKey(address: string): string {
  if (isIP(address) === 4) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** Returns the `for` parameters of a Forwarded header (RFC 7239 §4), separated by commas. */
const parseForwarded = (header: string | null): string | null =>
  header === null
    ? null
    : header
        .split(",")
        .map((element) => /(?:^|;)\s*for\s*=\s*"?([^";]*)/i.exec(element)?.[1] ?? "")
        .join(",");

/** Parses the address in `1.2.3.4`, `1.2.3.4:80`, `2001:db8::1` or `[2001:db8::1]:80`. */
function parseAddress(text: string): string | undefined {
  const entry = text.trim();
  const address =
    /^\[([^\]]+)\](?::\w+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\w+$/.exec(entry)?.[1] ?? entry;
  return isIP(address) === 0 ? undefined : address;
}
