/**
 * Returns the absolute URL of a request, normalized like the `url` of a web `Request`. Only targets
 * with dot segments, backslashes or unusual characters need the URL parser.
 */
export function requestUrl(origin: string, target: string): string {
  if (PLAIN_TARGET.test(target)) return origin + target;
  const absolute = /^https?:\/\//i.test(target)
    ? target
    : origin + (target.startsWith("/") ? target : `/${encodeURIComponent(target)}`);
  return URL.canParse(absolute)
    ? new URL(absolute).href
    : `${origin}/${encodeURIComponent(target)}`;
}

const PLAIN_TARGET =
  /^\/(?:[\w~!$&'()*+,;=:@/-]|\.(?=\w)|%(?!2[eE]))*(?:\?[\w~!$&'()*+,;=:@%/?.-]*)?$/;

/**
 * Returns the origin that a Host header names, or `http://invalid.invalid` if the header is missing
 * or invalid. Caches the last result because nearly all requests name the same host.
 */
export function toOrigin(host: string | null | undefined): string {
  if (host !== lastOrigin.host) {
    const isHost = host && /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host);
    lastOrigin = { host, origin: `http://${isHost ? host.toLowerCase() : "invalid.invalid"}` };
  }
  return lastOrigin.origin;
}

/**
 * Whether a request has several Host headers, which must be rejected (RFC 9112 §3.2). Otherwise a
 * proxy and Jackfield could each believe a different one.
 */
export const hasSeveralHosts = (host: string | null): boolean => host?.includes(",") ?? false;

let lastOrigin: { host: string | null | undefined; origin: string } = {
  host: undefined,
  origin: "http://invalid.invalid",
};

/** Returns the listening URL of a server, without a trailing slash. */
export const listeningUrl = (hostname: string, port: number): string =>
  `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;

/**
 * Replaces a wildcard address (0.0.0.0 or [::]) with 127.0.0.1, which the same machine can reach.
 */
export const toReachableOrigin = (url: string): string =>
  url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:)/, "//127.0.0.1");
