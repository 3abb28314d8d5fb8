import type { Outbound, OutboundResponse } from "../../../core/ports/outbound.ts";

/** The description and tools of a remote MCP server. */
interface RemoteServer {
  readonly name: string;
  readonly title?: string | undefined;
  readonly instructions?: string | undefined;
  /** The result of `tools/list`. Empty if the server requires a sign-in. */
  readonly tools: readonly unknown[];
  readonly needsSignIn: boolean;
}

const PROTOCOL_VERSION = "2025-11-25";
const MAX_PAGES = 50;
const MAX_BYTES = 5 * 1024 * 1024;

/**
 * Reads the tools of a remote MCP server (streamable HTTP). Resolves with undefined if the URL
 * isn't one.
 */
export async function readRemoteServer(
  url: string,
  outbound: Outbound,
): Promise<RemoteServer | undefined> {
  const session: Record<string, string> = {};
  const send = async (id: number, method: string, params: object) => {
    const response = await outbound.fetch(url, {
      method: "POST",
      maxBytes: MAX_BYTES,
      sameOrigin: true,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...session,
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...(id > 0 && { id }), method, params }),
    });
    const sessionId = response.headers.get("mcp-session-id");
    if (sessionId) session["mcp-session-id"] = sessionId;
    return response;
  };

  const initResponse = await send(1, "initialize", {
    protocolVersion: PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: "jackfield", version: "1" },
  });
  if (initResponse.status === 401 || initResponse.status === 403) {
    const challenge = initResponse.headers.get("www-authenticate");
    await initResponse.body.cancel();
    return challenge && /^bearer/i.test(challenge)
      ? { name: new URL(url).hostname, tools: [], needsSignIn: true }
      : undefined;
  }
  const initResult = await readResult(initResponse, 1);
  if (!initResult || typeof initResult["protocolVersion"] !== "string") return undefined;
  session["mcp-protocol-version"] = initResult["protocolVersion"];
  await (await send(0, "notifications/initialized", {})).body.cancel();

  const tools: unknown[] = [];
  let cursor: unknown;
  for (let pageNumber = 0; pageNumber < MAX_PAGES; pageNumber += 1) {
    const page = await readResult(
      await send(2 + pageNumber, "tools/list", typeof cursor === "string" ? { cursor } : {}),
      2 + pageNumber,
    );
    if (Array.isArray(page?.["tools"])) tools.push(...(page["tools"] as unknown[]));
    cursor = page?.["nextCursor"];
    if (typeof cursor !== "string") break;
  }
  const info = (initResult["serverInfo"] ?? {}) as { name?: unknown; title?: unknown };
  const toText = (value: unknown) =>
    typeof value === "string" && value !== "" ? value : undefined;
  return {
    name: toText(info.name) ?? new URL(url).hostname,
    title: toText(info.title),
    instructions: toText(initResult["instructions"]),
    tools,
    needsSignIn: false,
  };
}

/** Reads the JSON-RPC result with this ID from a JSON response or an event stream. */
async function readResult(
  response: OutboundResponse,
  id: number,
): Promise<Record<string, unknown> | undefined> {
  if (response.status < 200 || response.status > 299) {
    await response.body.cancel();
    return undefined;
  }
  if (!/^text\/event-stream/i.test(response.headers.get("content-type") ?? ""))
    return parseResult(await response.text(), id);
  // Stop after the result, because a server may keep the stream open.
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      text += decoder.decode(chunk.value, { stream: true });
      const events = text.split(/\r?\n\r?\n/);
      text = events.pop() ?? "";
      for (const event of events) {
        const data = event
          .split(/\r?\n/)
          .filter((line) => line.startsWith("data:"))
          .map((line) => line.slice(5).trimStart())
          .join("\n");
        const result = parseResult(data, id);
        if (result) return result;
      }
    }
    return undefined;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parseResult(text: string, id: number): Record<string, unknown> | undefined {
  try {
    const message = JSON.parse(text) as { id?: unknown; result?: Record<string, unknown> };
    return message.id === id ? message.result : undefined;
  } catch {
    return undefined;
  }
}
