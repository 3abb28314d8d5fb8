import { type HttpRequest, type HttpResponse, parseHost } from "../http/handler.ts";
import { REFUSAL_COST } from "../http/rate-limit.ts";
import { readBody } from "../http/read-body.ts";
import { Problem } from "../problem.ts";
import type { Dispatch, DispatcherOptions } from "./dispatcher.ts";
import { detectEra, META_PREFIX, MODERN } from "./eras.ts";
import {
  ERROR_CODES,
  errorResponse,
  httpStatus,
  type JsonRpcReply,
  type JsonRpcRequest,
  messageResponse,
  type RpcError,
} from "./message.ts";
import { cacheReplies } from "./reply-cache.ts";

export interface McpEdgeOptions<Caller> extends DispatcherOptions<Caller> {
  /** Whether requests for this host (with its port) are answered. */
  allowsHost(host: string): boolean;
  /** Whether a browser page of this origin may call. */
  allowsOrigin(origin: string): boolean;
  /** Who may keep the list of tools for others: `private` where a credential is asked for. */
  readonly cacheScope?: "public" | "private" | undefined;
  /** Takes what a message costs, which may call a tool; throws the `Problem` that refuses it. Everyone is let through by default. */
  checkRateLimit?(
    request: HttpRequest,
    requestCost: { readonly cost: number; readonly tool?: string | undefined },
    caller: Caller,
  ): Promise<void> | void;
}

const UTF8 = new TextDecoder();

/** How long a client may keep the list of tools. */
const CACHE_MILLISECONDS = 3_600_000;

/** The methods of the handshake's era that 2026-07-28 took away. */
const REMOVED = new Set(["initialize", "ping", "logging/setLevel"]);

/**
 * MCP over Streamable HTTP, stateless, both eras on one path. Answers JSON whatever Accept says (the client must list
 * both types, but real ones don't), and never opens a stream.
 */
export function createMcpEdge<Caller extends { readonly requestId: string }>(
  options: McpEdgeOptions<Caller>,
): (request: HttpRequest, caller: Caller) => Promise<HttpResponse> {
  const cache = { ttlMs: CACHE_MILLISECONDS, cacheScope: options.cacheScope ?? "public" };
  let dispatcher: Promise<Dispatch> | undefined;
  const dispatch = async (message: JsonRpcRequest, caller: Caller): Promise<JsonRpcReply> => {
    // What nearly every request is, and its params are checked: the SDK's own checks would double what it costs.
    if (message.method === "tools/call") {
      const { name, arguments: input = {} } = message.params as {
        name: string;
        arguments?: unknown;
      };
      try {
        const result = await options.call(name, input, caller, message.params?._meta ?? {});
        if (result) return { result };
        return {
          error: {
            code: ERROR_CODES.invalidParams,
            message: `There is no tool ${name}; tools/list names them.`,
          },
        };
      } catch (error) {
        return { error: toRpcError(error) };
      }
    }
    dispatcher ??= import("./dispatcher.ts").then(async ({ createDispatcher }) =>
      cacheReplies(await createDispatcher(options)),
    );
    return (await dispatcher)(message);
  };

  return async (request, caller) => {
    const origin = request.headers.get("origin");
    const host = parseHost(request.url);
    if (!options.allowsHost(host))
      return refusedResponse(403, `Requests for the host ${host} are not answered here.`);
    if (origin !== null && !options.allowsOrigin(origin))
      return refusedResponse(403, `Pages of ${origin} may not call this server.`);
    const cors = origin === null ? {} : corsHeaders(origin);

    if (request.method === "OPTIONS")
      return { status: 204, headers: { ...cors, ...PREFLIGHT }, body: null };
    const handled = await handle(request, caller);
    const response = request.method === "HEAD" ? { ...handled, body: null } : handled;
    return origin === null ? response : { ...response, headers: { ...response.headers, ...cors } };
  };

  /** A tools/call costs what the operation would over HTTP; the protocol's other messages, and what is none, a tenth. */
  async function handle(request: HttpRequest, caller: Caller): Promise<HttpResponse> {
    const message =
      request.method === "POST" ? await readMessage(request) : methodNotAllowed(request.method);
    const isMessage = "method" in message;
    const tool =
      isMessage && message.method === "tools/call" && message.id !== undefined
        ? String(message.params?.["name"])
        : undefined;
    try {
      await options.checkRateLimit?.(
        request,
        { cost: tool === undefined ? REFUSAL_COST : 1, tool },
        caller,
      );
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const data = error.toBody(caller.requestId);
      return errorResponse(
        isMessage ? (message.id ?? null) : null,
        error.status,
        { code: ERROR_CODES.refused, message: `${error.message} ${error.hint}`, data },
        error.headers,
      );
    }
    return isMessage ? dispatchByEra(request, message, caller) : message;
  }

  async function dispatchByEra(
    request: HttpRequest,
    message: JsonRpcRequest,
    caller: Caller,
  ): Promise<HttpResponse> {
    if (message.id === undefined) return { status: 202, headers: {}, body: null };

    const era = detectEra(request, message);
    if (typeof era === "object") return errorResponse(message.id, 400, era);
    if (era === "legacy") return messageResponse(message.id, await dispatch(message, caller));
    return handleModern(message, caller);
  }

  async function handleModern(message: JsonRpcRequest, caller: Caller): Promise<HttpResponse> {
    const { info, instructions } = options;
    const envelope = { [`${META_PREFIX}serverInfo`]: info };
    if (message.method === "server/discover") {
      const capabilities = { tools: {} };
      const result = {
        resultType: "complete",
        supportedVersions: MODERN,
        capabilities,
        instructions,
        ...cache,
        _meta: envelope,
      };
      return messageResponse(message.id, { result });
    }
    if (REMOVED.has(message.method)) {
      const text = `${message.method} is not part of ${MODERN[0]}; server/discover is.`;
      return errorResponse(message.id, 404, { code: ERROR_CODES.methodNotFound, message: text });
    }
    const reply = await dispatch(message, caller);
    if ("error" in reply) return messageResponse(message.id, reply, httpStatus(reply.error));
    const result = {
      resultType: "complete",
      ...reply.result,
      ...(message.method === "tools/list" && cache),
      _meta: { ...(reply.result["_meta"] as object | undefined), ...envelope },
    };
    return messageResponse(message.id, { result });
  }
}

