import type { OperationEntry, Table } from "../../generated/table.ts";
import { negotiate } from "./accept.ts";
import { createDecoder, decodeBody } from "./decode.ts";
import type { HttpRequest, HttpResponse } from "./handler.ts";
import type { Contract, OperationName, Representation, Representations } from "./operation.ts";
import { Problem } from "./problem.ts";
import type { RequestContext } from "./request-context.ts";
import { jsonResponse, SECURITY_HEADERS } from "./response.ts";
import { groupRoutes, type Route, type RouteHandler } from "./router.ts";
import type { Run } from "./run-operation.ts";

export interface OperationRouteOptions<C extends Contract> {
  readonly table: Table;
  readonly run: Run<C>;
  readonly representations: Representations<C>;
  /** Creates what an operation receives besides its input. */
  createContext(request: HttpRequest, context: RequestContext): C["context"];
}

/** Creates the routes of a service's operations. */
export const operationRoutes = <C extends Contract>(service: OperationRouteOptions<C>): Route[] =>
  groupRoutes(
    Object.entries(service.table.operations).map(([name, entry]) => ({
      ...entry,
      handler: createRouteHandler(name as OperationName<C>, entry, service),
    })),
  );

function createRouteHandler<C extends Contract>(
  name: OperationName<C>,
  entry: OperationEntry,
  service: OperationRouteOptions<C>,
): RouteHandler {
  const representation = (
    service.representations as Record<string, Representation<unknown, string>>
  )[name];
  const decodeInput = createDecoder(entry);
  const acceptsBody = Object.values(entry.source).includes("body");
  const status = Number(Object.keys(entry.responses).find((each) => Number(each) < 300));

  // Without a body or negotiation, only the operation itself may return a promise.
  if (!representation && !acceptsBody) {
    return (request, { query, parameters, context }) => {
      const value = service.run(
        name,
        decodeInput(query, parameters),
        service.createContext(request, context),
      );
      return value instanceof Promise
        ? value.then((output: unknown) => jsonResponse(output, status))
        : jsonResponse(value, status);
    };
  }

  return async (request, match) => {
    const mediaType = representation && negotiateMediaType(request, representation);
    const decoded = decodeInput(match.query, match.parameters);
    // Spread instead of assignment keeps a member named __proto__ an ordinary member.
    const input = acceptsBody ? { ...decoded, ...(await decodeBody(request)) } : decoded;
    if (!representation)
      return jsonResponse(
        await service.run(name, input, service.createContext(request, match.context)),
        status,
      );
    const resolved = representation.resolve(mediaType!, input);
    return representationResponse(
      await service.run(name, resolved.input, service.createContext(request, match.context)),
      resolved.mediaType,
      representation,
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
    `Accept is "${accept!.slice(0, 200)}", which matches no available media type.`,
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
