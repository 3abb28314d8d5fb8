const BROWSERS = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /(Chrome|CriOS|Chromium)\//],
  ["Safari", /\bSafari\//],
] as const;

const SYSTEMS = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(iPhone|iPad)\b/],
  ["macOS", /\bMacintosh\b/],
  ["Windows", /\bWindows\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** Describes a browser by its User-Agent header: `Firefox on Linux`. */
export function describeBrowser(userAgent: string | null): string {
  const find = (kinds: readonly (readonly [string, RegExp])[]) =>
    kinds.find(([, pattern]) => pattern.test(userAgent ?? ""))?.[0];
  const browser = find(BROWSERS) ?? "Unknown browser";
  const system = find(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}

/**
 * Returns the IPv4 /24 or the IPv6 /48 around a client. `clientKey` is an IPv4 address or an IPv6
 * /64, as rate limits count clients.
 */
export function toNetwork(clientKey: string): string | undefined {
  const ipv4 = /^(\d+\.\d+\.\d+)\.\d+$/.exec(clientKey)?.[1];
  if (ipv4 !== undefined) return `${ipv4}.0/24`;
  const ipv6 = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/i.exec(clientKey)?.[1];
  return ipv6 === undefined ? undefined : `${ipv6}::/48`;
}
