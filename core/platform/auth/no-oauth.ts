import { Problem } from "../../http/problem.ts";
import type { CommandLine } from "../command-line.ts";
import { createKeyHint } from "./authenticator.ts";

/**
 * Paths where clients look for OAuth metadata or registration, with and without the path of the MCP
 * server.
 */
const OAUTH_PATHS =
  /^\/\.well-known\/(oauth-|openid-)|\/\.well-known\/openid-configuration$|^\/(oauth2?\/)?(authorize|token|register|revoke|introspect)$/;

/** Returns whether clients look for OAuth at a path. */
export const isOAuthPath = (path: string): boolean => OAUTH_PATHS.test(path);

/** Returns the `Problem` "not_found" for an OAuth path. */
export const explainOAuthPath = (path: string, commandLine: CommandLine): Problem | undefined =>
  isOAuthPath(path) ? noOAuthProblem(commandLine) : undefined;

const noOAuthProblem = (commandLine: CommandLine) =>
  new Problem("not_found", "This service doesn't support OAuth or client registration.", {
    hint: `Send an API key with each request: "Authorization: Bearer <key>". ${createKeyHint(commandLine)}`,
  });
