import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { OperationEntry, Schema, Table } from "../../generated/table.ts";

/** The operations that are tools, as MCP describes tools, in the order of their names. */
export function toolsOf({ operations, $defs }: Table): {
  byTool: Map<string, string>;
  list: Tool[];
} {
  const byTool = new Map<string, string>();
  const list: Tool[] = [];
  for (const [operation, entry] of Object.entries(operations)) {
    if (!entry.tool) continue;
    byTool.set(entry.tool.name, operation);
    list.push(toolOf(entry, $defs));
  }
  list.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { byTool, list };
}

function toolOf(
  { tool, summary, description, input, responses }: OperationEntry,
  $defs: Table["$defs"],
): Tool {
  const [, success] = Object.entries(responses).find(([status]) => Number(status) < 300)!;
  const output = success["application/json"]!;
  const root = output["$ref"] ? $defs[nameIn(output["$ref"])]! : output;
  return {
    name: tool!.name,
    title: summary,
    description,
    inputSchema: selfContained(input, $defs) as Tool["inputSchema"],
    outputSchema: selfContained(root, $defs) as Tool["outputSchema"],
    annotations: { title: summary, ...tool!.annotations },
  };
}

/** The schema with the definitions that it reaches, and no others. */
function selfContained(schema: Schema, $defs: Table["$defs"]): Schema {
  const reached = new Set<string>();
  const follow = (value: Schema) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (reached.has(name!)) continue;
      reached.add(name!);
      follow($defs[name!]!);
    }
  };
  follow(schema);
  if (reached.size === 0) return schema;
  return {
    ...schema,
    $defs: Object.fromEntries([...reached].sort().map((name) => [name, $defs[name]])),
  };
}

const nameIn = (reference: string) => reference.slice("#/$defs/".length);
