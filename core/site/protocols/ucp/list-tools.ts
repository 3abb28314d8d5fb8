import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { BindingEntry, Schema, Table } from "../../../../generated/table.ts";
import { withReachableDefinitions } from "../../../mcp/tools.ts";

/**
 * Returns the tools of UCP's MCP transport, sorted by name. They have no output schemas, because the
 * profile links to UCP's own, and the list would be seven times as long.
 */
export const listUcpTools = ({ bindings, $defs }: Table): Tool[] =>
  Object.values(bindings)
    .flatMap((entry) => (isUcpTool(entry) ? [toTool(entry, $defs)] : []))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** An operation that is a tool of UCP's MCP transport. */
export type UcpToolEntry = BindingEntry & Required<Pick<BindingEntry, "tool">>;

export const isUcpTool = (entry: BindingEntry): entry is UcpToolEntry =>
  entry.tool !== undefined && entry.protocol === "ucp";

function toTool(entry: UcpToolEntry, $defs: Table["$defs"]): Tool {
  const { tool, summary, description } = entry;
  const title = summary.replace(/ \(UCP\)$/, "");
  return {
    name: tool.name,
    title,
    description,
    inputSchema: withReachableDefinitions(createInput(entry), $defs) as Tool["inputSchema"],
    annotations: { title, ...tool.annotations },
  };
}

/** Groups the input as UCP's OpenRPC document does: `meta`, `id`, and the body as one argument. */
function createInput({ tool: { argument }, input }: UcpToolEntry): Schema {
  const { path, headers, body } = input["properties"];
  const key = headers.properties["idempotency-key"];
  const meta = {
    type: "object",
    description: "The metadata of the request.",
    properties: { "ucp-agent": AGENT, ...(key && { "idempotency-key": key }) },
    required: ["ucp-agent"],
  };
  const isBodyRequired = input["required"].includes("body");
  return {
    type: "object",
    properties: { meta, ...path.properties, ...(argument && { [argument]: body }) },
    required: ["meta", ...path.required, ...(argument && isBodyRequired ? [argument] : [])],
  };
}

const AGENT = {
  type: "object",
  description: "The platform that sends the request.",
  properties: {
    profile: {
      type: "string",
      format: "uri",
      description: "The https URL of the platform's UCP profile.",
      examples: ["https://platform.example/.well-known/ucp"],
    },
  },
  required: ["profile"],
};
