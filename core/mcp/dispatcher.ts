import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type Implementation,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { requireValue } from "../lib/kit/require-value.ts";
import type { ToolRequest } from "./elicitation.ts";
import type { Icon } from "./icons.ts";
import { ERROR_CODES, type JsonRpcReply, type JsonRpcRequest, type RpcError } from "./message.ts";
import type { ToolResult } from "./tool-result.ts";

/** The identity of an MCP server (`Implementation` in the MCP schema). */
export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly icons?: readonly Icon[];
}

/** What an MCP server offers. */
export interface McpOffer {
  readonly instructions: string;
  readonly tools: readonly Tool[];
}

export interface DispatcherOptions<Caller> extends McpOffer {
  /** Its title may change. */
  readonly info: ServerInfo;
  /**
   * Returns what the server offers now: the same object until that changes. Default: always the same
   * tools and instructions. A tool that isn't offered can be called nevertheless.
   */
  currentOffer?(): McpOffer;
  /**
   * Runs a tool. `request` has the other params of the call. Returns `undefined` if no tool has this name. To
   * end the request with a JSON-RPC error instead of a result, it throws an `RpcFailure`. Any
   * other error is a bug.
   */
  call(
    name: string,
    input: unknown,
    caller: Caller,
    request: ToolRequest,
  ): ToolResult | undefined | Promise<ToolResult | undefined>;
}

/** Handles one MCP request. The edge handles tools/call itself. */
export type Dispatch = (message: JsonRpcRequest) => Promise<JsonRpcReply>;

/**
 * Dispatches messages with the official SDK: one low-level `Server` for the whole process, on an
 * in-memory transport. Each message gets a new ID that matches it with its reply, so that replies
 * never reach another caller. A server per request, as in the SDK's documentation, costs six times
 * as much.
 *
 * Only this file imports the SDK at run time. The edge imports it on the first request that needs
 * it.
 */
export async function createDispatcher(
  options: Omit<DispatcherOptions<never>, "call">,
): Promise<Dispatch> {
  const { info, instructions, tools } = options;
  const pending = new Map<number | string, (reply: JsonRpcReply) => void>();

  // The SDK uses the validator only for elicitation, which isn't supported. Its default loads ajv.
  const jsonSchemaValidator = {
    getValidator: () => () => ({
      valid: true as const,
      data: undefined as never,
      errorMessage: undefined,
    }),
  };
  const capabilities = { tools: {} };
  const server = new Server(info as Implementation, {
    capabilities,
    instructions,
    jsonSchemaValidator,
  });

  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    // The list is one page, so this server never issued a cursor.
    if (params?.cursor !== undefined) throw unknownCursor();
    return { tools: [...tools] };
  });

  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => {
      if (!("id" in message) || "method" in message) return;
      if (message.id === undefined) return;
      pending.get(message.id)?.(message as unknown as JsonRpcReply);
    },
  };
  await server.connect(transport);
  const receive = requireValue(transport.onmessage, "the server's receiver of messages");

  // For a malformed message, the SDK calls onerror synchronously and never replies.
  let isMalformed = false;
  server.onerror = () => {
    isMalformed = true;
  };

  let lastId = 0;
  return async ({ method, params }) => {
    const id = ++lastId;
    try {
      const { promise, resolve } = Promise.withResolvers<JsonRpcReply>();
      pending.set(id, resolve);
      isMalformed = false;
      receive({
        jsonrpc: "2.0",
        id,
        method,
        ...(params && { params }),
      } as JSONRPCMessage);
      if (isMalformed) return { error: invalidParams(`Invalid params for ${method}.`) };
      const reply = await promise;
      return "error" in reply
        ? { error: toParamsError(reply.error, method) }
        : { result: reply.result };
    } finally {
      pending.delete(id);
    }
  };
}

/** Tools never run inside the SDK, so its internal errors are always caused by invalid params. */
function toParamsError(error: RpcError, method: string): RpcError {
  if (error.code !== ERROR_CODES.internalError) return error;
  return invalidParams(`Invalid params for ${method}: ${formatIssues(error.message)}.`);
}

const invalidParams = (message: string): RpcError => ({ code: ERROR_CODES.invalidParams, message });

/** Formats zod's issues, which the SDK sends as JSON. */
function formatIssues(message: string): string {
  try {
    const issues = JSON.parse(message) as { path: PropertyKey[]; message: string }[];
    return issues
      .slice(0, 5)
      .map(({ path, message }) => `${path.map(String).join(".")}: ${message}`)
      .join("; ");
  } catch {
    return message;
  }
}

/** The SDK sends the code and the message of an error. */
const unknownCursor = () =>
  Object.assign(new Error("Unknown cursor. Send tools/list without a cursor for all tools."), {
    code: ERROR_CODES.invalidParams,
  });
