import { IttyRouter } from "itty-router";
import type { Permission } from "../../generated/table.ts";
import type { HttpRequest, HttpResponse } from "./handler.ts";
import { Problem } from "./problem.ts";
import type { RequestContext } from "./request-context.ts";
import { problemResponse } from "./response.ts";

/** Handles a matched request. `caller` is the result of authentication. */
export type RouteHandler<Caller = unknown> = (
  request: HttpRequest,
  context: RequestContext,
  caller: Caller,
) => Promise<HttpResponse> | HttpResponse;

/** Handles a request that isn't authenticated. */
export type OpenHandler = (
  request: HttpRequest,
  context: RequestContext,
) => Promise<HttpResponse> | HttpResponse;

/** A handler, and what the pipeline does before it. */
export type Endpoint<Caller> =
  | {
      /** Neither authenticated nor charged. */
      readonly access: "open";
      readonly handler: OpenHandler;
    }
  | {
      readonly access: "caller";
      readonly handler: RouteHandler<Caller>;
      /** The cost of a request. With 0, the handler may charge a cost that it finds out. */
      readonly cost: number;
      /** Set if requests are rejected while the rate limiter is unavailable. */
      readonly requiresLimiter?: boolean | undefined;
      /** The permission that the caller needs. */
      readonly permission?: Permission | undefined;
    };

/**
 * Converts a thrown value to a response. The response to anything but a `Problem` contains no
 * details.
 */
export type ErrorResponder = (
  error: unknown,
  requestId: string,
  request: HttpRequest,
) => Promise<HttpResponse> | HttpResponse;

/** The rules for all requests at a path, including those that no endpoint handles. */
export interface PathRules {
  /** Headers of every response, including errors. */
  readonly headers: Readonly<Record<string, string>>;
  /** By default, errors become problem documents. */
  readonly respondToError?: ErrorResponder | undefined;
  /** The headers of responses to OPTIONS. By default, they list the methods of the route. */
  readonly preflightHeaders?: Readonly<Record<string, string>> | undefined;
  /** The access to methods without an endpoint, by default `caller`. */
  readonly access?: "open" | "caller" | undefined;
  /** The cost of a request with a method without an endpoint. Default: 0. */
  readonly rejectionCost?: number | undefined;
}

/** A path with an endpoint for each method. The router adds HEAD and OPTIONS. */
export interface Route<Caller> extends PathRules {
  /** An OpenAPI path template (`/checkouts/{id}`), or a prefix that ends in `*`. */
  readonly path: string;
  readonly methods: Readonly<Record<string, Endpoint<Caller>>>;
  /** Handles all other methods including OPTIONS. Without it they get 405. */
  readonly fallback?: Endpoint<Caller> | undefined;
  /** Set if a trailing slash makes another path. It always does without parameters. */
  readonly isExact?: boolean | undefined;
  /** The route in logs and metrics. Default: `path`. */
  readonly name?: string | undefined;
}

/** Groups endpoints with the same path into one route. */
export function groupRoutes<Caller>(
  endpoints: readonly {
    readonly path: string;
    readonly method: string;
    readonly endpoint: Endpoint<Caller>;
  }[],
  rulesFor: (path: string) => PathRules,
): Route<Caller>[] {
  const byPath = Map.groupBy(endpoints, ({ path }) => path);
  return [...byPath].map(([path, samePath]) => ({
    ...rulesFor(path),
    path,
    methods: Object.fromEntries(samePath.map(({ method, endpoint }) => [method, endpoint])),
  }));
}

