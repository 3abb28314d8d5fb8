import type { Permission } from "../../generated/table.ts";
import { chain } from "../lib/kit/flow/chain.ts";
import type { Handler, HttpRequest } from "./handler.ts";
import { Problem } from "./problem.ts";
import type { RateLimit, RequestContext } from "./request-context.ts";
import { baseCost } from "./routing/route-cost.ts";
import type { Router } from "./routing/router.ts";
import { type TelemetryOptions, withTelemetry } from "./telemetry/telemetry.ts";

/** A service, as the pipeline runs its requests. */
export interface Service<Caller> extends TelemetryOptions {
  readonly router: Router<Caller>;
  /** The public origin, which the problem for another host names. */
  readonly origin: string;
  /** Returns whether the service serves a host, given with its port. */
  allowsHost(host: string): boolean;
  /** Identifies the caller of a request. Throws a `Problem` to reject the request. */
  authenticate(
    request: HttpRequest,
    context: RequestContext,
  ): Authenticated<Caller> | Promise<Authenticated<Caller>>;
  /** Throws a `Problem` if the caller lacks the permission that an endpoint needs. */
  authorize?(caller: Caller, permission: Permission): void;
  /** Counts requests to endpoints that authenticate a caller. */
  readonly rateLimit?: RateLimit | undefined;
  /** Counts the work of other requests. */
  readonly openLimit?: RateLimit | undefined;
  /** Removes secrets from a path before it is logged or repeated. */
  redactPath?(path: string): string;
}

/** An authenticated request. `request` differs from the received one if its body was buffered. */
export interface Authenticated<Caller> {
  readonly request: HttpRequest;
  readonly caller: Caller;
}

/**
 * Creates the handler of a service. Every request takes the same steps, and none of them awaits
 * unless there is something to wait for.
 */
export const createHandler = <Caller>(service: Service<Caller>): Handler =>
  withTelemetry(service, (received, context) => {
    const match = service.router.match(received.method, context.path);
    const { endpoint } = match;
    context.match = match;
    if (service.redactPath) context.path = service.redactPath(context.path);
    requireHost(service, context);
    if (endpoint.access === "open") {
      context.rateLimit = service.openLimit;
      return endpoint.handler(received, context);
    }
    context.rateLimit = service.rateLimit;
    const { requiresLimiter } = endpoint;
    const cost = baseCost(endpoint.cost);
    return chain(service.authenticate(received, context), ({ request, caller }) =>
      chain(
        cost > 0 && service.rateLimit?.take(request, context, { cost, requiresLimiter }),
        () => {
          if (endpoint.permission !== undefined) service.authorize?.(caller, endpoint.permission);
          return endpoint.handler(request, context, caller);
        },
      ),
    );
  });

function requireHost<Caller>({ allowsHost, origin }: Service<Caller>, { host }: RequestContext) {
  if (allowsHost(host)) return;
  throw new Problem("wrong_host", `This service doesn't serve host ${JSON.stringify(host)}.`, {
    hint: `Send requests to ${origin}/.`,
  });
}
