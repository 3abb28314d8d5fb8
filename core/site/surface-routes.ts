import type { Endpoint, Route } from "../http/route.ts";
import type { Caller } from "./context.ts";
import { pages } from "./pages/pages.ts";
import { PAGE_PREFIXES, rulesFor } from "./path-rules.ts";
import { type Surface, type SurfaceDeps, surfacePath } from "./surface.ts";

/**
 * Returns the routes of a surface: one, or for the site's pages one for each prefix with rules of
 * its own.
 */
export function surfaceRoutes(surface: Surface, deps: SurfaceDeps): Route<Caller>[] {
  const handler = surface.createHandler(deps);
  if (surface === pages)
    return PAGE_PREFIXES.map((prefix) => {
      const rules = rulesFor(prefix);
      const endpoint = { access: "caller", cost: rules.rejectionCost ?? 0, handler } as const;
      const methods: Route<Caller>["methods"] = deps.proxy ? {} : { GET: endpoint };
      const fallback = deps.proxy && endpoint;
      return { ...rules, path: `${prefix}*`, name: pages.path, methods, fallback };
    });
  const path = surfacePath(surface, deps.site);
  const rules = rulesFor(path);
  const endpoint: Endpoint<Caller> =
    surface.access === "open"
      ? { access: "open", handler }
      : { access: "caller", cost: rules.rejectionCost ?? 0, handler };
  // Other methods go to the upstream on all paths that may be its own.
  const isOwnPath = /^\/(agent|\.jackfield)\//.test(path);
  return [
    {
      ...rules,
      path,
      methods: Object.fromEntries(surface.methods.map((method) => [method, endpoint])),
      fallback:
        deps.proxy && !isOwnPath
          ? { access: "caller", cost: 0, handler: deps.proxy.forward }
          : undefined,
    },
  ];
}
