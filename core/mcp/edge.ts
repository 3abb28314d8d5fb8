import type { ErrorResponder, HttpRequest, HttpResponse } from "../http/handler.ts";
import { Problem } from "../http/problem.ts";
import { OPERATION_COST, REJECTION_COST } from "../http/rate-limit.ts";
import type { RateLimit, RequestContext } from "../http/request-context.ts";
import { problemResponse } from "../http/response/response.ts";
import type { Endpoint } from "../http/routing/route.ts";
import { addCost, bodyCost } from "../http/routing/route-cost.ts";
import { chain } from "../lib/kit/flow/chain.ts";
import { callTool, type Reply } from "./call-tool.ts";
import type { Dispatch, DispatcherOptions, McpOffer, ServerInfo } from "./dispatcher.ts";
import { detectEra, META_PREFIX, MODERN } from "./eras.ts";
import { callExtension, type McpExtension } from "./extension.ts";
import {
  ERROR_CODES,
  errorResponse,
  httpStatus,
  type JsonRpcRequest,
  messageResponse,
  rejectionResponse,
  SerializedResult,
  serializedResponse,
} from "./message.ts";
import type { ToolCaller } from "./operation-tools.ts";
import { createOriginPolicy, PREFLIGHT_HEADERS } from "./origin-policy.ts";
import { readMessage } from "./read-message.ts";
import { cacheReplies } from "./reply-cache.ts";

export interface McpEdgeOptions<Caller, Context> extends DispatcherOptions<ToolCaller<Context>> {
  /** Returns whether web pages of this origin may call the server. */
  allowsOrigin(origin: string): boolean;
  /**
   * The cache scope of the tool list, by default `public`. Use `private` if the server requires a
   * credential.
   */
  readonly cacheScope?: "public" | "private" | undefined;
  /**
   * Charges messages. A tool call costs as much as its operation over HTTP, a method of the extension
   * as much as any operation, others 0.1. A large message costs more.
   */
  readonly rateLimit?: RateLimit | undefined;
  /** The costs of tool calls, by tool. Default: 1. */
  readonly costs?: Readonly<Record<string, number>> | undefined;
  /** Returns whether calls of a tool are rejected while the rate limiter is unavailable. */
  requiresLimiter?(tool: string): boolean;
  /** Returns the data of the error for a problem, by default the body of the problem document. */
  describeProblem?(problem: Problem, requestId: string): object;
  /** More methods of the stateless revisions. Default: none. */
  readonly extension?: McpExtension<Context> | undefined;
  /** Creates the context of a tool's operation. */
  createContext(request: HttpRequest, context: RequestContext, caller: Caller): Context;
}

/** The parts of an MCP server's route that don't depend on its path. */
export interface McpEdge<Caller> {
  readonly methods: { readonly OPTIONS: Endpoint<Caller> };
  readonly fallback: Endpoint<Caller>;
  readonly respondToError: ErrorResponder;
}

/** How long clients may cache the tool list. */
const CACHE_MILLISECONDS = 3_600_000;

/** The legacy methods that 2026-07-28 removed. */
const REMOVED = new Set(["initialize", "ping", "logging/setLevel"]);

/**
 * Creates the endpoints for MCP over Streamable HTTP: stateless, with both eras on one path. It
 * always responds with JSON and never opens a stream. It ignores Accept, because real clients often
 * omit one of the two required types.
 */
