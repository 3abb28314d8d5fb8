import type { HttpRequest, HttpResponse } from "../http/handler.ts";
import { describeExcess, JSON_BOUNDS, JSON_LIMITS } from "../http/input/json-limits.ts";
import { BODY_LIMIT, readText } from "../http/input/read-body.ts";
import { Problem } from "../http/problem.ts";
import { describeJsonError } from "../lib/kit/json/json-error.ts";
import { measureJson } from "../lib/kit/json/json-size.ts";
import { ERROR_CODES, errorResponse, type JsonRpcRequest, rejectionResponse } from "./message.ts";

interface ReadMessageOptions {
  /** Default: the limit of all bodies. */
  readonly maxBytes?: number;
  /** Called with the size of the message before it is parsed. A rejection ends the read. */
  onSize?(size: { readonly values: number; readonly bytes: number }): Promise<void> | void;
}

/**
 * Reads the JSON-RPC request from a POST body. Returns the response instead if the body contains no
 * valid request.
 */
export async function readMessage(
  request: HttpRequest,
  { maxBytes = BODY_LIMIT, onSize }: ReadMessageOptions = {},
): Promise<JsonRpcRequest | HttpResponse> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? ""))
    return rejectionResponse(415, "Content-Type must be application/json.");
  let text: string;
  try {
    text = await readText(request, maxBytes);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return rejectionResponse(error.status, error.message, error.headers);
  }
  const size = measureJson(text, MESSAGE_BOUNDS);
  if ("exceeds" in size)
    return errorResponse(null, 400, {
      code: ERROR_CODES.invalidParams,
      message: `The message exceeds the limits. ${describeExcess(size.exceeds)} Send ${JSON_LIMITS}.`,
    });
  await onSize?.({ values: size.values, bytes: text.length });
  let message: any;
  try {
    message = JSON.parse(text);
  } catch {
    return errorResponse(null, 400, {
      code: ERROR_CODES.parseError,
      message: `The body isn't JSON. ${describeJsonError(text)}`,
    });
  }
  if (Array.isArray(message))
    return invalidRequest(
      "MCP has no batches since revision 2025-06-18. Send one message per request.",
    );
  if (!isObject(message) || message.jsonrpc !== "2.0")
    return invalidRequest('The member jsonrpc must be "2.0".');
  if (typeof message.method !== "string") {
    if ("result" in message || "error" in message) return { status: 202, headers: {}, body: null };
    return invalidRequest("A message needs a method, a result or an error.");
  }
  const { id, params } = message;
  if (id !== undefined && typeof id !== "string" && !Number.isInteger(id))
    return invalidRequest("The member id must be a string or an integer.");
  if (params !== undefined && !isObject(params)) {
    return invalidRequest("The member params must be an object.", id);
  }
  const paramError = findInvalidParam(message.method, params ?? {});
  if (paramError)
    return errorResponse(id ?? null, 400, { code: ERROR_CODES.invalidParams, message: paramError });
  return message as JsonRpcRequest;
}

/** A tool's arguments, two levels deep in a message, have as many levels as a body of the HTTP API. */
const MESSAGE_BOUNDS = { ...JSON_BOUNDS, depth: JSON_BOUNDS.depth + 2 };

/** Returns what is invalid in the common params, or in those of tools/call. */
function findInvalidParam(
  method: string,
  { _meta: meta, name, arguments: input }: Record<string, unknown>,
): string | undefined {
  if (meta !== undefined && !isObject(meta)) return "params._meta must be an object.";
  const token = isObject(meta) ? meta["progressToken"] : undefined;
  if (token !== undefined && typeof token !== "string" && !Number.isInteger(token)) {
    return "params._meta.progressToken must be a string or an integer.";
  }
  if (method !== "tools/call") return undefined;
  if (typeof name !== "string")
    return "params.name must be the name of a tool. Call tools/list for all tools.";
  return input === undefined || isObject(input) ? undefined : "params.arguments must be an object.";
}

const isObject = (value: unknown): value is Record<string, any> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const invalidRequest = (message: string, id: string | number | null = null) =>
  errorResponse(id, 400, { code: ERROR_CODES.invalidRequest, message });
