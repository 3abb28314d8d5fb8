import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { OperationEntry, Schema, Table } from "../../generated/table.ts";
import { requireValue } from "../lib/kit/require-value.ts";

/**
 * Returns the MCP tools of a service, sorted by name, and the operation of each tool. Descriptions
 * name tools where the document names operations.
 */
export function listTools({ operations, $defs }: Table): {
  byTool: Map<string, string>;
  list: Tool[];
} {
  const byTool = new Map<string, string>();
  const list: Tool[] = [];
  for (const [operation, entry] of Object.entries(operations)) {
    if (!entry.tool) continue;
    byTool.set(entry.tool.name, operation);
    list.push(toTool(entry, entry.tool, $defs));
  }
  list.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { byTool, list: list.map((tool) => nameTools(tool, operations)) };
}

/** Replaces the names of operations in all descriptions by those of their tools. */
function nameTools<Value>(value: Value, operations: Table["operations"]): Value {
  const rename = (text: string) =>
    text.replaceAll(/`(\w+)`/g, (code, name) => {
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      return operation ? `\`${operation.tool?.name ?? name}\`` : code;
    });
  const json = JSON.stringify(value, (key, member: unknown) =>
    key === "description" && typeof member === "string" ? rename(member) : member,
  );
  return JSON.parse(json) as Value;
}

function toTool(
  { summary, description, input, responses }: OperationEntry,
  { name, annotations }: NonNullable<OperationEntry["tool"]>,
  $defs: Table["$defs"],
): Tool {
  const success = Object.entries(responses).find(([status]) => Number(status) < 300);
  const output = requireValue(success?.[1]["application/json"], `the output of ${name}`);
  const root = output["$ref"] ? requireDefinition($defs, output["$ref"]) : output;
  return {
    name,
    title: summary,
    description,
    inputSchema: withReachableDefinitions(input, $defs) as Tool["inputSchema"],
    outputSchema: withTypes(withReachableDefinitions(root, $defs)) as Tool["outputSchema"],
    annotations: { title: summary, ...annotations },
  };
}

const ANY_TYPE = ["object", "array", "string", "number", "boolean", "null"];
const TYPE_KEYWORDS = ["type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"];

/** Names the types of properties that can have any value, because some clients require one. */
function withTypes(schema: Schema): Schema {
  const members = (keyword: string, read: (member: Schema) => Schema) => {
    const entries = Object.entries((schema[keyword] ?? {}) as Record<string, Schema>);
    return entries.length === 0
      ? {}
      : { [keyword]: Object.fromEntries(entries.map(([name, each]) => [name, read(each)])) };
  };
  const named = (property: Schema): Schema => {
    const typed = withTypes(property);
    return TYPE_KEYWORDS.some((keyword) => keyword in typed) ? typed : { type: ANY_TYPE, ...typed };
  };
  return {
    ...schema,
    ...members("properties", named),
    ...members("$defs", withTypes),
    ...(typeof schema["items"] === "object" && { items: withTypes(schema["items"]) }),
  };
}

/** Adds the definitions that the schema references, directly or indirectly. */
export function withReachableDefinitions(schema: Schema, $defs: Table["$defs"]): Schema {
  const reachable = new Set<string>();
  const follow = (value: Schema) => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (reachable.has(name)) continue;
      reachable.add(name);
      follow(requireValue($defs[name], name));
    }
  };
  follow(schema);
  if (reachable.size === 0) return schema;
  return {
    ...schema,
    $defs: Object.fromEntries([...reachable].sort().map((name) => [name, $defs[name]])),
  };
}

const requireDefinition = ($defs: Table["$defs"], reference: string): Schema =>
  requireValue($defs[reference.slice("#/$defs/".length)], reference);
