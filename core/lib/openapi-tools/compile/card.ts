import type { Schema } from "../../json-schema/index.ts";
import { isObject, listAt, ownValue } from "../../kit/json-access.ts";
import type { ToolCard, ToolRecord } from "../app.ts";
import { toPlainText } from "./plain-text.ts";

const MAX_LINES = 12;

/**
 * A tool's entry in lists and search results. `path` is the path in the document, if the binding's
 * path differs.
 */
export function createCard(tool: ToolRecord, path?: string): ToolCard {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    ...(tool.binding && { method: tool.binding.method, path: path ?? tool.binding.path }),
    input: inputLines(tool.input),
    annotations: tool.annotations,
  };
}

/**
 * Formats each argument as one line, required ones first, at most 12:
 * `title (string, required): the issue's title`.
 */
export function inputLines(input: Schema): string[] {
  const required = new Set(listAt(input, "required"));
  const all = Object.entries((ownValue(input, "properties") ?? {}) as Record<string, Schema>);
  const sorted = [
    ...all.filter(([name]) => required.has(name)),
    ...all.filter(([name]) => !required.has(name)),
  ];
  return sorted.slice(0, MAX_LINES).map(([name, schema]) => {
    const example = listAt(schema, "examples")[0];
    const text = [
      toPlainText(ownValue(schema, "description"), 100),
      example !== undefined && `Example: ${String(example)}`,
    ]
      .filter(Boolean)
      .join(" ");
    return `${name} (${formatType(schema)}${required.has(name) ? ", required" : ""})${text && `: ${text}`}`;
  });
}

function formatType(schema: unknown): string {
  const values = listAt(schema, "enum");
  if (values.length > 0 && values.length <= 6) return values.map(String).join("|").slice(0, 80);
  const type = ownValue(schema, "type");
  const types = (Array.isArray(type) ? type : [type]).filter(
    (name) => typeof name === "string" && name !== "null",
  );
  if (types[0] === "array") {
    const items = ownValue(schema, "items");
    return `${isObject(items) ? formatType(items) : "any"}[]`;
  }
  if (types.length > 0) return types.join("|");
  return ownValue(schema, "$ref") !== undefined || ownValue(schema, "allOf") !== undefined
    ? "object"
    : "any";
}
