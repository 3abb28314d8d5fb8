import { isLoopback } from "../core/index.ts";

/** Which hosts are answered for: the public one, those named, and this machine's own names. */
export function createHostCheck(
  publicOrigin: string,
  hosts: readonly string[],
): (host: string) => boolean {
  const { host: publicHost, hostname, protocol } = new URL(publicOrigin);
  const withPort = `${hostname}:${protocol === "https:" ? 443 : 80}`;
  const allowed = new Set([
    publicHost,
    ...(publicHost === hostname ? [withPort] : []),
    ...hosts.map((host) => host.toLowerCase()),
  ]);
  return (host) =>
    host === publicHost ||
    allowed.has(host.toLowerCase()) ||
    isLoopback(host.toLowerCase().replace(/:\d+$/, ""));
}

/** Which pages may call /mcp from a browser. While the site is on loopback, so may every page that is. */
export function createOriginCheck(
  publicOrigin: string,
  origins: readonly string[],
): (origin: string) => boolean {
  const isLocal = isLoopback(new URL(publicOrigin).hostname);
  const allowed = new Set([publicOrigin, ...origins]);
  const isOrigin = (origin: string) => URL.canParse(origin) && new URL(origin).origin === origin;
  return (origin) =>
    allowed.has("*") ||
    allowed.has(origin) ||
    (isLocal && isOrigin(origin) && isLoopback(new URL(origin).hostname));
}
