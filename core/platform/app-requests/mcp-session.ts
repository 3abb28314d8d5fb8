import { encodeBase64 } from "../../lib/kit/bytes/base64.ts";
import type { Outbound, OutboundResponse } from "../../ports/outbound.ts";
import { type McpResponse, readMcpResponse } from "./mcp-response.ts";

/** A remote MCP server and how to send requests to it. */
interface RemoteServer {
  readonly outbound: Outbound;
  readonly url: string;
  /** Headers of every request, with the credential. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** The maximum size of a response. Default: 20 MB. */
  readonly maxBytes?: number | undefined;
}

/** A session with a remote MCP server, opened by `openSession`. */
export interface RemoteSession {
  call(method: string, params: Record<string, unknown>): Promise<McpResponse>;
  /** Ends the session. Never rejects. */
  close(): Promise<void>;
}

const LEGACY_VERSION = "2025-11-25";
const MODERN_VERSION = "2026-07-28";
const CLIENT_INFO = { name: "jackfield", version: "1.0.0" };
/** The maximum size of a response. */
const MAX_BYTES = 20_000_000;

/**
 * Opens a session with a remote MCP server over Streamable HTTP. Revisions up to 2025-11-25 start
 * with `initialize`. Servers that support only 2026-07-28 need no session. Resolves with the
 * response itself if the server refuses (401, 403, 429 or 5xx).
 */
export async function openSession(
  remote: RemoteServer,
): Promise<{ readonly session: RemoteSession } | { readonly refusal: McpResponse }> {
  const params = { protocolVersion: LEGACY_VERSION, capabilities: {}, clientInfo: CLIENT_INFO };
  const initialized = await request(remote, { method: "initialize", params }, {});
  const version = initialized.result?.["protocolVersion"];
  if (typeof version === "string")
    return { session: await startLegacySession(remote, version, initialized) };
  if ([401, 403, 429].includes(initialized.status) || initialized.status >= 500)
    return { refusal: initialized };
  return { session: createModernSession(remote) };
}

async function startLegacySession(
  remote: RemoteServer,
  version: string,
  initialized: McpResponse,
): Promise<RemoteSession> {
  const id = initialized.headers.get("mcp-session-id") ?? "";
  const hasSession = /^[\x21-\x7e]{1,500}$/.test(id);
  const sessionHeaders = {
    "mcp-protocol-version": version,
    ...(hasSession && { "mcp-session-id": id }),
  };
  await notify(remote, { method: "notifications/initialized" }, sessionHeaders);
  return {
    call: (method, params) => request(remote, { method, params }, sessionHeaders),
    async close() {
      if (!hasSession) return;
      const response = await remote.outbound
        .fetch(remote.url, {
          method: "DELETE",
          headers: { ...remote.headers, ...sessionHeaders },
          redirects: 0,
          timeoutMs: 2_000,
        })
        .catch(() => undefined);
      await response?.bytes().catch(() => {});
    },
  };
}

function createModernSession(remote: RemoteServer): RemoteSession {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
  };
  return {
    call(method, params) {
      const { name } = params;
      return request(
        remote,
        { method, params: { ...params, _meta: meta } },
        {
          "mcp-protocol-version": MODERN_VERSION,
          "mcp-method": method,
          ...(typeof name === "string" && { "mcp-name": encodeHeaderValue(name) }),
        },
      );
    },
    close: async () => {},
  };
}

/** Encodes a text that a header can't contain as it is (MCP 2026-07-28, transports). */
function encodeHeaderValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text);
  if (isPlain && !/^=\?base64\?.*\?=$/.test(text)) return text;
  return `=?base64?${encodeBase64(new TextEncoder().encode(text))}?=`;
}

let lastId = 0;

/** The parameters of a request or notification. */
interface Message {
  readonly method: string;
  readonly params?: Record<string, unknown>;
}

async function request(
  remote: RemoteServer,
  message: Message,
  sessionHeaders: Readonly<Record<string, string>>,
): Promise<McpResponse> {
  lastId += 1;
  const id = lastId;
  return readMcpResponse(await post(remote, { id, ...message }, sessionHeaders), id);
}

async function notify(
  remote: RemoteServer,
  message: Message,
  sessionHeaders: Readonly<Record<string, string>>,
): Promise<void> {
  await (await post(remote, message, sessionHeaders)).bytes();
}

const post = (
  { outbound, url, headers, timeoutMs, maxBytes = MAX_BYTES }: RemoteServer,
  message: Message & { readonly id?: number },
  sessionHeaders: Readonly<Record<string, string>>,
): Promise<OutboundResponse> =>
  outbound.fetch(url, {
    method: "POST",
    headers: {
      ...headers,
      ...sessionHeaders,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    redirects: 0,
    timeoutMs,
    maxBytes,
  });
