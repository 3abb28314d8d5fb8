import { IttyRouter } from "itty-router";
import { requireValue } from "../../lib/kit/require-value.ts";
import type { ErrorResponder } from "../handler.ts";
import { Problem } from "../problem.ts";
import { problemResponse } from "../response/response.ts";
import {
  applyRules,
  type CompiledRoute,
  compileRoute,
  preflight,
  type RouteMatch,
} from "./compile-route.ts";
import type { OpenHandler, PathRules, Route } from "./route.ts";

/** Finds the endpoint of a request. */
export interface Router<Caller> {
  match(method: string, path: string): RouteMatch<Caller>;
}

export interface RouterOptions {
  /** Where clients find the paths of the service. */
  readonly hint: string;
  /** Returns the rules of a path without a route. */
  rulesFor(path: string): PathRules;
  /** Returns the problem for a path without a route, if it isn't the default. */
  explainPath?(path: string): Problem | undefined;
  /** Responds to errors at paths without a responder of their own. */
  readonly respondToError?: ErrorResponder | undefined;
}

/**
 * Creates a router. It looks up paths without parameters in a map, and matches the others in order
 * with itty-router's patterns. Repeated slashes make another path.
 */
export function createRouter<Caller>(
  routes: readonly Route<Caller>[],
  { hint, rulesFor, explainPath, respondToError = problemResponse }: RouterOptions,
): Router<Caller> {
  const staticRoutes = new Map<string, CompiledRoute<Caller>>();
  const patternRoutes: (CompiledRoute<Caller> & { readonly pattern: RegExp })[] = [];
  for (const route of routes) {
    const compiled = compileRoute(route, respondToError);
    if (isPattern(route.path)) patternRoutes.push({ ...compiled, pattern: toPattern(route.path) });
    else staticRoutes.set(route.path, compiled);
  }
  const catchAll = patternRoutes.find(({ path, hasFallback }) => path === "/*" && hasFallback);
  const firstSegments = new Set(
    patternRoutes.filter(({ path }) => path !== "/*").map(({ path }) => firstSegment(path)),
  );

  const matchMiss = (method: string, path: string): RouteMatch<Caller> => {
    const rules = rulesFor(path);
    // The path of the context has no secrets.
    const reject: OpenHandler = (_, context) => {
      const detail = `Nothing is served at ${context.path.slice(0, 200)}.`;
      throw explainPath?.(path) ?? new Problem("not_found", detail, { hint });
    };
    return {
      route: undefined,
      endpoint:
        method === "OPTIONS" && rules.preflightHeaders
          ? preflight(rules.preflightHeaders)
          : applyRules(rules, reject),
      headers: rules.headers,
      respondToError: rules.respondToError ?? respondToError,
      parameters: NO_PARAMETERS,
    };
  };

  return {
    match(method, path) {
      const staticRoute = staticRoutes.get(path);
      if (staticRoute) return staticRoute.match(method, NO_PARAMETERS);
      const hasRepeatedSlash = path.includes("//");
      if (catchAll && (hasRepeatedSlash || !firstSegments.has(firstSegment(path))))
        return catchAll.match(method, NO_PARAMETERS);
      if (hasRepeatedSlash) return matchMiss(method, path);
      const pathname = resolveDotSegments(path);
      for (const route of patternRoutes) {
        if (route.isExact && pathname.endsWith("/")) continue;
        const found = route.pattern.exec(pathname);
        if (found) return route.match(method, found.groups ?? NO_PARAMETERS);
      }
      return matchMiss(method, path);
    },
  };
}

const NO_PARAMETERS = Object.freeze({});

const isPattern = (path: string): boolean => /[{*]/.test(path);

const firstSegment = (path: string): string =>
  path.slice(1, path.indexOf("/", 1) === -1 ? undefined : path.indexOf("/", 1));

/** Compiles a path template with itty-router. */
function toPattern(path: string): RegExp {
  const { routes } = IttyRouter().all(path.replaceAll(/\{(\w+)\}/g, ":$1"), () => {});
  const [, pattern] = requireValue(routes[0], `the route ${path}`);
  return pattern;
}

/** Resolves `.` and `..` as URL parsers do, because a path parameter must not be one of them. */
const resolveDotSegments = (path: string): string =>
  /[\\]|\/(\.|%2e)/i.test(path) ? new URL(path, "http://localhost").pathname : path;
