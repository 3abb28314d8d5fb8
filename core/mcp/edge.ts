import { readBody } from "../http/body.ts";
import { type Answer, type Asked, hostOf } from "../http/handler.ts";
import { TENTH } from "../http/limit.ts";
import { Problem } from "../problem.ts";
import type { Dispatch, DispatcherOptions } from "./dispatcher.ts";
import { eraOf, META, MODERN } from "./eras.ts";
import {
  CODES,
  errorAnswer,
  type Message,
  messageAnswer,
  type Reply,
  type RpcError,
  statusOf,
} from "./message.ts";
import { remembered } from "./remembered.ts";

export interface EdgeOptions<Caller> extends DispatcherOptions<Caller> {
  /** Whether requests for this host (with its port) are answered. */
  allowsHost(host: string): boolean;
  /** Whether a browser page of this origin may call. */
  allowsOrigin(origin: string): boolean;
  /** Who may keep the list of tools for others: `private` where a credential is asked for. */
  readonly cacheScope?: "public" | "private" | undefined;
  /** Takes what a message costs, which may call a tool; throws the `Problem` that refuses it. Everyone is let through by default. */
  admit?(
    asked: Asked,
    price: { readonly cost: number; readonly tool?: string | undefined },
    caller: Caller,
  ): Promise<void> | void;
}

const UTF8 = new TextDecoder();

/** How long a client may keep the list of tools. */
const CACHE_MILLISECONDS = 3_600_000;

/** The methods of the handshake's era that 2026-07-28 took away. */
const REMOVED = new Set(["initialize", "ping", "logging/setLevel"]);

/**
 * MCP over Streamable HTTP, stateless, both eras on one path. Answers JSON whatever Accept says (the client must list
 * both types, but real ones don't), and never opens a stream.
 */
export function createMcpEdge<Caller extends { readonly requestId: string }>(
  options: EdgeOptions<Caller>,
): (asked: Asked, caller: Caller) => Promise<Answer> {
  const cache = { ttlMs: CACHE_MILLISECONDS, cacheScope: options.cacheScope ?? "public" };
  let dispatcher: Promise<Dispatch> | undefined;
  const dispatch = async (message: Message, caller: Caller): Promise<Reply> => {
    // What nearly every request is, and its params are checked: the SDK's own checks would double what it costs.
    if (message.method === "tools/call") {
      const { name, arguments: input = {} } = message.params as {
        name: string;
        arguments?: unknown;
      };
      try {
        const result = await options.call(name, input, caller, message.params?._meta ?? {});
        if (result) return { result };
        return {
          error: {
            code: CODES.invalidParams,
            message: `There is no tool ${name}; tools/list names them.`,
          },
        };
      } catch (error) {
        return { error: rpcErrorOf(error) };
      }
    }
    dispatcher ??= import("./dispatcher.ts").then(async ({ createDispatcher }) =>
      remembered(await createDispatcher(options)),
    );
    return (await dispatcher)(message);
  };

  return async (asked, caller) => {
    const origin = asked.headers.get("origin");
    const host = hostOf(asked.url);
    if (!options.allowsHost(host))
      return refused(403, `Requests for the host ${host} are not answered here.`);
    if (origin !== null && !options.allowsOrigin(origin))
      return refused(403, `Pages of ${origin} may not call this server.`);
    const cors = origin === null ? {} : corsHeaders(origin);

    if (asked.method === "OPTIONS")
      return { status: 204, headers: { ...cors, ...PREFLIGHT }, body: null };
    const said = await answered(asked, caller);
    const answer = asked.method === "HEAD" ? { ...said, body: null } : said;
    return origin === null ? answer : { ...answer, headers: { ...answer.headers, ...cors } };
  };

  /** A tools/call costs what the operation would over HTTP; the protocol's other messages, and what is none, a tenth. */
  async function answered(asked: Asked, caller: Caller): Promise<Answer> {
    const message = asked.method === "POST" ? await posted(asked) : notPost(asked.method);
    const isMessage = "method" in message;
    const tool =
      isMessage && message.method === "tools/call" && message.id !== undefined
        ? String(message.params?.["name"])
        : undefined;
    try {
      await options.admit?.(asked, { cost: tool === undefined ? TENTH : 1, tool }, caller);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const data = error.toBody(caller.requestId);
      return errorAnswer(
        isMessage ? (message.id ?? null) : null,
        error.status,
        { code: CODES.refused, message: `${error.message} ${error.hint}`, data },
        error.headers,
      );
    }
    return isMessage ? respond(asked, message, caller) : message;
  }

  async function respond(asked: Asked, message: Message, caller: Caller): Promise<Answer> {
    if (message.id === undefined) return { status: 202, headers: {}, body: null };

    const era = eraOf(asked, message);
    if (typeof era === "object") return errorAnswer(message.id, 400, era);
    if (era === "legacy") return messageAnswer(message.id, await dispatch(message, caller));
    return modernAnswer(message, caller);
  }

  async function modernAnswer(message: Message, caller: Caller): Promise<Answer> {
    const { info, instructions } = options;
    const envelope = { [`${META}serverInfo`]: info };
    if (message.method === "server/discover") {
      const capabilities = { tools: {} };
      const result = {
        resultType: "complete",
        supportedVersions: MODERN,
        capabilities,
        instructions,
        ...cache,
        _meta: envelope,
      };
      return messageAnswer(message.id, { result });
    }
    if (REMOVED.has(message.method)) {
      const text = `${message.method} is not part of ${MODERN[0]}; server/discover is.`;
      return errorAnswer(message.id, 404, { code: CODES.methodNotFound, message: text });
    }
    const reply = await dispatch(message, caller);
    if ("error" in reply) return messageAnswer(message.id, reply, statusOf(reply.error));
    const result = {
      resultType: "complete",
      ...reply.result,
      ...(message.method === "tools/list" && cache),
      _meta: { ...(reply.result["_meta"] as object | undefined), ...envelope },
    };
    return messageAnswer(message.id, { result });
  }
}