export function createMcpEdge<Caller, Context>(
  options: McpEdgeOptions<Caller, Context>,
): McpEdge<Caller> {
  const cache = { ttlMs: CACHE_MILLISECONDS, cacheScope: options.cacheScope ?? "public" };
  const currentOffer = (): McpOffer => options.currentOffer?.() ?? options;
  let dispatcher: { readonly offer: McpOffer; readonly dispatch: Promise<Dispatch> } | undefined;
  const dispatch = (
    message: JsonRpcRequest,
    createCaller: () => ToolCaller<Context>,
  ): Reply | Promise<Reply> => {
    // Nearly all requests are tools/call with params that readMessage has validated. The SDK would
    // double their cost.
    const offer = currentOffer();
    if (message.method === "tools/call")
      return callTool({ call: options.call, tools: offer.tools }, message, createCaller);
    if (dispatcher?.offer !== offer) {
      const { info } = options;
      const dispatch = import("./dispatcher.ts").then(async ({ createDispatcher }) =>
        cacheReplies(await createDispatcher({ ...offer, info })),
      );
      dispatcher = { offer, dispatch };
    }
    return dispatcher.dispatch.then((dispatchToSdk) => dispatchToSdk(message));
  };

  const { rejectOrigin, corsFor } = createOriginPolicy(options.allowsOrigin);
  const serializeEnvelope = createEnvelopeSerializer();

  return {
    methods: {
      OPTIONS: {
        access: "open",
        cost: { free: "constant" },
        handler({ headers }) {
          const origin = headers.get("origin");
          const allowed = { ...corsFor(origin), ...PREFLIGHT_HEADERS };
          return rejectOrigin(origin) ?? { status: 204, headers: allowed, body: null };
        },
      },
    },
    fallback: {
      access: "caller",
      cost: { base: 0, follows: ["message", "body"] },
      handler(request, context, caller) {
        const origin = request.headers.get("origin");
        const rejection = rejectOrigin(origin);
        if (rejection) return rejection;
        const cors = corsFor(origin);
        const isHead = request.method === "HEAD";
        const response = handle(request, context, caller);
        if (!cors && !isHead) return response;
        return response.then(({ status, headers, body }) => ({
          status,
          headers: { ...headers, ...cors },
          body: isHead ? null : body,
        }));
      },
    },
    async respondToError(error, requestId, request) {
      const response = await errorResponseFor(error, requestId, request);
      const cors = corsFor(request.headers.get("origin"));
      return { ...response, headers: { ...response.headers, ...cors } };
    },
  };

  /** Charges and dispatches a message. */
  async function handle(
    request: HttpRequest,
    context: RequestContext,
    caller: Caller,
  ): Promise<HttpResponse> {
    const message =
      request.method === "POST"
        ? await readCharged(request, context)
        : methodNotAllowed(request.method);
    const isMessage = "method" in message;
    const tool =
      isMessage && message.method === "tools/call" && message.id !== undefined
        ? String(message.params?.["name"])
        : undefined;
    try {
      const isExtension = isMessage && options.extension?.methods.has(message.method);
      const baseCost = isExtension ? OPERATION_COST : REJECTION_COST;
      const charged = options.rateLimit?.take(request, context, {
        cost: tool === undefined ? baseCost : (options.costs?.[tool] ?? OPERATION_COST),
        requiresLimiter: tool !== undefined && options.requiresLimiter?.(tool),
      });
      if (charged) await charged;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return problemMessage(error, context.id, isMessage ? message.id : undefined);
    }
    if (!isMessage) return message;
    return dispatchByEra(request, message, () => ({
      context: options.createContext(request, context, caller),
      requestId: context.id,
    }));
  }

  /** Reads a message, and charges its size before it is parsed. */
  async function readCharged(
    request: HttpRequest,
    context: RequestContext,
  ): Promise<JsonRpcRequest | HttpResponse> {
    try {
      return await readMessage(request, {
        onSize: (size) =>
          addCost(request, context, { cost: bodyCost(size), reserve: OPERATION_COST }),
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return problemMessage(error, context.id, undefined);
    }
  }

  /**
   * Responds to an error of the pipeline. An error of authentication has the ID of the message, if
   * that is small.
   */
  async function errorResponseFor(
    error: unknown,
    requestId: string,
    request: HttpRequest,
  ): Promise<HttpResponse> {
    if (!(error instanceof Problem)) return problemResponse(error, requestId);
    if (error.code === "wrong_host") return rejectionResponse(403, error.message);
    const message =
      request.method === "POST"
        ? await readMessage(request, { maxBytes: UNCHARGED_BYTES })
        : undefined;
    return problemMessage(
      error,
      requestId,
      message && "method" in message ? message.id : undefined,
    );
  }

  /** Converts a problem to a JSON-RPC error. */
  function problemMessage(
    problem: Problem,
    requestId: string,
    id: JsonRpcRequest["id"] | undefined,
  ): HttpResponse {
    const error = {
      code: ERROR_CODES.rejected,
      message: `${problem.message} ${problem.hint}`,
      data: options.describeProblem?.(problem, requestId) ?? problem.toBody(requestId),
    };
    return errorResponse(id ?? null, problem.status, error, problem.headers);
  }

  function dispatchByEra(
    request: HttpRequest,
    message: JsonRpcRequest,
    createCaller: () => ToolCaller<Context>,
  ): HttpResponse | Promise<HttpResponse> {
    const { id } = message;
    if (id === undefined) return { status: 202, headers: {}, body: null };

    const era = detectEra(request, message);
    if (typeof era === "object") return errorResponse(id, 400, era);
    if (era === "modern") return handleModern(message, createCaller);
    return chain(dispatch(message, createCaller), (reply) =>
      reply instanceof SerializedResult
        ? serializedResponse(id, reply)
        : messageResponse(id, reply),
    );
  }

  function dispatchModern(
    message: JsonRpcRequest,
    createCaller: () => ToolCaller<Context>,
  ): Reply | Promise<Reply> {
    const method = options.extension?.methods.get(message.method);
    if (!method) return dispatch(message, createCaller);
    const { context, requestId } = createCaller();
    return callExtension(method, message.params ?? {}, context, requestId);
  }

  function handleModern(
    message: JsonRpcRequest,
    createCaller: () => ToolCaller<Context>,
  ): HttpResponse | Promise<HttpResponse> {
    const { instructions } = currentOffer();
    const envelope = { [`${META_PREFIX}serverInfo`]: withoutIcons(options.info) };
    if (message.method === "server/discover") {
      const capabilities = { tools: {}, ...options.extension?.capabilities };
      const result = {
        resultType: "complete",
        supportedVersions: MODERN,
        capabilities,
        instructions,
        ...cache,
        _meta: { [`${META_PREFIX}serverInfo`]: options.info },
      };
      return messageResponse(message.id, { result });
    }
    if (REMOVED.has(message.method)) {
      const text = `${message.method} isn't part of MCP ${MODERN[0]}. Use server/discover instead.`;
      return errorResponse(message.id, 404, { code: ERROR_CODES.methodNotFound, message: text });
    }
    return chain(dispatchModern(message, createCaller), (reply) => {
      if (reply instanceof SerializedResult)
        return serializedResponse(message.id, reply, {
          before: '"resultType":"complete",',
          after: serializeEnvelope(options.info),
        });
      if ("error" in reply) return messageResponse(message.id, reply, httpStatus(reply.error));
      const result = {
        resultType: "complete",
        ...reply.result,
        ...(message.method === "tools/list" && cache),
        _meta: { ...(reply.result["_meta"] as object | undefined), ...envelope },
      };
      return messageResponse(message.id, { result });
    });
  }
}

/** The maximum size of a message that is read although its client isn't charged. */
const UNCHARGED_BYTES = 16 * 1024;

/** Icons are only in the response to server/discover, because they are longer than most results. */
const withoutIcons = ({ icons: _, ...info }: ServerInfo): ServerInfo => info;

/** Creates a function that returns the `_meta` member of results. Only the title may change. */
function createEnvelopeSerializer(): (info: ServerInfo) => string {
  let title: string | undefined;
  let member = "";
  return (info) => {
    if (info.title !== title) {
      title = info.title;
      member = `,"_meta":${JSON.stringify({ [`${META_PREFIX}serverInfo`]: withoutIcons(info) })}`;
    }
    return member;
  };
}

const methodNotAllowed = (method: string): HttpResponse =>
  rejectionResponse(
    405,
    `Use POST instead of ${method}. This server has no streams to open and no sessions to end.`,
    { allow: "POST, OPTIONS" },
  );
