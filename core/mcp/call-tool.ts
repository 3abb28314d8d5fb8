import { attempt } from "../lib/kit/flow/chain.ts";
import { didYouMean } from "../lib/kit/text/find-nearest.ts";
import type { DispatcherOptions } from "./dispatcher.ts";
import type { ToolRequest } from "./elicitation.ts";
import {
  ERROR_CODES,
  type JsonRpcReply,
  type JsonRpcRequest,
  type RequestMeta,
  type RpcFailure,
  SerializedResult,
} from "./message.ts";
import type { ToolResult } from "./tool-result.ts";

export type Reply = JsonRpcReply | SerializedResult;

/** Handles a tools/call request whose params are valid. */
export function callTool<Caller>(
  { call, tools }: Pick<DispatcherOptions<Caller>, "call" | "tools">,
  { params }: JsonRpcRequest,
  createCaller: () => Caller,
): Reply | Promise<Reply> {
  const { name, arguments: input = {}, ...rest } = params as ToolCallParams;
  const request = { meta: rest._meta ?? {}, ...rest };
  return attempt(
    () => call(name, input, createCaller(), request),
    (result): Reply => toReply(result, name, tools),
    toFailure,
  );
}

type ToolCallParams = Omit<ToolRequest, "meta"> & {
  readonly name: string;
  readonly arguments?: unknown;
  readonly _meta?: RequestMeta;
};

function toReply(
  result: ToolResult | undefined,
  name: string,
  tools: readonly { readonly name: string }[],
): Reply {
  if (result instanceof SerializedResult) return result;
  if (result) return { result };
  const suggestion = didYouMean(
    name,
    tools.map((tool) => tool.name),
  );
  const hint = `${suggestion && `${suggestion} `}Call tools/list for all tools.`;
  return {
    error: { code: ERROR_CODES.invalidParams, message: `Unknown tool "${name}". ${hint}` },
  };
}

/** Returns the reply for an `RpcFailure` that a tool has thrown. Rethrows any other error. */
function toFailure(thrown: unknown): Reply {
  const { code, message, data, status, headers } = thrown as RpcFailure;
  if (!Object.values<number>(ERROR_CODES).includes(code)) throw thrown;
  return { error: { code, message, ...(data !== undefined && { data }) }, status, headers };
}
