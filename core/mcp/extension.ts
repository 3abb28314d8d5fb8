import { Problem } from "../http/problem.ts";
import { ERROR_CODES, type JsonRpcReply, type RpcError } from "./message.ts";

/** An error that a method of an extension throws to end the request. */
export class ExtensionError extends Error {
  override readonly name = "ExtensionError";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * Handles a request and returns the members of its result. Rejects with an `ExtensionError` or a
 * `Problem`.
 */
export type ExtensionMethod<Context> = (
  params: Readonly<Record<string, unknown>>,
  context: Context,
) => Promise<Record<string, unknown>>;

/** An extension of MCP 2026-07-28: methods besides those of tools. */
export interface McpExtension<Context> {
  /** The members that it adds to the capabilities of the server. */
  readonly capabilities: Readonly<Record<string, object>>;
  readonly methods: ReadonlyMap<string, ExtensionMethod<Context>>;
}

/** Runs a method. Errors other than `ExtensionError` and `Problem` are bugs. */
export async function callExtension<Context>(
  method: ExtensionMethod<Context>,
  params: Readonly<Record<string, unknown>>,
  context: Context,
  requestId: string,
): Promise<JsonRpcReply> {
  try {
    return { result: await method(params, context) };
  } catch (error) {
    if (error instanceof ExtensionError) return { error: toRpcError(error) };
    if (error instanceof Problem) return toReply(error, requestId);
    throw error;
  }
}

const toRpcError = ({ code, message, data }: ExtensionError): RpcError => ({
  code,
  message,
  ...(data !== undefined && { data }),
});

const toReply = (problem: Problem, requestId: string): JsonRpcReply => ({
  error: {
    code: ERROR_CODES.rejected,
    message: `${problem.message} ${problem.hint}`.trim(),
    data: problem.toBody(requestId),
  },
  status: problem.status,
  headers: problem.headers,
});
