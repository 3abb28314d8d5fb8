import type { HttpResponse } from "../http/handler.ts";
import { SECURITY_HEADERS } from "../http/response.ts";

/** A JSON-RPC 2.0 request, as far as it has been looked at. */
export interface JsonRpcRequest {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly method: string;
  readonly params?: { readonly _meta?: RequestMeta; readonly [name: string]: unknown };
}

/** What a request says of itself: its envelope in the stateless era, among other things. */
export type RequestMeta = Readonly<Record<string, unknown>>;

/** What answers a request: its result or its error. */
export type JsonRpcReply =
  | { readonly result: Record<string, unknown> }
  | { readonly error: RpcError };

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** JSON-RPC's codes, and those that MCP 2026-07-28 adds. */
export const ERROR_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  refused: -32000,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/** The HTTP status of an error that a request of the stateless era ends with (MCP 2026-07-28, Streamable HTTP). */
export function httpStatus({ code }: RpcError): number {
  if (code === ERROR_CODES.methodNotFound) return 404;
  return code === ERROR_CODES.missingCapability ? 400 : 200;
}

/** A JSON-RPC message as an HTTP answer. */
export function messageResponse(
  id: string | number | null,
  reply: JsonRpcReply,
  status = 200,
  headers = {},
): HttpResponse {
  return {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id, ...reply }),
  };
}

/** A JSON-RPC error as an HTTP answer; its message says what to do. */
export function errorResponse(
  id: string | number | null,
  status: number,
  error: RpcError,
  headers = {},
): HttpResponse {
  return messageResponse(id, { error }, status, { ...SECURITY_HEADERS, ...headers });
}
