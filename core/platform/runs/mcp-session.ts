import { encodeBase64 } from "../../lib/kit/base64.ts";
import { exceedsDepth, isObject } from "../../lib/kit/json-access.ts";
import { type Outbound, type OutboundHeaders, outboundFailure } from "../../ports/outbound.ts";
import { createEventStreamReader } from "./event-stream.ts";

/** A remote MCP server and how to send requests to it. */
export interface RemoteServer {
  readonly outbound: Outbound;
  readonly url: string;
  /** Headers of every request, with the credential. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** A response of a remote MCP server: the HTTP response, and the result or error of the call. */
export interface RemoteResponse {
  readonly status: number;
  readonly headers: OutboundHeaders;
  readonly bytes: Uint8Array;
  readonly result?: Record<string, unknown> | undefined;
  readonly error?: { readonly code: number; readonly message: string } | undefined;
}

/** A session with a remote MCP server, opened by `openSession`. */
export interface RemoteSession {
  call(method: string, params: Record<string, unknown>): Promise<RemoteResponse>;
  /** Ends the session. Never rejects. */
  close(): Promise<void>;
}

const LEGACY_VERSION = "2025-11-25";
const MODERN_VERSION = "2026-07-28";
const CLIENT_INFO = { name: "jackfield", version: "1.0.0" };
/** The maximum size of a response. */
const MAX_BYTES = 20_000_000;
/** The maximum nesting of a result. */
export const MAX_DEPTH = 200;

/**
 * Opens a session with a remote MCP server over Streamable HTTP. Revisions up to 2025-11-25 start
 * with `initialize`. Servers that support only 2026-07-28 need no session. Resolves with the
 * response itself if the server refuses (401, 403, 429 or 5xx).
 */
export async function openSession(
  remote: RemoteServer,
): Promise<{ readonly session: RemoteSession } | { readonly refusal: RemoteResponse }> {
  const params = { protocolVersion: LEGACY_VERSION, capabilities: {}, clientInfo: CLIENT_INFO };
  const initialized = await post(remote, { method: "initialize", params }, {});
  const version = initialized.result?.["protocolVersion"];
  if (typeof version === "string") {
    const id = initialized.headers.get("mcp-session-id") ?? "";
    const hasSession = /^[\x21-\x7e]{1,500}$/.test(id);
    const sessionHeaders = {
      "mcp-protocol-version": version,
      ...(hasSession && { "mcp-session-id": id }),
    };
    await post(remote, { method: "notifications/initialized" }, sessionHeaders);
    const close = async () => {
      if (!hasSession) return;
      const closeResponse = await remote.outbound
        .fetch(remote.url, {
          method: "DELETE",
          headers: { ...remote.headers, ...sessionHeaders },
          redirects: 0,
          timeoutMs: 2_000,
        })
        .catch(() => undefined);
      await closeResponse?.bytes().catch(() => {});
    };
    return {
      session: {
        call: (method, params) => post(remote, { method, params }, sessionHeaders),
        close,
      },
    };
  }
  if ([401, 403, 429].includes(initialized.status) || initialized.status >= 500)
    return { refusal: initialized };
  const call: RemoteSession["call"] = (method, params) => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
    };
    const { name } = params;
    return post(
      remote,
      { method, params: { ...params, _meta: meta } },
      {
        "mcp-protocol-version": MODERN_VERSION,
        "mcp-method": method,
        ...(typeof name === "string" && { "mcp-name": encodeHeaderValue(name) }),
      },
    );
  };
  return { session: { call, close: async () => {} } };
}

/** Encodes a text that a header can't contain as it is (MCP 2026-07-28, transports). */
function encodeHeaderValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  if (isPlain && !/^=\?base64\?.*\?=$/.test(text)) return text;
  return `=?base64?${encodeBase64(new TextEncoder().encode(text))}?=`;
}

let lastId = 0;

function nextId(): number {
  lastId += 1;
  return lastId;
}

async function post(
  { outbound, url, headers, timeoutMs }: RemoteServer,
  { method, params }: { readonly method: string; readonly params?: Record<string, unknown> },
  sessionHeaders: Readonly<Record<string, string>>,
): Promise<RemoteResponse> {
  const isNotification = method.startsWith("notifications/");
  const id = isNotification ? undefined : nextId();
  const response = await outbound.fetch(url, {
    method: "POST",
    headers: {
      ...headers,
      ...sessionHeaders,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      ...(id !== undefined && { id }),
      method,
      ...(params && { params }),
    }),
    redirects: 0,
    timeoutMs,
    maxBytes: MAX_BYTES,
  });
  const { status } = response;
  const isStream = /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
  if (isNotification || !isStream) {
    const bytes = await response.bytes();
    const message = isNotification
      ? undefined
      : parseMessages(new TextDecoder().decode(bytes)).find(
          (each) => each["id"] === id || each["error"] !== undefined,
        );
    return { status, headers: response.headers, bytes, ...parseReply(message) };
  }
  const message = await readStream(response.body, (each) => each["id"] === id);
  if (!message)
    throw outboundFailure(
      "bad_answer",
      `${new URL(url).host} ended its event stream without a response.`,
    );
  const reply = parseReply(message);
  const bytes = new TextEncoder().encode(JSON.stringify(reply.result ?? reply.error ?? null));
  return { status, headers: response.headers, bytes, ...reply };
}

/**
 * Reads an event stream up to the first message that `isWanted`. The server may keep the stream
 * open after it.
 */
async function readStream(
  body: ReadableStream<Uint8Array>,
  isWanted: (message: Message) => boolean,
): Promise<Message | undefined> {
  const events = createEventStreamReader();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    const payloads = done
      ? [...events.read(decoder.decode()), ...events.end()]
      : events.read(decoder.decode(value, { stream: true }));
    for (const payload of payloads) {
      const wanted = parseMessages(payload).find(isWanted);
      if (!wanted) continue;
      await reader.cancel().catch(() => {});
      return wanted;
    }
    if (done) return undefined;
  }
}

type Message = Readonly<Record<string, unknown>>;

/** Parses a JSON-RPC message or a batch of them. Skips everything else. */
function parseMessages(text: string): Message[] {
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) ? value : [value]).filter(isObject);
  } catch {
    return [];
  }
}

/**
 * Returns the result or the error of a message. A deeply nested result counts as none, because
 * serializing it could overflow the stack.
 */
function parseReply(message: Message | undefined): Pick<RemoteResponse, "result" | "error"> {
  const { result, error } = message ?? {};
  if (isObject(result)) return exceedsDepth(result, MAX_DEPTH) ? {} : { result };
  if (!isObject(error)) return {};
  // Converting a deeply nested member to a text or a number could overflow the stack, too.
  const { code, message: text } = error;
  return {
    error: {
      code: typeof code === "number" ? code : 0,
      message: typeof text === "string" ? text.slice(0, 1_000) : "",
    },
  };
}
