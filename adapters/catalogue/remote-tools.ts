import type { Outbound, OutboundAnswer } from "../../core/ports/outbound.ts";

/** What a remote MCP server says of itself. */
export interface RemoteServer {
  readonly name: string;
  readonly title?: string | undefined;
  readonly instructions?: string | undefined;
  /** As `tools/list` gives them; none where it wants a sign-in first. */
  readonly tools: readonly unknown[];
  readonly needsSignIn: boolean;
}

const VERSION = "2025-11-25";
const MOST_PAGES = 50;
const MOST_BYTES = 5 * 1024 * 1024;

/** Asks an address whether it is a remote MCP server (streamable HTTP), and for its tools; undefined if it is none. */
export async function remoteServerAt(
  url: string,
  outbound: Outbound,
): Promise<RemoteServer | undefined> {
  const session: Record<string, string> = {};
  const ask = async (id: number, method: string, params: object) => {
    const answer = await outbound.fetch(url, {
      method: "POST",
      maxBytes: MOST_BYTES,
      sameOrigin: true,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...session,
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...(id > 0 && { id }), method, params }),
    });
    const own = answer.headers.get("mcp-session-id");
    if (own) session["mcp-session-id"] = own;
    return answer;
  };

  const greeted = await ask(1, "initialize", {
    protocolVersion: VERSION,
    capabilities: {},
    clientInfo: { name: "jackfield", version: "1" },
  });
  if (greeted.status === 401 || greeted.status === 403) {
    const challenge = greeted.headers.get("www-authenticate");
    await greeted.body.cancel();
    return challenge && /^bearer/i.test(challenge)
      ? { name: new URL(url).hostname, tools: [], needsSignIn: true }
      : undefined;
  }
  const hello = await resultOf(greeted, 1);
  if (!hello || typeof hello["protocolVersion"] !== "string") return undefined;
  session["mcp-protocol-version"] = hello["protocolVersion"];
  await (await ask(0, "notifications/initialized", {})).body.cancel();

  const tools: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const listed = await resultOf(
      await ask(2 + page, "tools/list", typeof cursor === "string" ? { cursor } : {}),
      2 + page,
    );
    if (Array.isArray(listed?.["tools"])) tools.push(...(listed["tools"] as unknown[]));
    cursor = listed?.["nextCursor"];
    if (typeof cursor !== "string") break;
  }
  const info = (hello["serverInfo"] ?? {}) as { name?: unknown; title?: unknown };
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return {
    name: text(info.name) ?? new URL(url).hostname,
    title: text(info.title),
    instructions: text(hello["instructions"]),
    tools,
    needsSignIn: false,
  };
}

/** The result of the answer with this id, which comes as JSON or as one of a stream's events. */
async function resultOf(
  answer: OutboundAnswer,
  id: number,
): Promise<Record<string, unknown> | undefined> {
  if (answer.status < 200 || answer.status > 299) {
    await answer.body.cancel();
    return undefined;
  }
  if (!/^text\/event-stream/i.test(answer.headers.get("content-type") ?? ""))
    return resultIn(await answer.text(), id);
  // A stream may stay open when all has been said: no more of it is read than the answer.
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      text += decoder.decode(chunk.value, { stream: true });
      const events = text.split(/\r?\n\r?\n/);
      text = events.pop()!;
      for (const event of events) {
        const data = event
          .split(/\r?\n/)
          .filter((line) => line.startsWith("data:"))
          .map((line) => line.slice(5).trimStart())
          .join("\n");
        const result = resultIn(data, id);
        if (result) return result;
      }
    }
    return undefined;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function resultIn(text: string, id: number): Record<string, unknown> | undefined {
  try {
    const message = JSON.parse(text) as { id?: unknown; result?: Record<string, unknown> };
    return message.id === id ? message.result : undefined;
  } catch {
    return undefined;
  }
}
