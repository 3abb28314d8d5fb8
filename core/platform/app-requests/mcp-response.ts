import { exceedsDepth, isObject } from "../../lib/kit/json/json-access.ts";
import {
  type OutboundHeaders,
  type OutboundResponse,
  outboundFailure,
} from "../../ports/outbound.ts";
import { createEventStreamReader } from "./event-stream.ts";

/** A response of a remote MCP server: the HTTP response, and the result or error of the call. */
export interface McpResponse {
  readonly status: number;
  readonly headers: OutboundHeaders;
  readonly bytes: Uint8Array;
  readonly result?: Record<string, unknown> | undefined;
  readonly error?: { readonly code: number; readonly message: string } | undefined;
}

/** The maximum nesting of a result. */
export const MAX_DEPTH = 200;

/**
 * Reads the response to the request with this ID from a JSON body or an event stream. Rejects with
 * an `OutboundFailure`.
 */
export async function readMcpResponse(
  response: OutboundResponse,
  id: number,
): Promise<McpResponse> {
  const { status, headers } = response;
  if (!/^text\/event-stream\b/i.test(headers.get("content-type") ?? "")) {
    const bytes = await response.bytes();
    const message = parseMessages(new TextDecoder().decode(bytes)).find(
      (each) => each["id"] === id || each["error"] !== undefined,
    );
    return { status, headers, bytes, ...parseReply(message) };
  }
  const message = await readStream(response.body, (each) => each["id"] === id);
  if (!message)
    throw outboundFailure(
      "bad_answer",
      `${new URL(response.url).host} ended its event stream without a response.`,
    );
  const reply = parseReply(message);
  const bytes = new TextEncoder().encode(JSON.stringify(reply.result ?? reply.error ?? null));
  return { status, headers, bytes, ...reply };
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
function parseReply(message: Message | undefined): Pick<McpResponse, "result" | "error"> {
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
