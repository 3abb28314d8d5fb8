import type { Route, RouteHandler } from "../../http/router.ts";
import { Problem } from "../../problem.ts";
import { findOwnPage } from "./pages.ts";
import type { SurfaceDeps } from "./surface.ts";

/** Where clients look for OAuth, and for a way to register or to be given an account. */
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

/** Says at each of these paths that there is no OAuth here, unless the site itself has a page there. */
export const noOauthRoutes = (deps: SurfaceDeps): Route[] =>
  NO_OAUTH_PATHS.map((path) => ({
    path,
    methods: { GET: createHandler(deps), POST: rejectOAuth },
  }));

function createHandler(deps: SurfaceDeps): RouteHandler {
  return async (request, match) => (await findOwnPage(deps, request, match)) ?? rejectOAuth();
}

function rejectOAuth(): never {
  throw new Problem(
    "not_found",
    "There is no OAuth here, and nothing to register for: no credential exists, and everything that is served is open.",
    {
      hint: "/auth.md says so in full; /agent/site.json lists what is served.",
    },
  );
}
