import { type Outbound, type OutboundHeaders, outboundFailure } from "../../ports/outbound.ts";
import { messagesIn } from "./messages.ts";

/** A remote MCP server, and how requests to it are made. */
export interface Remote {
  readonly outbound: Outbound;
  readonly url: string;
  /** The credential, among others. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** What a remote MCP server answered: over HTTP, and to the call. */
export interface RemoteAnswer {
  readonly status: number;
  readonly headers: OutboundHeaders;
  readonly bytes: Uint8Array;
  readonly result?: Record<string, unknown> | undefined;
  readonly error?: { readonly code: number; readonly message: string } | undefined;
}

/** Calls a method of a remote MCP server, by the session that `open` has begun. */
export interface RemoteSession {
  call(method: string, params: Record<string, unknown>): Promise<RemoteAnswer>;
  /** Ends it; never rejects. */
  close(): Promise<void>;
}

const LEGACY = "2025-11-25";
const MODERN = "2026-07-28";
const CLIENT = { name: "jackfield", version: "1.0.0" };
/** The most of an answer that is read. */
const MOST_BYTES = 20_000_000;

/**
 * Begins with a remote MCP server (Streamable HTTP): a session as revisions up to 2025-11-25 have it, or none where the server
 * knows only 2026-07-28. Resolves with the answer itself where the server refuses (401 and the like).
 */
export async function open(
  remote: Remote,
): Promise<{ readonly session: RemoteSession } | { readonly refusal: RemoteAnswer }> {
  const params = { protocolVersion: LEGACY, capabilities: {}, clientInfo: CLIENT };
  const began = await post(remote, { method: "initialize", params }, {});
  const version = began.result?.["protocolVersion"];
  if (typeof version === "string") {
    const id = began.headers.get("mcp-session-id");
    const own = {
      "mcp-protocol-version": version,
      ...(id !== null && /^[\x21-\x7e]{1,500}$/.test(id) && { "mcp-session-id": id }),
    };
    await post(remote, { method: "notifications/initialized" }, own);
    const close = async () => {
      if (id === null) return;
      const ended = await remote.outbound
        .fetch(remote.url, {
          method: "DELETE",
          headers: { ...remote.headers, ...own },
          redirects: 0,
          timeoutMs: 2_000,
        })
        .catch(() => undefined);
      await ended?.bytes().catch(() => {});
    };
    return { session: { call: (method, params) => post(remote, { method, params }, own), close } };
  }
  if ([401, 403, 429].includes(began.status) || began.status >= 500) return { refusal: began };
  const call: RemoteSession["call"] = (method, params) => {
    const about = {
      "io.modelcontextprotocol/protocolVersion": MODERN,
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": CLIENT,
    };
    const name: Record<string, string> =
      typeof params["name"] === "string" && /^[\x21-\x7e]{1,200}$/.test(params["name"])
        ? { "mcp-name": params["name"] }
        : {};
    return post(
      remote,
      { method, params: { ...params, _meta: about } },
      { "mcp-protocol-version": MODERN, "mcp-method": method, ...name },
    );
  };
  return { session: { call, close: async () => {} } };
}

let last = 0;

async function post(
  { outbound, url, headers, timeoutMs }: Remote,
  { method, params }: { readonly method: string; readonly params?: Record<string, unknown> },
  own: Readonly<Record<string, string>>,
): Promise<RemoteAnswer> {
  const isNotice = method.startsWith("notifications/");
  const id = isNotice ? undefined : (last += 1);
  const answer = await outbound.fetch(url, {
    method: "POST",
    headers: {
      ...headers,
      ...own,
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
    maxBytes: MOST_BYTES,
  });
  const { status } = answer;
  const isStream = /^text\/event-stream\b/i.test(answer.headers.get("content-type") ?? "");
  if (isNotice || !isStream) {
    const bytes = await answer.bytes();
    const message = isNotice
      ? undefined
      : messagesIn(new TextDecoder().decode(bytes)).find(
          (each) => each["id"] === id || each["error"] !== undefined,
        );
    return { status, headers: answer.headers, bytes, ...partsOf(message) };
  }
  // A stream may stay open behind the answer: it is left as soon as that has come.
  const decoder = new TextDecoder();
  const reader = answer.body.getReader();
  // Looked for is only in what has just come: looking through all each time takes minutes where it comes in crumbs.
  let waiting: string[] = [];
  let seam = "";
  for (;;) {
    const { done, value } = await reader.read();
    const piece = value ? decoder.decode(value, { stream: true }) : decoder.decode();
    waiting.push(piece);
    seam += piece;
    const left = done ? 0 : seam.length - endOfEvents(seam);
    const isEnd = left < seam.length || done;
    const text = isEnd ? waiting.join("") : "";
    const message = isEnd
      ? messagesIn(text.slice(0, text.length - left)).find((each) => each["id"] === id)
      : undefined;
    if (message) {
      await reader.cancel().catch(() => {});
      return {
        status,
        headers: answer.headers,
        bytes: new TextEncoder().encode(JSON.stringify(message["result"] ?? message["error"])),
        ...partsOf(message),
      };
    }
    if (done)
      throw outboundFailure(
        "bad_answer",
        `${new URL(url).host} ended its stream without an answer.`,
      );
    if (isEnd) waiting = [(seam = text.slice(text.length - left))];
    seam = seam.slice(-3);
  }
}

/** Behind the last whole event of a text; 0 where there is none. */
const endOfEvents = (text: string): number =>
  Math.max(
    ...["\n\n", "\r\n\r\n", "\r\r"].map(
      (end) => text.lastIndexOf(end) + end.length * Number(text.includes(end)),
    ),
    0,
  );

function partsOf(
  message: Record<string, unknown> | undefined,
): Pick<RemoteAnswer, "result" | "error"> {
  const { result, error } = message ?? {};
  if (typeof result === "object" && result !== null)
    return { result: result as Record<string, unknown> };
  if (typeof error !== "object" || error === null) return {};
  const { code, message: words } = error as { code?: unknown; message?: unknown };
  return { error: { code: Number(code), message: String(words).slice(0, 1_000) } };
}
