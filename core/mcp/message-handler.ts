import type { HttpRequest, HttpResponse } from "../http/handler.ts";
import { Problem } from "../http/problem.ts";
import { OPERATION_COST, REJECTION_COST } from "../http/rate-limit.ts";
import type { RequestContext } from "../http/request-context.ts";
import { problemResponse } from "../http/response/response.ts";
import { addCost, bodyCost } from "../http/routing/route-cost.ts";
import type { McpEdgeOptions } from "./edge-options.ts";
import { EraDispatcher } from "./era-dispatcher.ts";
import { ERROR_CODES, errorResponse, type JsonRpcRequest, rejectionResponse } from "./message.ts";
import { readMessage } from "./read-message.ts";

/** The maximum size of a message that is read although its client isn't charged. */
const UNCHARGED_BYTES = 16 * 1024;

/** Reads messages, charges them and responds to them. */
export class MessageHandler<Caller, Context> {
  readonly #options: McpEdgeOptions<Caller, Context>;
  readonly #dispatcher: EraDispatcher<Context>;

  constructor(options: McpEdgeOptions<Caller, Context>) {
    this.#options = options;
    this.#dispatcher = new EraDispatcher(options);
  }

  /** Charges and dispatches a message. */
  async handle(
    request: HttpRequest,
    context: RequestContext,
    caller: Caller,
  ): Promise<HttpResponse> {
    const message =
      request.method === "POST"
        ? await this.#readCharged(request, context)
        : methodNotAllowed(request.method);
    const isMessage = "method" in message;
    const tool =
      isMessage && message.method === "tools/call" && message.id !== undefined
        ? String(message.params?.["name"])
        : undefined;
    try {
      const isExtension = isMessage && this.#options.extension?.methods.has(message.method);
      const baseCost = isExtension ? OPERATION_COST : REJECTION_COST;
      const charged = this.#options.rateLimit?.take(request, context, {
        cost: tool === undefined ? baseCost : (this.#options.costs?.[tool] ?? OPERATION_COST),
        requiresLimiter: tool !== undefined && this.#options.requiresLimiter?.(tool),
      });
      if (charged) await charged;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return this.#problemMessage(error, context.id, isMessage ? message.id : undefined);
    }
    if (!isMessage) return message;
    return this.#dispatcher.respond(request, message, () => ({
      context: this.#options.createContext(request, context, caller),
      requestId: context.id,
    }));
  }

  /**
   * Responds to an error of the pipeline. An error of authentication has the ID of the message, if
   * that is small.
   */
  async respondToError(
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
    return this.#problemMessage(
      error,
      requestId,
      message && "method" in message ? message.id : undefined,
    );
  }

  /** Reads a message, and charges its size before it is parsed. */
  async #readCharged(
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
      return this.#problemMessage(error, context.id, undefined);
    }
  }

  /** Converts a problem to a JSON-RPC error. */
  #problemMessage(
    problem: Problem,
    requestId: string,
    id: JsonRpcRequest["id"] | undefined,
  ): HttpResponse {
    const error = {
      code: ERROR_CODES.rejected,
      message: `${problem.message} ${problem.hint}`,
      data: this.#options.describeProblem?.(problem, requestId) ?? problem.toBody(requestId),
    };
    return errorResponse(id ?? null, problem.status, error, problem.headers);
  }
}

const methodNotAllowed = (method: string): HttpResponse =>
  rejectionResponse(
    405,
    `Use POST instead of ${method}. This server has no streams to open and no sessions to end.`,
    { allow: "POST, OPTIONS" },
  );
