import { IttyRouter } from "itty-router";
import type { HttpRequest, HttpResponse } from "./handler.ts";
import { Problem } from "./problem.ts";
import type { RequestContext } from "./request-context.ts";

/** The path, query and parameters of a matched request. */
export interface RouteMatch {
  readonly path: string;
  /** The raw query, without the `?`. */
  readonly query: string;
  /** The path parameters, still percent-encoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly context: RequestContext;
}

export type RouteHandler = (
  request: HttpRequest,
  match: RouteMatch,
) => Promise<HttpResponse> | HttpResponse;

/** A path with a handler for each method. The router adds HEAD and OPTIONS. */
export interface Route {
  /** An OpenAPI path template (`/checkouts/{id}`), or a prefix that ends in `*`. */
  readonly path: string;
  readonly methods: Readonly<Record<string, RouteHandler>>;
  /** Handles all other methods including OPTIONS. Without it they get 405. */
  readonly fallback?: RouteHandler;
}

/** Groups endpoints with the same path into one route. */
export function groupRoutes(
  endpoints: readonly {
    readonly path: string;
    readonly method: string;
    readonly handler: RouteHandler;
  }[],
): Route[] {
  const byPath = Map.groupBy(endpoints, ({ path }) => path);
  return [...byPath].map(([path, samePath]) => ({
    path,
    methods: Object.fromEntries(samePath.map(({ method, handler }) => [method, handler])),
  }));
}

/** Dispatches a request to its route. Throws the `Problem` `not_found` or `method_not_allowed`. */
export type Router = (
  request: HttpRequest,
  context: RequestContext,
) => Promise<HttpResponse> | HttpResponse;

/**
 * Creates a router. It looks up paths without parameters in a map, and matches the others in order
 * with itty-router. Because itty-router treats repeated slashes as one and has no 405, this
 * function handles both.
 */
export function createRouter(
  routes: readonly Route[],
  { hint = "See /agent/site.json for the available endpoints." }: { readonly hint?: string } = {},
): Router {
  const notFoundProblem = (path: string) =>
    new Problem("not_found", `Nothing is served at ${path.slice(0, 200)}.`, { hint });
  const staticRoutes = new Map<string, Route>();
  const patterns = IttyRouter();
  const catchAll = routes.find(({ path, fallback }) => path === "/*" && fallback);
  const firstSegments = new Set(
    routes
      .filter(({ path }) => path !== "/*" && /[{*]/.test(path))
      .map(({ path }) => firstSegment(path)),
  );
  for (const route of routes) {
    if (!/[{*]/.test(route.path)) staticRoutes.set(route.path, route);
    else
      patterns.all(route.path.replaceAll(/\{(\w+)\}/g, ":$1"), ({ params }) => ({ route, params }));
  }

  // Not async, because a promise costs as much as the lookup of a path without parameters.
  return (request, context) => {
    const { path, query } = context;
    const staticRoute = staticRoutes.get(path);
    if (staticRoute) {
      context.route = staticRoute.path;
      return dispatch(staticRoute, request, { path, query, parameters: NO_PARAMETERS, context });
    }
    if (catchAll && (path.includes("//") || !firstSegments.has(firstSegment(path)))) {
      context.route = catchAll.path;
      return dispatch(catchAll, request, { path, query, parameters: NO_PARAMETERS, context });
    }
    if (path.includes("//")) throw notFoundProblem(path);
    return patterns
      .fetch({ method: request.method, url: request.url } as never)
      .then((patternMatch) => {
        if (!patternMatch) throw notFoundProblem(path);
        context.route = patternMatch.route.path;
        return dispatch(patternMatch.route, request, {
          path,
          query,
          parameters: patternMatch.params,
          context,
        });
      });
  };
}

const firstSegment = (path: string): string =>
  path.slice(1, path.indexOf("/", 1) === -1 ? undefined : path.indexOf("/", 1));

const NO_PARAMETERS = Object.freeze({});

function dispatch(
  route: Route,
  request: HttpRequest,
  match: RouteMatch,
): Promise<HttpResponse> | HttpResponse {
  const { methods, fallback } = route;
  if (Object.hasOwn(methods, request.method)) return methods[request.method]!(request, match);
  const isHead = request.method === "HEAD" && methods["GET"] !== undefined;
  return fallback && !isHead
    ? fallback(request, match)
    : handleDefaultMethods(route, request, match);
}

/** Handles HEAD and OPTIONS. Throws the `Problem` `method_not_allowed` for other methods. */
async function handleDefaultMethods(
  { path, methods }: Route,
  request: HttpRequest,
  match: RouteMatch,
): Promise<HttpResponse> {
  // Below a wildcard the resource may not exist, and 404 takes precedence over 405.
  if (path.endsWith("*") && request.method !== "HEAD" && methods["GET"])
    headResponse(await methods["GET"](request, match));
  const allow = allowHeader(methods);
  if (request.method === "HEAD" && methods["GET"])
    return headResponse(await methods["GET"](request, match));
  if (request.method === "OPTIONS")
    return {
      status: 204,
      headers: { allow, ...PREFLIGHT, "access-control-allow-methods": allow },
      body: null,
    };
  throw new Problem("method_not_allowed", `${match.path} doesn't support ${request.method}.`, {
    hint: `Use one of ${allow}.`,
    headers: { allow },
  });
}

/** Web pages may send any headers. Whether they may read a response depends on the response. */
const PREFLIGHT = { "access-control-allow-headers": "*", "access-control-max-age": "86400" };

/** Formats the methods of a path for the Allow header. */
function allowHeader(methods: Route["methods"]): string {
  const names = new Set(Object.keys(methods));
  if (names.has("GET")) names.add("HEAD");
  return [...names.add("OPTIONS")].join(", ");
}

/**
 * Converts a GET response to the response to HEAD: the same headers, with Content-Length, and no
 * body.
 */
export function headResponse({ status, headers, body }: HttpResponse): HttpResponse {
  if (body === null) return { status, headers, body };
  if (typeof body === "string")
    headers["content-length"] = String(new TextEncoder().encode(body).byteLength);
  else if (body instanceof Uint8Array) headers["content-length"] = String(body.byteLength);
  else void body.cancel();
  return { status, headers, body: null };
}