/** An error that a tool ends the request with; any other is a fault, and goes on its way. */
function rpcErrorOf(error: unknown): RpcError {
  const { code, message, data } = error as RpcError;
  if (!Object.values<number>(CODES).includes(code)) throw error;
  return { code, message, ...(data !== undefined && { data }) };
}

/** What was posted, if it is JSON by its type. */
async function posted(asked: Asked): Promise<Message | Answer> {
  const isJson = /^application\/json\s*(;|$)/i.test(asked.headers.get("content-type") ?? "");
  return isJson ? messageIn(asked) : refused(415, "Content-Type must be application/json.");
}

/** The request in a body; or the answer, where there is nothing to ask. */
async function messageIn(asked: Asked): Promise<Message | Answer> {
  let message: any;
  try {
    message = JSON.parse(UTF8.decode(await readBody(asked)));
  } catch (error) {
    if (error instanceof Problem) return refused(error.status, error.message, error.headers);
    return errorAnswer(null, 400, { code: CODES.parseError, message: "The body is not JSON." });
  }
  if (Array.isArray(message))
    return invalid("Batches are not part of the protocol since 2025-06-18; send one message.");
  if (!isObject(message) || message.jsonrpc !== "2.0")
    return invalid('A message says "jsonrpc": "2.0".');
  if (typeof message.method !== "string") {
    if ("result" in message || "error" in message) return { status: 202, headers: {}, body: null };
    return invalid("A message has a method, a result or an error.");
  }
  const { id, params } = message;
  if (id !== undefined && typeof id !== "string" && !Number.isInteger(id))
    return invalid("An id is a string or an integer.");
  if (params !== undefined && !isObject(params)) {
    return invalid("params is an object.", id);
  }
  const wrong = wrongIn(message.method, params ?? {});
  if (wrong) return errorAnswer(id ?? null, 400, { code: CODES.invalidParams, message: wrong });
  return message as Message;
}

/** What is wrong with the params that every method may have, or with those of tools/call. */
function wrongIn(
  method: string,
  { _meta: meta, name, arguments: input }: Record<string, unknown>,
): string | undefined {
  if (meta !== undefined && !isObject(meta)) return "params._meta is an object.";
  const token = isObject(meta) ? meta["progressToken"] : undefined;
  if (token !== undefined && typeof token !== "string" && !Number.isInteger(token)) {
    return "params._meta.progressToken is a string or an integer.";
  }
  if (method !== "tools/call") return undefined;
  if (typeof name !== "string") return "params.name is the name of a tool; tools/list names them.";
  return input === undefined || isObject(input) ? undefined : "params.arguments is an object.";
}

const isObject = (value: unknown): value is Record<string, any> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const invalid = (message: string, id: string | number | null = null) =>
  errorAnswer(id, 400, { code: CODES.invalidRequest, message });

const refused = (status: number, message: string, headers = {}) =>
  errorAnswer(null, status, { code: CODES.refused, message }, headers);

const notPost = (method: string): Answer =>
  refused(
    405,
    `MCP is spoken here by POST, not ${method}: there is no stream to open and no session to end.`,
    {
      allow: "POST, OPTIONS",
    },
  );

const PREFLIGHT = {
  "access-control-allow-methods": "POST, GET, DELETE, OPTIONS",
  "access-control-allow-headers":
    "authorization, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id",
  "access-control-max-age": "86400",
};

const corsHeaders = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-expose-headers":
    "WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version, RateLimit, RateLimit-Policy, Request-Id, Retry-After",
  vary: "origin",
});
