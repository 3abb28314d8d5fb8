import { isLoopback } from "../../core/lib/kit/net/loopback.ts";

/**
 * Creates a check of Host headers. It accepts the public host, the given hosts and loopback names.
 */
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

/**
 * Returns the origins of the given hosts. Jackfield has no TLS, so clients reach a host with its port,
 * or on loopback, without it. Others have the scheme of the public origin.
 */
export function toOrigins(
  hosts: readonly string[],
  { publicOrigin, listeningUrl }: { readonly publicOrigin: string; readonly listeningUrl: string },
): string[] {
  const { protocol } = new URL(publicOrigin);
  const { port } = new URL(listeningUrl);
  return hosts.flatMap((host) => {
    const url = URL.parse(`http://${host}`);
    if (!url) return [];
    const isDirect = isLoopback(url.hostname) || url.port === port;
    return [new URL(`${isDirect ? "http:" : protocol}//${host}`).origin];
  });
}

/**
 * Creates a check of the Origin of browser requests to /mcp. A site on loopback accepts every
 * loopback origin.
 */
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
