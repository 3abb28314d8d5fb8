import { SAFE } from "../http/answer.ts";
import type { Answer } from "../http/handler.ts";

/** A JSON-RPC 2.0 request, as far as it has been looked at. */
export interface Message {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly method: string;
  readonly params?: { readonly _meta?: Meta; readonly [name: string]: unknown };
}

/** What a request says of itself: its envelope in the stateless era, among other things. */
export type Meta = Readonly<Record<string, unknown>>;

/** What answers a request: its result or its error. */
export type Reply = { readonly result: Record<string, unknown> } | { readonly error: RpcError };

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** JSON-RPC's codes, and those that MCP 2026-07-28 adds. */
export const CODES = {
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
export function statusOf({ code }: RpcError): number {
  if (code === CODES.methodNotFound) return 404;
  return code === CODES.missingCapability ? 400 : 200;
}

/** A JSON-RPC message as an HTTP answer. */
export function messageAnswer(
  id: string | number | null,
  reply: Reply,
  status = 200,
  headers = {},
): Answer {
  return {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id, ...reply }),
  };
}

/** A JSON-RPC error as an HTTP answer; its message says what to do. */
export function errorAnswer(
  id: string | number | null,
  status: number,
  error: RpcError,
  headers = {},
): Answer {
  return messageAnswer(id, { error }, status, { ...SAFE, ...headers });
}
