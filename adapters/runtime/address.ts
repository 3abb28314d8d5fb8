/**
 * The absolute URL of a request as a web Request has it. Nearly every target is plain already; what has dots, backslashes
 * or odd characters in it is read as the URL standard says.
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

/** The origin that a Host header names; one that is no host leads nowhere. The last is kept, for nearly all name the same. */
export function toOrigin(host: string | null | undefined): string {
  if (host !== lastOrigin.host) {
    const isHost = host && /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host);
    lastOrigin = { host, origin: `http://${isHost ? host.toLowerCase() : "invalid.invalid"}` };
  }
  return lastOrigin.origin;
}

let lastOrigin: { host: string | null | undefined; origin: string } = {
  host: undefined,
  origin: "http://invalid.invalid",
};

/** Where a server listens, as a URL without a slash at the end. */
export const listeningUrl = (hostname: string, port: number): string =>
  `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;

/** Where a service is reached from its own machine: one that listens everywhere by the machine's own name. */
export const toReachableOrigin = (url: string): string =>
  url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:)/, "//127.0.0.1");
