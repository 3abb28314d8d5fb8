import type { ErrorResponder, HttpResponse } from "../handler.ts";
import { Problem } from "../problem.ts";
import type { MatchedRoute } from "../request-context.ts";
import type {
  Endpoint,
  MethodHandler,
  OpenHandler,
  PathRules,
  Route,
  RouteHandler,
} from "./route.ts";
import { followsWork, withResponseCost } from "./route-cost.ts";

/** The result of routing. A request that no route matches has a match too, without a route name. */
export interface RouteMatch<Caller> extends MatchedRoute {
  readonly endpoint: Endpoint<Caller>;
}

/** A route with an endpoint for each method. */
export interface CompiledRoute<Caller> {
  readonly path: string;
  readonly hasFallback: boolean;
  readonly isExact: boolean;
  match(method: string, parameters: Readonly<Record<string, string>>): RouteMatch<Caller>;
}

/**
 * Adds the endpoints for HEAD, OPTIONS and methods that aren't allowed. Errors go to `respond` if
 * the route has no responder.
 */
export function compileRoute<Caller>(
  route: Route<Caller>,
  respond: ErrorResponder,
): CompiledRoute<Caller> {
  const { path, name = path, methods, fallback, headers } = route;
  const { respondToError = respond } = route;
  const endpoints = new Map(
    Object.entries(methods).map(([method, handler]) => [method, toEndpoint(route, handler)]),
  );
  const get = endpoints.get("GET");
  if (get && !endpoints.has("HEAD")) endpoints.set("HEAD", toHead(get));
  const allow = [...new Set([...endpoints.keys(), "OPTIONS"])].join(", ");
  if (!fallback && !endpoints.has("OPTIONS"))
    endpoints.set("OPTIONS", optionsEndpoint(route, get, allow));
  const otherwise = fallback ? toFallback(route, fallback) : notAllowed(route, get, allow);
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

const toFallback = <Caller>(rules: PathRules, handler: MethodHandler<Caller>): Endpoint<Caller> =>
  typeof handler === "function" ? applyRules(rules, handler) : handler;

function toEndpoint<Caller>(rules: PathRules, handler: MethodHandler<Caller>): Endpoint<Caller> {
  const endpoint = toFallback(rules, handler);
  if (!followsWork(endpoint.cost, "response")) return endpoint;
  return endpoint.access === "open"
    ? { ...endpoint, handler: withResponseCost(endpoint.handler) }
    : { ...endpoint, handler: withResponseCost(endpoint.handler) };
}

/** Creates an endpoint with the access and the cost of its path. */
export const applyRules = <Caller>(
  { access = "caller", cost }: PathRules,
  handler: OpenHandler,
): Endpoint<Caller> => ({ access, handler, cost });

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
  return ifResourceExists(route, get, applyRules(route, reject));
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

/** The response to OPTIONS, which is open because browsers send it without a credential. */
export const preflight = (headers: Readonly<Record<string, string>>) =>
  ({
    access: "open",
    cost: { free: "constant" },
    handler: () => ({ status: 204, headers: { ...headers }, body: null }),
  }) as const;

/** Below a wildcard the resource may not exist, and 404 takes precedence over 204 and 405. */
function ifResourceExists<Caller>(
  { path }: Route<Caller>,
  get: Endpoint<Caller> | undefined,
  endpoint: Endpoint<Caller>,
): Endpoint<Caller> {
  if (!path.endsWith("*") || get?.access !== "caller") return endpoint;
  return {
    access: "caller",
    cost: endpoint.cost,
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
