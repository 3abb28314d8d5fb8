import type { BindingEntry, Table } from "../../generated/table.ts";
import type { ProtocolContract, ProtocolOperations } from "../protocol-operation.ts";
import type { ParseInput } from "../schema.ts";
import { decodeBody, decodePathParameter } from "./decode.ts";
import type { HttpRequest } from "./handler.ts";
import type { RequestContext } from "./request-context.ts";
import { jsonResponse } from "./response.ts";
import { groupRoutes, type Route, type RouteHandler } from "./router.ts";

/** What the bindings of a service need to be served. */
export interface ProtocolRouteOptions<C extends ProtocolContract> {
  readonly table: Table;
  readonly operations: ProtocolOperations<C>;
  readonly parseInput: ParseInput;
  /** What a binding gets besides its input. */
  createContext(request: HttpRequest, requestContext: RequestContext): C["context"];
  /** What is done around every request of a protocol, by the protocol's name. */
  readonly middleware?: Readonly<Record<string, ProtocolMiddleware<C>>>;
}

/**
 * Stands around the bindings of a protocol: sees what was sent before it is checked, and may answer by itself or have it
 * carried out.
 */
export type ProtocolMiddleware<C extends ProtocolContract> = (
  input: ProtocolRequest,
  context: C["context"],
  next: (context: C["context"]) => Promise<ProtocolResponse>,
) => Promise<ProtocolResponse>;

/** What was sent to a binding: decoded, not yet checked. Of the headers, those that its spec names. */
export interface ProtocolRequest {
  /** The binding's name. */
  readonly name: string;
  readonly method: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What a binding answers. */
export interface ProtocolResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The routes of a table's bindings. */
export const protocolRoutes = <C extends ProtocolContract>(
  service: ProtocolRouteOptions<C>,
): Route[] =>
  groupRoutes(
    Object.entries(service.table.bindings).map(([name, entry]) => ({
      ...entry,
      handler: createRouteHandler(name, entry, service),
    })),
  );

function createRouteHandler<C extends ProtocolContract>(
  name: string,
  { input: schema, method, protocol }: BindingEntry,
  { operations, parseInput, createContext, middleware = {} }: ProtocolRouteOptions<C>,
): RouteHandler {
  const { headers: headersSchema, body: bodySchema } = schema["properties"];
  const names = Object.keys(headersSchema["properties"]);
  const acceptsBody = bodySchema !== undefined;
  const requiresBody = schema["required"].includes("body");
  const operation = (
    operations as Record<
      string,
      (input: unknown, context: unknown) => Promise<ProtocolResponse> | ProtocolResponse
    >
  )[name]!;
  const runMiddleware = middleware[protocol] ?? ((_, context, next) => next(context));

  return async (request, { query, parameters, context: requestContext }) => {
    const path = Object.fromEntries(
      Object.entries(parameters).map(([key, raw]) => [key, decodePathParameter(key, raw)]),
    );
    const headers = Object.fromEntries(
      names.flatMap((each) => {
        const value = request.headers.get(each);
        return value === null ? [] : [[each, value]];
      }),
    );
    const body = acceptsBody
      ? await decodeBody(request, { emptyAs: requiresBody ? {} : undefined })
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
      createContext(request, requestContext),
      next,
    );
    return jsonResponse(response.body, response.status, {
      "cache-control": "no-store",
      ...response.headers,
    });
  };
}
