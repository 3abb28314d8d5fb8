import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type CallToolResult,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import {
  ERROR_CODES,
  type JsonRpcReply,
  type JsonRpcRequest,
  type RequestMeta,
  type RpcError,
} from "./message.ts";

/** What a server says of itself (MCP's Implementation). */
export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

export interface DispatcherOptions<Caller> {
  readonly info: ServerInfo;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  /**
   * Runs a tool; `meta` is the request's `_meta`. `undefined` if there is none of that name. Rejects with an error that
   * has one of CODES as its `code` where the protocol wants an error and not a result, and else never.
   */
  call(
    name: string,
    input: unknown,
    caller: Caller,
    meta: RequestMeta,
  ): Promise<CallToolResult | undefined>;
}

/** Answers one MCP request; the edge answers tools/call itself. */
export type Dispatch = (message: JsonRpcRequest) => Promise<JsonRpcReply>;

/**
 * The official SDK as the dispatcher: one low-level `Server` for the life of the process, on a transport that is no
 * wire at all. Each message gets an id of our own, by which its answer is found again: no two callers can be taken for
 * each other. (A server for each request, as the SDK documents it, costs six times as much.)
 *
 * The only file that loads the SDK; it is loaded when /mcp is first asked.
 */
export async function createDispatcher(
  options: Omit<DispatcherOptions<never>, "call">,
): Promise<Dispatch> {
  const { info, instructions, tools } = options;
  const pending = new Map<number | string, (reply: JsonRpcReply) => void>();

  // The validator serves elicitation alone, which is not offered; the default one compiles ajv.
  const jsonSchemaValidator = {
    getValidator: () => () => ({
      valid: true as const,
      data: undefined as never,
      errorMessage: undefined,
    }),
  };
  const server = new Server(
    { ...info },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator },
  );

  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }));

  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => {
      if (!("id" in message) || "method" in message) return;
      pending.get(message.id!)?.(message as unknown as JsonRpcReply);
    },
  };
  await server.connect(transport);

  // What the SDK takes for no message at all it says here, at once, and answers never.
  let isRefused = false;
  server.onerror = () => void (isRefused = true);

  let lastId = 0;
  return async ({ method, params }) => {
    const id = ++lastId;
    try {
      const { promise, resolve } = Promise.withResolvers<JsonRpcReply>();
      pending.set(id, resolve);
      isRefused = false;
      transport.onmessage!({
        jsonrpc: "2.0",
        id,
        method,
        ...(params && { params }),
      } as JSONRPCMessage);
      if (isRefused)
        return {
          error: {
            code: ERROR_CODES.invalidParams,
            message: `The params of ${method} are not of its form.`,
          },
        };
      const reply = await promise;
      return "error" in reply
        ? { error: toParamsError(reply.error, method) }
        : { result: reply.result };
    } finally {
      pending.delete(id);
    }
  };
}

/** Tools never fail inside the SDK, so what it calls an internal error is params that it could not read. */
function toParamsError(error: RpcError, method: string): RpcError {
  if (error.code !== ERROR_CODES.internalError) return error;
  return {
    code: ERROR_CODES.invalidParams,
    message: `The params of ${method} are not of its form${formatIssues(error.message)}.`,
  };
}

/** What zod found, as a sentence's end; the SDK sends its issues as JSON. */
function formatIssues(message: string): string {
  try {
    const issues = JSON.parse(message) as { path: PropertyKey[]; message: string }[];
    return issues
      .slice(0, 5)
      .map(({ path, message }) => `; ${path.map(String).join(".")}: ${message}`)
      .join("");
  } catch {
    return `; ${message}`;
  }
}
