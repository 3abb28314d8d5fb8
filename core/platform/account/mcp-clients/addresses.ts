import { isLoopback } from "../../../lib/kit/loopback.ts";
import { MCP_ROUTE } from "../../path-rules.ts";

/** The paths of the authorization server. */
export const AUTHORIZE_PATH = "/oauth/authorize";
export const TOKEN_PATH = "/oauth/token";
export const REGISTER_PATH = "/oauth/register";
export const REVOKE_PATH = "/oauth/revoke";

/** Where clients find the metadata of the MCP server (RFC 9728, section 3.1). */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_ROUTE}`;

/** Where clients find the metadata of the authorization server (RFC 8414, section 3). */
export const SERVER_METADATA_PATH = "/.well-known/oauth-authorization-server";

/** The identifier of the MCP server. Clients on this computer may know it by another name. */
export const resourceOf = (origin: string): string => `${origin}${MCP_ROUTE}`;

/** Returns whether a resource indicator names the MCP server of a service (RFC 8707). */
export function isOwnResource(resource: string, origin: string): boolean {
  const url = URL.parse(resource);
  if (!url || resource.includes("#") || url.search || url.username || url.password) return false;
  const own = new URL(origin);
  const isSameHost =
    url.host === own.host ||
    (isLoopback(url.hostname) && isLoopback(own.hostname) && url.port === own.port);
  return (
    url.protocol === own.protocol && isSameHost && url.pathname.replace(/\/$/, "") === MCP_ROUTE
  );
}

/**
 * Returns the origin by which a client knows the service. Clients compare the identifier in the
 * metadata with the URL that they use, which has another name on a loopback address.
 */
export function originFor(host: string, origin: string): string {
  const own = new URL(origin);
  const used = URL.parse(`${own.protocol}//${host}`);
  const isAlias = used && used.port === own.port && isLoopback(used.hostname);
  return isAlias && isLoopback(own.hostname) ? used.origin : origin;
}
