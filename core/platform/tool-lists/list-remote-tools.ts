import type { Outbound } from "../../ports/outbound.ts";
import type { McpResponse } from "../app-requests/mcp-response.ts";
import { openSession, type RemoteSession } from "../app-requests/mcp-session.ts";

/** What a remote MCP server lists, or the response with which it refuses. */
type RemoteTools =
  | { readonly tools: readonly unknown[]; readonly stoppedBy?: ListingLimit | undefined }
  | { readonly refusal: McpResponse };

/** Why a listing stopped before the end of the list. */
export type ListingLimit = "tools" | "pages" | "bytes" | "repeated_page";

/** The limits of one listing. */
export const MAX_TOOLS = 1_000;
export const MAX_PAGES = 50;
const MAX_BYTES = 4_000_000;
const TIMEOUT_MILLISECONDS = 20_000;
const METHOD_NOT_FOUND = -32601;

/**
 * Lists the tools of a remote MCP server, all pages of `tools/list` within 20 seconds. It stops
 * at the limits of tools and pages, after the page that reaches the limit of bytes, and at a cursor
 * that it has seen. Rejects with an `OutboundFailure`.
 */
export async function listRemoteTools(
  outbound: Outbound,
  endpoint: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
): Promise<RemoteTools> {
  const deadline = performance.now() + TIMEOUT_MILLISECONDS;
  const opened = await openSession({
    outbound,
    ...endpoint,
    maxBytes: MAX_BYTES,
    // Each request has the time that is left.
    get timeoutMs() {
      return Math.max(1, Math.round(deadline - performance.now()));
    },
  });
  if ("refusal" in opened) return opened;
  const { session } = opened;
  try {
    return await readPages(session);
  } finally {
    await session.close();
  }
}

async function readPages(session: RemoteSession): Promise<RemoteTools> {
  const tools: unknown[] = [];
  const cursors = new Set<string>();
  let bytes = 0;
  let cursor: string | undefined;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const response = await session.call("tools/list", cursor === undefined ? {} : { cursor });
    const listed = response.result?.["tools"];
    if (!Array.isArray(listed))
      // A server without tools needn't know the method.
      return page === 1 && response.error?.code === METHOD_NOT_FOUND
        ? { tools }
        : { refusal: response };
    const added = listed.slice(0, MAX_TOOLS - tools.length);
    tools.push(...added);
    if (added.length < listed.length) return { tools, stoppedBy: "tools" };
    bytes += response.bytes.length;
    const next = response.result?.["nextCursor"];
    if (typeof next !== "string" || next === "") return { tools };
    if (cursors.has(next)) return { tools, stoppedBy: "repeated_page" };
    if (tools.length >= MAX_TOOLS) return { tools, stoppedBy: "tools" };
    if (bytes >= MAX_BYTES) return { tools, stoppedBy: "bytes" };
    cursors.add(next);
    cursor = next;
  }
  return { tools, stoppedBy: "pages" };
}
