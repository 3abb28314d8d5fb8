import { open, type Remote, type RemoteAnswer } from "./client.ts";

/** A tool as a remote MCP server describes it; nothing of it is trusted. */
export interface RemoteTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
}

const MOST_PAGES = 50;
const MOST_TOOLS = 2_000;

/** The tools of a remote MCP server, of which at most 2,000 are read; or what it answered instead. Rejects with an `OutboundFailure`. */
export async function listRemoteTools(
  remote: Remote,
): Promise<{ readonly tools: readonly RemoteTool[] } | { readonly refusal: RemoteAnswer }> {
  const opened = await open(remote);
  if ("refusal" in opened) return opened;
  const { session } = opened;
  try {
    const tools: RemoteTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES && tools.length < MOST_TOOLS; page += 1) {
      const answer = await session.call("tools/list", cursor === undefined ? {} : { cursor });
      if (!answer.result) return { refusal: answer };
      const { tools: listed, nextCursor } = answer.result;
      if (Array.isArray(listed)) tools.push(...listed.flatMap(toolIn));
      if (typeof nextCursor !== "string" || nextCursor === "" || nextCursor === cursor) break;
      cursor = nextCursor;
    }
    return { tools: tools.slice(0, MOST_TOOLS) };
  } finally {
    await session.close();
  }
}

function toolIn(value: unknown): RemoteTool[] {
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
