import type { OperationEntry, Table } from "../../../generated/table.ts";
import { chain } from "../../lib/kit/flow/chain.ts";
import type { HttpRequest, HttpResponse } from "../handler.ts";
import { createDecoder, decodeBody } from "../input/decode.ts";
import { Problem } from "../problem.ts";
import { OPERATION_COST } from "../rate-limit.ts";
import type { RequestContext } from "../request-context.ts";
import { negotiate } from "../response/accept.ts";
import { jsonResponse, SECURITY_HEADERS } from "../response/response.ts";
import type { Contract, OperationName, Representation, Representations } from "./operation.ts";
import { groupRoutes, type PathRules, type Route, type RouteHandler } from "./route.ts";
import type { RouteCost } from "./route-cost.ts";
import type { Run } from "./run-operation.ts";

interface OperationRouteOptions<C extends Contract, Caller> {
  readonly table: Table;
  readonly run: Run<C>;
  readonly representations: Representations<C>;
  /** The costs of operations, by name. Default: 1. A body always raises the cost. */
  readonly costs?: Readonly<Record<string, OperationCost>> | undefined;
  /** The operations that are rejected while the rate limiter is unavailable. */
  readonly requiresLimiter?: ReadonlySet<string> | undefined;
  rulesFor(path: string): PathRules;
  /** Creates what an operation receives besides its input. */
  createContext(request: HttpRequest, context: RequestContext, caller: Caller): C["context"];
}

/** The cost of an operation, and the work besides its body that raises it. */
type OperationCost = Extract<RouteCost, { base: number }>;

const acceptsBody = ({ source }: OperationEntry): boolean => Object.values(source).includes("body");

/** Creates the routes of a service's operations. */
export const operationRoutes = <C extends Contract, Caller>(
  service: OperationRouteOptions<C, Caller>,
): Route<Caller>[] =>
  groupRoutes(
    Object.entries(service.table.operations).map(([name, entry]) => ({
      path: entry.path,
      method: entry.method,
      endpoint: {
        access: "caller",
        handler: createRouteHandler(name as OperationName<C>, entry, service),
        cost: {
          base: service.costs?.[name]?.base ?? OPERATION_COST,
          follows: [
            ...(acceptsBody(entry) ? (["body"] as const) : []),
            ...(service.costs?.[name]?.follows ?? []),
          ],
        },
        requiresLimiter: service.requiresLimiter?.has(name),
        permission: entry.permission,
      },
    })),
    service.rulesFor,
  );

function createRouteHandler<C extends Contract, Caller>(
  name: OperationName<C>,
  entry: OperationEntry,
  service: OperationRouteOptions<C, Caller>,
): RouteHandler<Caller> {
  const representation = (
    service.representations as Record<string, Representation<unknown, string>>
  )[name];
  const decodeInput = createDecoder(entry);
  const hasBody = acceptsBody(entry);
  const status = Number(Object.keys(entry.responses).find((each) => Number(each) < 300));

  // Complete, so that the pipeline adds nothing but the request ID.
  const responseHeaders = {
    ...SECURITY_HEADERS,
    "content-type": "application/json",
    ...service.rulesFor(entry.path).headers,
  };
  const respond = (output: unknown): HttpResponse => ({
    status,
    headers: { ...responseHeaders },
    body: JSON.stringify(output),
  });

  // Without a body or negotiation, only the operation itself may return a promise.
  if (!representation && !hasBody) {
    return (request, context, caller) =>
      chain(
        service.run(
          name,
          decodeInput(context.query, context.match.parameters),
          service.createContext(request, context, caller),
        ),
        respond,
      );
  }

  return async (request, context, caller) => {
    const negotiated = representation && {
      representation,
      mediaType: negotiateMediaType(request, representation),
    };
    const decoded = decodeInput(context.query, context.match.parameters);
    // Spread instead of assignment keeps a member named __proto__ an ordinary member.
    const input = hasBody ? { ...decoded, ...(await decodeBody(request, context)) } : decoded;
    if (!negotiated)
      return respond(
        await service.run(name, input, service.createContext(request, context, caller)),
      );
    const resolved = negotiated.representation.resolve(negotiated.mediaType, input);
    return representationResponse(
      await service.run(name, resolved.input, service.createContext(request, context, caller)),
      resolved.mediaType,
      negotiated.representation,
    );
  };
}

function negotiateMediaType(
  request: HttpRequest,
  { offers }: Representation<unknown, string>,
): string {
  const accept = request.headers.get("accept");
  const mediaType = negotiate(accept, offers);
  if (mediaType !== undefined) return mediaType;
  throw new Problem(
    "not_acceptable",
    `Accept is "${(accept ?? "").slice(0, 200)}", which matches no available media type.`,
    { hint: `Accept one of ${offers.join(", ")}.` },
  );
}

function representationResponse(
  value: unknown,
  mediaType: string,
  { headers, body }: Representation<unknown, string>,
): HttpResponse {
  const responseHeaders = { ...headers(value), vary: "accept" };
  if (mediaType === "application/json") return jsonResponse(value, 200, responseHeaders);
  return {
    status: 200,
    headers: {
      ...SECURITY_HEADERS,
      "content-type": `${mediaType}; charset=utf-8`,
      ...responseHeaders,
    },
    body: body(value),
  };
}
