import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type CallToolResult,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import { CODES, type Message, type Meta, type Reply, type RpcError } from "./message.ts";

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
    meta: Meta,
  ): Promise<CallToolResult | undefined>;
}

/** Answers one MCP request; the edge answers tools/call itself. */
export type Dispatch = (message: Message) => Promise<Reply>;

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
  const waiting = new Map<number | string, (reply: Reply) => void>();

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
      waiting.get(message.id!)?.(message as unknown as Reply);
    },
  };
  await server.connect(transport);

  // What the SDK takes for no message at all it says here, at once, and answers never.
  let refused = false;
  server.onerror = () => void (refused = true);

  let last = 0;
  return async ({ method, params }) => {
    const id = ++last;
    try {
      const { promise, resolve } = Promise.withResolvers<Reply>();
      waiting.set(id, resolve);
      refused = false;
      transport.onmessage!({
        jsonrpc: "2.0",
        id,
        method,
        ...(params && { params }),
      } as JSONRPCMessage);
      if (refused)
        return {
          error: {
            code: CODES.invalidParams,
            message: `The params of ${method} are not of its form.`,
          },
        };
      const reply = await promise;
      return "error" in reply
        ? { error: plainError(reply.error, method) }
        : { result: reply.result };
    } finally {
      waiting.delete(id);
    }
  };
}

/** Tools never fail inside the SDK, so what it calls an internal error is params that it could not read. */
function plainError(error: RpcError, method: string): RpcError {
  if (error.code !== CODES.internalError) return error;
  return {
    code: CODES.invalidParams,
    message: `The params of ${method} are not of its form${issuesIn(error.message)}.`,
  };
}

/** What zod found, as a sentence's end; the SDK sends its issues as JSON. */
function issuesIn(message: string): string {
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
