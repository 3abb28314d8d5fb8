import type { Permission } from "../../../generated/table.ts";
import type { ErrorResponder, HttpRequest, HttpResponse } from "../handler.ts";
import type { RequestContext } from "../request-context.ts";
import type { RouteCost } from "./route-cost.ts";

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

/** Returns a handler that is created at its first request, so that a start creates none. */
export function lazyHandler(create: () => OpenHandler): OpenHandler {
  let handler: OpenHandler | undefined;
  return (request, context) => {
    handler ??= create();
    return handler(request, context);
  };
}

/** A handler, and what the pipeline does before it. */
export type Endpoint<Caller> =
  | {
      /** Not authenticated. */
      readonly access: "open";
      readonly handler: OpenHandler;
      readonly cost: RouteCost;
    }
  | {
      readonly access: "caller";
      readonly handler: RouteHandler<Caller>;
      readonly cost: RouteCost;
      /** Set if requests are rejected while the rate limiter is unavailable. */
      readonly requiresLimiter?: boolean | undefined;
      /** The permission that the caller needs. */
      readonly permission?: Permission | undefined;
    };

/** An endpoint, or a handler with the access and the cost of its path. */
export type MethodHandler<Caller> = Endpoint<Caller> | OpenHandler;

/** The rules for all requests at a path, including those that no endpoint handles. */
export interface PathRules {
  /** Headers of every response, including errors. */
  readonly headers: Readonly<Record<string, string>>;
  /** Default: the responder of the router. */
  readonly respondToError?: ErrorResponder | undefined;
  /** The headers of responses to OPTIONS. By default, they list the methods of the route. */
  readonly preflightHeaders?: Readonly<Record<string, string>> | undefined;
  /** The access to everything but endpoints with an access of their own. Default: `caller`. */
  readonly access?: "open" | "caller" | undefined;
  /** The cost of a request, except to endpoints with a cost of their own. */
  readonly cost: RouteCost;
}

/** A path with a handler for each method. The router adds HEAD and OPTIONS. */
export interface Route<Caller> extends PathRules {
  /** An OpenAPI path template (`/checkouts/{id}`), or a prefix that ends in `*`. */
  readonly path: string;
  readonly methods: Readonly<Record<string, MethodHandler<Caller>>>;
  /** Handles all other methods including OPTIONS. Without it they get 405. */
  readonly fallback?: MethodHandler<Caller> | undefined;
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
