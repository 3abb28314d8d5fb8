import { Problem } from "../../http/problem.ts";
import type { KeyHint } from "./key-hint.ts";

/**
 * Paths where clients look for OAuth metadata or registration, with and without the path of the MCP
 * server.
 */
const OAUTH_PATHS =
  /^\/\.well-known\/(oauth-|openid-)|\/\.well-known\/openid-configuration$|^\/(oauth2?\/)?(authorize|token|register|revoke|introspect)$/;

/** Returns whether clients look for OAuth at a path. */
export const isOAuthPath = (path: string): boolean => OAUTH_PATHS.test(path);

/**
 * Returns the `Problem` "not_found" for an OAuth path. `metadataPath` is that of the authorization
 * server, if there is one.
 */
export function explainOAuthPath(
  path: string,
  keyHint: KeyHint,
  metadataPath?: string,
): Problem | undefined {
  if (!isOAuthPath(path)) return undefined;
  if (metadataPath === undefined) return noOAuthProblem(keyHint);
  return new Problem("not_found", "This service has its OAuth endpoints at other paths.", {
    hint: `Read ${metadataPath}.`,
  });
}

const noOAuthProblem = (keyHint: KeyHint) =>
  new Problem("not_found", "This service doesn't support OAuth or client registration.", {
    hint: `Send an API key with each request: "Authorization: Bearer <key>". ${keyHint()}`,
  });
