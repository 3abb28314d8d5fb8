import { IttyRouter } from "itty-router";
import { Problem } from "../problem.ts";
import type { HttpRequest, HttpResponse } from "./handler.ts";
import type { RequestContext } from "./request-context.ts";

/** What a route is given besides the request. */
export interface RouteMatch {
  readonly path: string;
  /** What follows the `?`, as it was sent. */
  readonly query: string;
  /** The path's parameters, still percent-encoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly context: RequestContext;
}

export type RouteHandler = (
  request: HttpRequest,
  match: RouteMatch,
) => Promise<HttpResponse> | HttpResponse;

/** A path and what it does for each method; HEAD and OPTIONS come by themselves. */
export interface Route {
  /** As OpenAPI writes it (`/checkouts/{id}`), or ending in `*` for everything below. */
  readonly path: string;
  readonly methods: Readonly<Record<string, RouteHandler>>;
  /** Answers every other method, OPTIONS too; by default they are refused. */
  readonly fallback?: RouteHandler;
}

/** Routes of what is served one by one, those of a path together. */
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

/** Finds the route of a request and asks it. Throws a `Problem` where there is none, or none for the method. */
export type Router = (
  request: HttpRequest,
  context: RequestContext,
) => Promise<HttpResponse> | HttpResponse;

/**
 * Paths without parameters are looked up in a map; the others are tried in their order by itty-router, which decodes
 * nothing, knows no 405, and takes any number of slashes for one: all three are seen to here.
 */
export function createRouter(
  routes: readonly Route[],
  { hint = "/agent/site.json lists what is served." }: { readonly hint?: string } = {},
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

  // No promise on the way to a path without parameters: each costs as much as looking it up.
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

/** HEAD and OPTIONS, and what a path is not served with. */
async function handleDefaultMethods(
  { path, methods }: Route,
  request: HttpRequest,
  match: RouteMatch,
): Promise<HttpResponse> {
  // What lies below a path may not be there at all, which comes before how it may be asked for.
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
  throw new Problem(
    "method_not_allowed",
    `${match.path} is not served with ${request.method}, but with ${allow}.`,
    {
      headers: { allow },
    },
  );
}

/** A browser's page may send what headers it likes; whether it may read the answer, the answer says. */
const PREFLIGHT = { "access-control-allow-headers": "*", "access-control-max-age": "86400" };

/** The methods that a path has, as the Allow header writes them. */
function allowHeader(methods: Route["methods"]): string {
  const names = new Set(Object.keys(methods));
  if (names.has("GET")) names.add("HEAD");
  return [...names.add("OPTIONS")].join(", ");
}

/** What HEAD answers: the headers that GET would have had, its length among them. */
export function headResponse({ status, headers, body }: HttpResponse): HttpResponse {
  if (body === null) return { status, headers, body };
  if (typeof body === "string")
    headers["content-length"] = String(new TextEncoder().encode(body).byteLength);
  else if (body instanceof Uint8Array) headers["content-length"] = String(body.byteLength);
  else void body.cancel();
  return { status, headers, body: null };
}
