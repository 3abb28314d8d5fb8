import { isLoopback } from "../core/index.ts";

/** Which hosts are answered for: the public one, those named, and this machine's own names. */
export function hostRule(
  publicOrigin: string,
  hosts: readonly string[],
): (host: string) => boolean {
  const { host: own, hostname, protocol } = new URL(publicOrigin);
  const withPort = `${hostname}:${protocol === "https:" ? 443 : 80}`;
  const named = new Set([
    own,
    ...(own === hostname ? [withPort] : []),
    ...hosts.map((host) => host.toLowerCase()),
  ]);
  return (host) =>
    host === own ||
    named.has(host.toLowerCase()) ||
    isLoopback(host.toLowerCase().replace(/:\d+$/, ""));
}

/** Which pages may call /mcp from a browser. While the site is on loopback, so may every page that is. */
export function originRule(
  publicOrigin: string,
  origins: readonly string[],
): (origin: string) => boolean {
  const local = isLoopback(new URL(publicOrigin).hostname);
  const named = new Set([publicOrigin, ...origins]);
  const isPlain = (origin: string) => URL.canParse(origin) && new URL(origin).origin === origin;
  return (origin) =>
    named.has("*") ||
    named.has(origin) ||
    (local && isPlain(origin) && isLoopback(new URL(origin).hostname));
}
