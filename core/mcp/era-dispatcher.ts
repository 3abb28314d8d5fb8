import type { HttpRequest, HttpResponse } from "../http/handler.ts";
import { chain } from "../lib/kit/flow/chain.ts";
import { callTool, type Reply } from "./call-tool.ts";
import type { Dispatch, McpOffer, ServerInfo } from "./dispatcher.ts";
import type { McpEdgeOptions } from "./edge-options.ts";
import { detectEra, META_PREFIX, MODERN } from "./eras.ts";
import { callExtension } from "./extension.ts";
import {
  ERROR_CODES,
  errorResponse,
  httpStatus,
  type JsonRpcRequest,
  messageResponse,
  SerializedResult,
  serializedResponse,
} from "./message.ts";
import type { ToolCaller } from "./operation-tools.ts";
import { cacheReplies } from "./reply-cache.ts";

/** How long clients may cache the tool list. */
const CACHE_MILLISECONDS = 3_600_000;

/** The legacy methods that 2026-07-28 removed. */
const REMOVED = new Set(["initialize", "ping", "logging/setLevel"]);

/** Responds to messages in the era of their client. */
export class EraDispatcher<Context> {
  readonly #options: McpEdgeOptions<never, Context>;
  readonly #cache: { readonly ttlMs: number; readonly cacheScope: "public" | "private" };
  readonly #serializeEnvelope = createEnvelopeSerializer();
  #dispatcher: { readonly offer: McpOffer; readonly dispatch: Promise<Dispatch> } | undefined;

  constructor(options: McpEdgeOptions<never, Context>) {
    this.#options = options;
    this.#cache = { ttlMs: CACHE_MILLISECONDS, cacheScope: options.cacheScope ?? "public" };
  }

  respond(
    request: HttpRequest,
    message: JsonRpcRequest,
    createCaller: () => ToolCaller<Context>,
  ): HttpResponse | Promise<HttpResponse> {
    const { id } = message;
    if (id === undefined) return { status: 202, headers: {}, body: null };

    const era = detectEra(request, message);
    if (typeof era === "object") return errorResponse(id, 400, era);
    if (era === "modern") return this.#respondModern(message, createCaller);
    return chain(this.#dispatch(message, createCaller), (reply) =>
      reply instanceof SerializedResult
        ? serializedResponse(id, reply)
        : messageResponse(id, reply),
    );
  }

  #currentOffer(): McpOffer {
    return this.#options.currentOffer?.() ?? this.#options;
  }

  #dispatch(
    message: JsonRpcRequest,
    createCaller: () => ToolCaller<Context>,
  ): Reply | Promise<Reply> {
    // Nearly all requests are tools/call with params that readMessage has validated. The SDK would
    // double their cost.
    const offer = this.#currentOffer();
    if (message.method === "tools/call")
      return callTool({ call: this.#options.call, tools: offer.tools }, message, createCaller);
    if (this.#dispatcher?.offer !== offer) {
      const { info } = this.#options;
      const dispatch = import("./dispatcher.ts").then(async ({ createDispatcher }) =>
        cacheReplies(await createDispatcher({ ...offer, info })),
      );
      this.#dispatcher = { offer, dispatch };
    }
    return this.#dispatcher.dispatch.then((dispatchToSdk) => dispatchToSdk(message));
  }

  #dispatchModern(
    message: JsonRpcRequest,
    createCaller: () => ToolCaller<Context>,
  ): Reply | Promise<Reply> {
    const method = this.#options.extension?.methods.get(message.method);
    if (!method) return this.#dispatch(message, createCaller);
    const { context, requestId } = createCaller();
    return callExtension(method, message.params ?? {}, context, requestId);
  }

  #respondModern(
    message: JsonRpcRequest,
    createCaller: () => ToolCaller<Context>,
  ): HttpResponse | Promise<HttpResponse> {
    const { instructions } = this.#currentOffer();
    const envelope = { [`${META_PREFIX}serverInfo`]: withoutIcons(this.#options.info) };
    if (message.method === "server/discover") {
      const capabilities = { tools: {}, ...this.#options.extension?.capabilities };
      const result = {
        resultType: "complete",
        supportedVersions: MODERN,
        capabilities,
        instructions,
        ...this.#cache,
        _meta: { [`${META_PREFIX}serverInfo`]: this.#options.info },
      };
      return messageResponse(message.id, { result });
    }
    if (REMOVED.has(message.method)) {
      const text = `${message.method} isn't part of MCP ${MODERN[0]}. Use server/discover instead.`;
      return errorResponse(message.id, 404, { code: ERROR_CODES.methodNotFound, message: text });
    }
    return chain(this.#dispatchModern(message, createCaller), (reply) => {
      if (reply instanceof SerializedResult)
        return serializedResponse(message.id, reply, {
          before: '"resultType":"complete",',
          after: this.#serializeEnvelope(this.#options.info),
        });
      if ("error" in reply) return messageResponse(message.id, reply, httpStatus(reply.error));
      const result = {
        resultType: "complete",
        ...reply.result,
        ...(message.method === "tools/list" && this.#cache),
        _meta: { ...(reply.result["_meta"] as object | undefined), ...envelope },
      };
      return messageResponse(message.id, { result });
    });
  }
}

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
