import type { BindingEntry, Table } from "../../../generated/table.ts";
import { requireValue } from "../../lib/kit/require-value.ts";
import type { HttpRequest } from "../handler.ts";
import { decodeBody, decodePathParameter, requireJsonType } from "../input/decode.ts";
import type { ParseInput } from "../input/input-schema.ts";
import { OPERATION_COST } from "../rate-limit.ts";
import type { RequestContext } from "../request-context.ts";
import { jsonResponse } from "../response/response.ts";
import type { ProtocolContract, ProtocolOperations } from "./protocol-operation.ts";
import { groupRoutes, type PathRules, type Route, type RouteHandler } from "./route.ts";

interface ProtocolRouteOptions<C extends ProtocolContract, Caller> {
  readonly table: Table;
  readonly operations: ProtocolOperations<C>;
  readonly parseInput: ParseInput;
  /** Creates what an operation receives besides its input. */
  createContext(request: HttpRequest, context: RequestContext, caller: Caller): C["context"];
  /** The operations that are rejected while the rate limiter is unavailable. */
  readonly requiresLimiter?: ReadonlySet<string> | undefined;
  rulesFor(path: string): PathRules;
  /** Middleware by protocol name. */
  readonly middleware?: Readonly<Record<string, ProtocolMiddleware<C>>>;
}

/**
 * Wraps the operations of a protocol. It receives each request before validation, and either
 * responds or calls `next`.
 */
export type ProtocolMiddleware<C extends ProtocolContract> = (
  input: ProtocolRequest,
  context: C["context"],
  next: (context: C["context"]) => Promise<ProtocolResponse>,
) => Promise<ProtocolResponse>;

/**
 * A decoded request before validation. `headers` contains only those that the operation's spec
 * defines.
 */
export interface ProtocolRequest {
  /** The operation's name. */
  readonly name: string;
  readonly method: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface ProtocolResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates the routes of a service's protocol operations. Each request costs 1, and its body. */
export const protocolRoutes = <C extends ProtocolContract, Caller>(
  service: ProtocolRouteOptions<C, Caller>,
): Route<Caller>[] =>
  groupRoutes(
    Object.entries(service.table.bindings).map(([name, entry]) => ({
      path: entry.path,
      method: entry.method,
      endpoint: {
        access: "caller",
        handler: createRouteHandler(name, entry, service),
        cost: {
          base: OPERATION_COST,
          follows: entry.input["properties"].body === undefined ? [] : ["body"],
        },
        requiresLimiter: service.requiresLimiter?.has(name),
      },
    })),
    service.rulesFor,
  );

function createRouteHandler<C extends ProtocolContract, Caller>(
  name: string,
  { input: schema, method, protocol }: BindingEntry,
  { operations, parseInput, createContext, middleware = {} }: ProtocolRouteOptions<C, Caller>,
): RouteHandler<Caller> {
  const { headers: headersSchema, body: bodySchema } = schema["properties"];
  const names = Object.keys(headersSchema["properties"]);
  const acceptsBody = bodySchema !== undefined;
  const requiresBody = schema["required"].includes("body");
  const operation = requireValue(
    (
      operations as Record<
        string,
        (input: unknown, context: unknown) => Promise<ProtocolResponse> | ProtocolResponse
      >
    )[name],
    `the operation ${name}`,
  );
  const runMiddleware = middleware[protocol] ?? ((_, context, next) => next(context));

  return async (request, requestContext, caller) => {
    const { query, match } = requestContext;
    const path = Object.fromEntries(
      Object.entries(match.parameters).map(([key, raw]) => [key, decodePathParameter(key, raw)]),
    );
    const headers = Object.fromEntries(
      names.flatMap((each) => {
        const value = request.headers.get(each);
        return value === null ? [] : [[each, value]];
      }),
    );
    if (acceptsBody) requireJsonType(request);
    const body = acceptsBody
      ? await decodeBody(request, requestContext, { emptyAs: requiresBody ? {} : undefined })
      : undefined;
    const input = {
      path,
      query: Object.fromEntries(new URLSearchParams(query)),
      headers,
      ...(body !== undefined && { body }),
    };
    const next = async (context: C["context"]) => operation(parseInput(name, input), context);
    const response = await runMiddleware(
      { ...input, name, method },
      createContext(request, requestContext, caller),
      next,
    );
    return jsonResponse(response.body, response.status, {
      "cache-control": "no-store",
      ...response.headers,
    });
  };
}
