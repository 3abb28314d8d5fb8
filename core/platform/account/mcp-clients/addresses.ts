import type { OwnOrigins } from "../../../http/origins/own-origins.ts";
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

/** The identifier of the MCP server at one of the service's origins. */
export const resourceOf = (origin: string): string => `${origin}${MCP_ROUTE}`;

/** Returns whether a resource indicator names the MCP server of a service (RFC 8707). */
export function isOwnResource(resource: string, origins: OwnOrigins): boolean {
  const url = URL.parse(resource);
  if (!url || resource.includes("#") || url.search || url.username || url.password) return false;
  return origins.includes(url.origin) && url.pathname.replace(/\/$/, "") === MCP_ROUTE;
}

/**
 * Returns the identifier of the authorization server for a resource indicator. A resource names the
 * authorization server of its own origin.
 */
export function issuerFor(resource: string | undefined, origins: OwnOrigins): string {
  const isOwn = resource !== undefined && isOwnResource(resource, origins);
  return isOwn ? new URL(resource).origin : origins.origin;
}
