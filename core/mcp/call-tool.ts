import { attempt } from "../lib/kit/chain.ts";
import type { DispatcherOptions, ToolResult } from "./dispatcher.ts";
import type { ToolRequest } from "./elicitation.ts";
import {
  ERROR_CODES,
  type JsonRpcReply,
  type JsonRpcRequest,
  type RequestMeta,
  type RpcFailure,
  SerializedResult,
} from "./message.ts";

export type Reply = JsonRpcReply | SerializedResult;

/** Handles a tools/call request whose params are valid. */
export function callTool<Caller>(
  { call }: Pick<DispatcherOptions<Caller>, "call">,
  { params }: JsonRpcRequest,
  createCaller: () => Caller,
): Reply | Promise<Reply> {
  const { name, arguments: input = {}, ...rest } = params as ToolCallParams;
  const request = { meta: rest._meta ?? {}, ...rest };
  return attempt(
    () => call(name, input, createCaller(), request),
    (result): Reply => toReply(result, name),
    toFailure,
  );
}

type ToolCallParams = Omit<ToolRequest, "meta"> & {
  readonly name: string;
  readonly arguments?: unknown;
  readonly _meta?: RequestMeta;
};

function toReply(result: ToolResult | undefined, tool: string): Reply {
  if (result instanceof SerializedResult) return result;
  if (result) return { result };
  return {
    error: {
      code: ERROR_CODES.invalidParams,
      message: `Unknown tool "${tool}". Call tools/list for all tools.`,
    },
  };
}

/** Returns the reply for an `RpcFailure` that a tool has thrown. Rethrows any other error. */
function toFailure(thrown: unknown): Reply {
  const { code, message, data, status, headers } = thrown as RpcFailure;
  if (!Object.values<number>(ERROR_CODES).includes(code)) throw thrown;
  return { error: { code, message, ...(data !== undefined && { data }) }, status, headers };
}
