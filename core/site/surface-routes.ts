import { lazyHandler, type OpenHandler, type Route } from "../http/routing/route.ts";
import { pageCost } from "../http/routing/route-cost.ts";
import { pages } from "./pages/pages.ts";
import { PAGE_PREFIXES, rulesFor } from "./path-rules.ts";
import { type Surface, type SurfaceDeps, surfacePath } from "./surface.ts";

/** Serves the site's own pages at a path that is for products, while the site has none. */
function createSurfaceHandler(surface: Surface, deps: SurfaceDeps): OpenHandler {
  const handler = lazyHandler(() => surface.createHandler(deps));
  if (!surface.requiresCommerce) return handler;
  const servePage = lazyHandler(() => pages.createHandler(deps));
  return (request, context) => (deps.sells() ? handler : servePage)(request, context);
}

/**
 * Returns the routes of a surface: one, or for the site's pages one for each prefix with rules of
 * its own.
 */
export function surfaceRoutes(surface: Surface, deps: SurfaceDeps): Route<unknown>[] {
  const handler = createSurfaceHandler(surface, deps);
  if (surface === pages) {
    const methods: Route<unknown>["methods"] = deps.proxy ? {} : { GET: handler };
    return PAGE_PREFIXES.map((prefix) => ({
      ...rulesFor(prefix),
      cost: pageCost(rulesFor(prefix)),
      path: `${prefix}*`,
      name: pages.path,
      methods,
      fallback: deps.proxy && handler,
    }));
  }
  const path = surfacePath(surface, deps.site);
  // Other methods go to the upstream on all paths that may be its own.
  const isOwnPath = /^\/(agent|\.jackfield)\//.test(path);
  return [
    {
      ...rulesFor(path),
      cost: surface.cost,
      ...(surface.access && { access: surface.access }),
      path,
      methods: Object.fromEntries(surface.methods.map((method) => [method, handler])),
      fallback: isOwnPath ? undefined : deps.proxy?.forward,
    },
  ];
}
