import type { HttpResponse } from "../http/handler.ts";
import { SECURITY_HEADERS } from "../http/response/response.ts";

/** A JSON-RPC 2.0 request. At run time, notifications lack the `id`. */
export interface JsonRpcRequest {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly method: string;
  readonly params?: { readonly _meta?: RequestMeta; readonly [name: string]: unknown };
}

/** The metadata of a request, including the envelope of the stateless revisions. */
export type RequestMeta = Readonly<Record<string, unknown>>;

export type JsonRpcReply =
  | { readonly result: Record<string, unknown> }
  | (HttpFailure & { readonly error: RpcError });

/** The HTTP response to an error, if it isn't that of the era. */
interface HttpFailure {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * A result whose members are already JSON, without the braces around them. Serializing a large
 * result again as part of the reply would take as long as the first time.
 */
export class SerializedResult {
  readonly members: string;

  constructor(members: string) {
    this.members = members;
  }
}

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** An error that a tool throws to end the request, and the HTTP response to it. */
export type RpcFailure = RpcError & HttpFailure;

/** The error codes of JSON-RPC 2.0, MCP 2026-07-28 and UCP (`discoveryFailed`). */
export const ERROR_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  rejected: -32000,
  discoveryFailed: -32001,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;

/**
 * Returns the HTTP status of an error in the stateless revisions (MCP 2026-07-28, Streamable HTTP).
 */
export function httpStatus({ code }: RpcError): number {
  if (code === ERROR_CODES.methodNotFound) return 404;
  return code === ERROR_CODES.missingCapability ? 400 : 200;
}

const MESSAGE_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

export function messageResponse(
  id: string | number | null,
  reply: JsonRpcReply,
  defaultStatus = 200,
): HttpResponse {
  if ("result" in reply)
    return {
      status: defaultStatus,
      headers: { ...MESSAGE_HEADERS },
      body: JSON.stringify({ jsonrpc: "2.0", id, result: reply.result }),
    };
  const { error, status = defaultStatus, headers } = reply;
  return {
    status,
    headers: { ...MESSAGE_HEADERS, ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id, error }),
  };
}

/** Creates the response with a serialized result. `before` and `after` are JSON members too. */
export function serializedResponse(
  id: string | number,
  { members }: SerializedResult,
  { before = "", after = "" } = {},
): HttpResponse {
  return {
    status: 200,
    headers: { ...MESSAGE_HEADERS },
    body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${before}${members}${after}}}`,
  };
}

export function errorResponse(
  id: string | number | null,
  status: number,
  error: RpcError,
  headers = {},
): HttpResponse {
  return messageResponse(id, { error, status, headers: { ...SECURITY_HEADERS, ...headers } });
}

/**
 * Creates the response to a request that the edge rejects before it reads or dispatches a message.
 */
export const rejectionResponse = (status: number, message: string, headers = {}): HttpResponse =>
  errorResponse(null, status, { code: ERROR_CODES.rejected, message }, headers);
