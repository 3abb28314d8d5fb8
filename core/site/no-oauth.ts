import { Problem } from "../http/problem.ts";
import type { OpenHandler, PathRules, Route } from "../http/routing/route.ts";
import { pageCost } from "../http/routing/route-cost.ts";
import { findOwnPage } from "./pages/pages.ts";
import type { SurfaceDeps } from "./surface.ts";

/** Paths where clients look for OAuth metadata, OAuth endpoints or registration. */
export const NO_OAUTH_PATHS: readonly string[] = [
  ...["oauth-authorization-server", "oauth-protected-resource", "openid-configuration"].flatMap(
    (name) => [`/.well-known/${name}`, `/.well-known/${name}/mcp`],
  ),
  "/mcp/.well-known/openid-configuration",
  "/mcp/.well-known/oauth-protected-resource",
  "/.well-known/jwks.json",
  ...["/authorize", "/token", "/register", "/revoke", "/introspect"].flatMap((path) => [
    path,
    `/oauth${path}`,
    `/oauth2${path}`,
  ]),
  "/connect/register",
  "/agent/register",
  "/agent/auth",
  "/agent/provision",
  "/provision",
];

/**
 * Creates routes that reject OAuth requests with 404. GET serves the site's own page if there is
 * one.
 */
export const noOauthRoutes = (
  deps: SurfaceDeps,
  rulesFor: (path: string) => PathRules,
): Route<unknown>[] => {
  const methods = { GET: createHandler(deps), POST: rejectOAuth };
  return NO_OAUTH_PATHS.map((path) => ({
    ...rulesFor(path),
    cost: pageCost(rulesFor(path)),
    path,
    methods,
  }));
};

function createHandler(deps: SurfaceDeps): OpenHandler {
  return async (request, context) => (await findOwnPage(deps, request, context)) ?? rejectOAuth();
}

function rejectOAuth(): never {
  throw new Problem(
    "not_found",
    "This site has no OAuth and no registration. It requires no credentials.",
    {
      hint: "Send requests without credentials. See /auth.md, and /agent/site.json for the API.",
    },
  );
}
