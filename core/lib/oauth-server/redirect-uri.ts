import { isLoopback } from "../kit/net/loopback.ts";

const MAX_LENGTH = 2000;

/**
 * Returns whether a client may register a redirect URI: an https URL, or an http URL of a loopback
 * address, without a fragment or a password (OAuth 2.1, section 2.3).
 */
export function isAllowedRedirectUri(uri: unknown): uri is string {
  if (typeof uri !== "string" || uri.length > MAX_LENGTH || /[\u0000-\u0020#\\]/.test(uri))
    return false;
  const url = URL.parse(uri);
  if (!url || url.username || url.password) return false;
  return url.protocol === "https:" || isLoopbackRedirect(url);
}

/**
 * Returns whether a redirect URI is one of those that a client registered. The port of a loopback
 * address may differ, because native apps get theirs from the system (RFC 8252, section 7.3).
 */
export const isRegisteredRedirectUri = (registered: readonly string[], uri: string): boolean =>
  registered.includes(uri) ||
  (isAllowedRedirectUri(uri) &&
    isLoopbackRedirect(new URL(uri)) &&
    registered.some((each) => withoutPort(each) === withoutPort(uri)));

const isLoopbackRedirect = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && isLoopback(hostname);

function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = "";
  return url.href;
}