/** The result of routing. A request that no route matches has a match too, without a route name. */
export interface RouteMatch<Caller> {
  /** The declared path of the route. */
  readonly route: string | undefined;
  readonly endpoint: Endpoint<Caller>;
  readonly headers: PathRules["headers"];
  readonly respondToError: ErrorResponder;
  /** The path parameters, still percent-encoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

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
}

/**
 * Creates a router. It looks up paths without parameters in a map, and matches the others in order
 * with itty-router's patterns. Repeated slashes make another path.
 */
export function createRouter<Caller>(
  routes: readonly Route<Caller>[],
  { hint, rulesFor, explainPath }: RouterOptions,
): Router<Caller> {
  const staticRoutes = new Map<string, CompiledRoute<Caller>>();
  const patternRoutes: (CompiledRoute<Caller> & { readonly pattern: RegExp })[] = [];
  for (const route of routes) {
    const compiled = compileRoute(route);
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
    const miss = compileRoute<Caller>({
      ...rules,
      path,
      methods: rules.preflightHeaders ? { OPTIONS: preflight(rules.preflightHeaders) } : {},
      fallback: rejection(rules, reject),
    });
    return { ...miss.match(method, NO_PARAMETERS), route: undefined };
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

interface CompiledRoute<Caller> {
  readonly path: string;
  readonly hasFallback: boolean;
  readonly isExact: boolean;
  match(method: string, parameters: Readonly<Record<string, string>>): RouteMatch<Caller>;
}

/** Adds the endpoints for HEAD, OPTIONS and methods that aren't allowed. */
function compileRoute<Caller>(route: Route<Caller>): CompiledRoute<Caller> {
  const { path, name = path, methods, fallback, headers } = route;
  const { respondToError = problemResponse } = route;
  const endpoints = new Map(Object.entries(methods));
  const get = endpoints.get("GET");
  if (get && !endpoints.has("HEAD")) endpoints.set("HEAD", toHead(get));
  const allow = [...new Set([...endpoints.keys(), "OPTIONS"])].join(", ");
  if (!fallback && !endpoints.has("OPTIONS"))
    endpoints.set("OPTIONS", optionsEndpoint(route, get, allow));
  const otherwise = fallback ?? notAllowed(route, get, allow);
  return {
    path,
    hasFallback: fallback !== undefined,
    isExact: route.isExact === true,
    match: (method, parameters) => ({
      route: name,
      endpoint: endpoints.get(method) ?? otherwise,
      headers,
      respondToError,
      parameters,
    }),
  };
}

/** The endpoint of a path or method that the service doesn't have. */
const rejection = <Caller>(
  { access = "caller", rejectionCost = 0 }: PathRules,
  handler: OpenHandler,
): Endpoint<Caller> =>
  access === "open" ? { access, handler } : { access, handler, cost: rejectionCost };

function notAllowed<Caller>(
  route: Route<Caller>,
  get: Endpoint<Caller> | undefined,
  allow: string,
): Endpoint<Caller> {
  const reject: OpenHandler = ({ method }, { path }) => {
    throw new Problem("method_not_allowed", `${path} doesn't support ${method}.`, {
      hint: `Use one of ${allow}.`,
      headers: { allow },
    });
  };
  return ifResourceExists(route, get, rejection(route, reject));
}

function optionsEndpoint<Caller>(
  route: Route<Caller>,
  get: Endpoint<Caller> | undefined,
  allow: string,
): Endpoint<Caller> {
  const headers = route.preflightHeaders ?? {
    allow,
    ...PREFLIGHT_HEADERS,
    "access-control-allow-methods": allow,
  };
  return ifResourceExists(route, get, preflight(headers));
}

const preflight = (headers: Readonly<Record<string, string>>) =>
  ({
    access: "open",
    handler: () => ({ status: 204, headers: { ...headers }, body: null }),
  }) as const;

/** Below a wildcard the resource may not exist, and 404 takes precedence over 204 and 405. */
function ifResourceExists<Caller>(
  { path }: Route<Caller>,
  get: Endpoint<Caller> | undefined,
  endpoint: Endpoint<Caller>,
): Endpoint<Caller> {
  if (!path.endsWith("*") || get?.access !== "caller") return endpoint;
  const cost = endpoint.access === "caller" ? endpoint.cost : 0;
  return {
    access: "caller",
    cost,
    async handler(request, context, caller) {
      headResponse(await get.handler(request, context, caller));
      return endpoint.handler(request, context, caller);
    },
  };
}

/** Web pages may send any headers. Whether they may read a response depends on the response. */
const PREFLIGHT_HEADERS = {
  "access-control-allow-headers": "*",
  "access-control-max-age": "86400",
};

const NO_PARAMETERS = Object.freeze({});

const isPattern = (path: string): boolean => /[{*]/.test(path);

const firstSegment = (path: string): string =>
  path.slice(1, path.indexOf("/", 1) === -1 ? undefined : path.indexOf("/", 1));

/** Compiles a path template with itty-router. */
function toPattern(path: string): RegExp {
  const { routes } = IttyRouter().all(path.replaceAll(/\{(\w+)\}/g, ":$1"), () => {});
  return routes[0]![1];
}

/** Resolves `.` and `..` as URL parsers do, because a path parameter must not be one of them. */
const resolveDotSegments = (path: string): string =>
  /[\\]|\/(\.|%2e)/i.test(path) ? new URL(path, "http://localhost").pathname : path;

/** The endpoint for HEAD. It responds like GET with Content-Length, and without a body. */
function toHead<Caller>(get: Endpoint<Caller>): Endpoint<Caller> {
  if (get.access === "open") {
    const handler: OpenHandler = async (request, context) =>
      headResponse(await get.handler(request, context));
    return { ...get, handler };
  }
  const handler: RouteHandler<Caller> = async (request, context, caller) =>
    headResponse(await get.handler(request, context, caller));
  return { ...get, handler };
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
