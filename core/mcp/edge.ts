import { type HttpRequest, type HttpResponse, parseHost } from "../http/handler.ts";
import { Problem } from "../http/problem.ts";
import { REJECTION_COST } from "../http/rate-limit.ts";
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
  rejectionResponse,
} from "./message.ts";
import { readMessage } from "./read-message.ts";
import { cacheReplies } from "./reply-cache.ts";

export interface McpEdgeOptions<Caller> extends DispatcherOptions<Caller> {
  /** Returns whether the server accepts requests for this host (with its port). */
  allowsHost(host: string): boolean;
  /** Returns whether web pages of this origin may call the server. */
  allowsOrigin(origin: string): boolean;
  /**
   * The cache scope of the tool list, by default `public`. Use `private` if the server requires a
   * credential.
   */
  readonly cacheScope?: "public" | "private" | undefined;
  /**
   * Charges the cost of a message. Throws a `Problem` to reject it. Without this function there is
   * no limit.
   */
  checkRateLimit?(
    request: HttpRequest,
    requestCost: { readonly cost: number; readonly tool?: string | undefined },
    caller: Caller,
  ): Promise<void> | void;
}

/** How long clients may cache the tool list. */
const CACHE_MILLISECONDS = 3_600_000;

/** The legacy methods that 2026-07-28 removed. */
const REMOVED = new Set(["initialize", "ping", "logging/setLevel"]);

/**
 * Creates the handler for MCP over Streamable HTTP: stateless, with both eras on one path. It
 * always responds with JSON and never opens a stream. It ignores Accept, because real clients often
 * omit one of the two required types.
 */
export function createMcpEdge<Caller extends { readonly requestId: string }>(
  options: McpEdgeOptions<Caller>,
): (request: HttpRequest, caller: Caller) => Promise<HttpResponse> {
  const cache = { ttlMs: CACHE_MILLISECONDS, cacheScope: options.cacheScope ?? "public" };
  let dispatcher: Promise<Dispatch> | undefined;
  const dispatch = async (message: JsonRpcRequest, caller: Caller): Promise<JsonRpcReply> => {
    // Nearly all requests are tools/call with params that readMessage has validated. The SDK would
    // double their cost.
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
            message: `Unknown tool "${name}". Call tools/list for all tools.`,
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
      return rejectionResponse(403, `This server doesn't serve the host "${host}".`);
    if (origin !== null && !options.allowsOrigin(origin))
      return rejectionResponse(403, `Web pages of "${origin}" may not call this server.`);
    const cors = origin === null ? {} : corsHeaders(origin);

    if (request.method === "OPTIONS")
      return { status: 204, headers: { ...cors, ...PREFLIGHT }, body: null };
    const handled = await handle(request, caller);
    const response = request.method === "HEAD" ? { ...handled, body: null } : handled;
    return origin === null ? response : { ...response, headers: { ...response.headers, ...cors } };
  };

  /**
   * Charges and dispatches a message. A tools/call costs as much as the operation over HTTP, and
   * any other request 0.1.
   */
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
        { cost: tool === undefined ? REJECTION_COST : 1, tool },
        caller,
      );
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const data = error.toBody(caller.requestId);
      return errorResponse(
        isMessage ? (message.id ?? null) : null,
        error.status,
        { code: ERROR_CODES.rejected, message: `${error.message} ${error.hint}`, data },
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
      const text = `${message.method} isn't part of MCP ${MODERN[0]}. Use server/discover instead.`;
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

/** Returns an error that a tool has thrown as an `RpcError`. Rethrows any other error. */
function toRpcError(error: unknown): RpcError {
  const { code, message, data } = error as RpcError;
  if (!Object.values<number>(ERROR_CODES).includes(code)) throw error;
  return { code, message, ...(data !== undefined && { data }) };
}

const methodNotAllowed = (method: string): HttpResponse =>
  rejectionResponse(
    405,
    `Use POST instead of ${method}. This server has no streams to open and no sessions to end.`,
    { allow: "POST, OPTIONS" },
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
