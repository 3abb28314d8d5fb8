import { parseJson, type WebClient } from "./web-client.ts";

/** Calls a tool and returns its structured content. Rejects with the tool's error message. */
export type CallTool = (name: string, input: object) => Promise<any>;

/** Calls tools of the server that a card describes. Lists the tools before the first call. */
export function createToolCaller(card: any, web: WebClient): CallTool {
  const {
    url,
    supportedProtocolVersions: [revision],
  } = card.remotes[0];
  const meta = "io.modelcontextprotocol/";
  const send = async (method: string, params: Record<string, unknown>) => {
    const _meta = {
      [`${meta}protocolVersion`]: revision,
      [`${meta}clientCapabilities`]: {},
      [`${meta}clientInfo`]: { name: "scripted-agent", version: "1" },
    };
    const named: Record<string, string> =
      typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {};
    const headers = {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
      "mcp-method": method,
      ...named,
    };
    const { result, error } = parseJson(
      await web.post(url, { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }, headers),
    );
    if (error) throw new Error(JSON.stringify(error));
    return result;
  };
  let tools: Promise<Set<string>> | undefined;
  return async (name, input) => {
    tools ??= send("tools/list", {}).then(
      ({ tools: listed }) => new Set(listed.map((tool: any) => tool.name)),
    );
    if (!(await tools).has(name)) throw new Error(`The server has no tool ${name}.`);
    const { structuredContent, isError, content } = await send("tools/call", {
      name,
      arguments: input,
    });
    if (isError) throw new Error(content[0].text);
    return structuredContent;
  };
}
