import { openSession, type RemoteResponse, type RemoteServer } from "./remote-mcp-client.ts";

/** A tool as described by a remote MCP server. Its texts are untrusted. */
export interface RemoteTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
}

const MAX_PAGES = 50;
const MAX_TOOLS = 2_000;

/**
 * Lists the tools of a remote MCP server, at most 2,000. Invalid tools are skipped. Resolves with
 * the response itself if the server refuses. Rejects with an `OutboundFailure`.
 */
export async function listRemoteTools(
  remote: RemoteServer,
): Promise<{ readonly tools: readonly RemoteTool[] } | { readonly refusal: RemoteResponse }> {
  const openResult = await openSession(remote);
  if ("refusal" in openResult) return openResult;
  const { session } = openResult;
  try {
    const tools: RemoteTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && tools.length < MAX_TOOLS; page += 1) {
      const response = await session.call("tools/list", cursor === undefined ? {} : { cursor });
      if (!response.result) return { refusal: response };
      const { tools: listedTools, nextCursor } = response.result;
      if (Array.isArray(listedTools)) tools.push(...listedTools.flatMap(parseTool));
      if (typeof nextCursor !== "string" || nextCursor === "" || nextCursor === cursor) break;
      cursor = nextCursor;
    }
    return { tools: tools.slice(0, MAX_TOOLS) };
  } finally {
    await session.close();
  }
}

function parseTool(value: unknown): RemoteTool[] {
  if (typeof value !== "object" || value === null) return [];
  const { name, title, description, inputSchema, annotations } = value as Record<string, unknown>;
  if (
    typeof name !== "string" ||
    name === "" ||
    name.length > 200 ||
    typeof inputSchema !== "object" ||
    inputSchema === null
  )
    return [];
  return [
    {
      name,
      ...(typeof title === "string" && { title }),
      ...(typeof description === "string" && { description }),
      inputSchema: inputSchema as Record<string, unknown>,
      ...(typeof annotations === "object" &&
        annotations !== null && { annotations: annotations as Record<string, unknown> }),
    },
  ];
}