/** An error that a tool ends the request with; any other is a fault, and goes on its way. */
function toRpcError(error: unknown): RpcError {
  const { code, message, data } = error as RpcError;
  if (!Object.values<number>(ERROR_CODES).includes(code)) throw error;
  return { code, message, ...(data !== undefined && { data }) };
}

/** What was posted, if it is JSON by its type. */
async function readMessage(request: HttpRequest): Promise<JsonRpcRequest | HttpResponse> {
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "");
  return isJson
    ? parseMessage(request)
    : refusedResponse(415, "Content-Type must be application/json.");
}

/** The request in a body; or the answer, where there is nothing to ask. */
async function parseMessage(request: HttpRequest): Promise<JsonRpcRequest | HttpResponse> {
  let message: any;
  try {
    message = JSON.parse(UTF8.decode(await readBody(request)));
  } catch (error) {
    if (error instanceof Problem)
      return refusedResponse(error.status, error.message, error.headers);
    return errorResponse(null, 400, {
      code: ERROR_CODES.parseError,
      message: "The body is not JSON.",
    });
  }
  if (Array.isArray(message))
    return invalidRequest(
      "Batches are not part of the protocol since 2025-06-18; send one message.",
    );
  if (!isObject(message) || message.jsonrpc !== "2.0")
    return invalidRequest('A message says "jsonrpc": "2.0".');
  if (typeof message.method !== "string") {
    if ("result" in message || "error" in message) return { status: 202, headers: {}, body: null };
    return invalidRequest("A message has a method, a result or an error.");
  }
  const { id, params } = message;
  if (id !== undefined && typeof id !== "string" && !Number.isInteger(id))
    return invalidRequest("An id is a string or an integer.");
  if (params !== undefined && !isObject(params)) {
    return invalidRequest("params is an object.", id);
  }
  const paramError = findInvalidParam(message.method, params ?? {});
  if (paramError)
    return errorResponse(id ?? null, 400, { code: ERROR_CODES.invalidParams, message: paramError });
  return message as JsonRpcRequest;
}

/** What is wrong with the params that every method may have, or with those of tools/call. */
function findInvalidParam(
  method: string,
  { _meta: meta, name, arguments: input }: Record<string, unknown>,
): string | undefined {
  if (meta !== undefined && !isObject(meta)) return "params._meta is an object.";
  const token = isObject(meta) ? meta["progressToken"] : undefined;
  if (token !== undefined && typeof token !== "string" && !Number.isInteger(token)) {
    return "params._meta.progressToken is a string or an integer.";
  }
  if (method !== "tools/call") return undefined;
  if (typeof name !== "string") return "params.name is the name of a tool; tools/list names them.";
  return input === undefined || isObject(input) ? undefined : "params.arguments is an object.";
}

const isObject = (value: unknown): value is Record<string, any> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const invalidRequest = (message: string, id: string | number | null = null) =>
  errorResponse(id, 400, { code: ERROR_CODES.invalidRequest, message });

const refusedResponse = (status: number, message: string, headers = {}) =>
  errorResponse(null, status, { code: ERROR_CODES.refused, message }, headers);

const methodNotAllowed = (method: string): HttpResponse =>
  refusedResponse(
    405,
    `MCP is spoken here by POST, not ${method}: there is no stream to open and no session to end.`,
    {
      allow: "POST, OPTIONS",
    },
  );

const PREFLIGHT = {
  "access-control-allow-methods": "POST, GET, DELETE, OPTIONS",
  "access-control-allow-headers":
    "authorization, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id",
  "access-control-max-age": "86400",
};

const corsHeaders = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-expose-headers":
    "WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version, RateLimit, RateLimit-Policy, Request-Id, Retry-After",
  vary: "origin",
});
