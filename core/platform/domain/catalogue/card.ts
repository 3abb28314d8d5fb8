import type { Schema } from "../../../../generated/table.ts";
import type { ToolCard, ToolRecord } from "../../../ports/apps.ts";
import { isObject, listAt, own } from "./document.ts";
import { plain } from "./plain.ts";

const MOST_LINES = 12;

/** What a list says of a tool; `path` is the document's own, where the binding's is another. */
export function cardOf(tool: ToolRecord, path?: string): ToolCard {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    ...(tool.binding && { method: tool.binding.method, path: path ?? tool.binding.path }),
    input: inputLines(tool.input),
    annotations: tool.annotations,
  };
}

/** Each argument in one line, the required ones first: `title (string, required): the issue's title`. */
export function inputLines(input: Schema): string[] {
  const required = new Set(listAt(input, "required"));
  const all = Object.entries((own(input, "properties") ?? {}) as Record<string, Schema>);
  const sorted = [
    ...all.filter(([name]) => required.has(name)),
    ...all.filter(([name]) => !required.has(name)),
  ];
  return sorted.slice(0, MOST_LINES).map(([name, schema]) => {
    const said = plain(own(schema, "description"), 100);
    return `${name} (${typeOf(schema)}${required.has(name) ? ", required" : ""})${said && `: ${said}`}`;
  });
}

function typeOf(schema: unknown): string {
  const values = listAt(schema, "enum");
  if (values.length > 0 && values.length <= 6) return values.map(String).join("|").slice(0, 80);
  const type = own(schema, "type");
  const types = (Array.isArray(type) ? type : [type]).filter(
    (one) => typeof one === "string" && one !== "null",
  );
  if (types[0] === "array") {
    const items = own(schema, "items");
    return `${isObject(items) ? typeOf(items) : "any"}[]`;
  }
  if (types.length > 0) return types.join("|");
  return own(schema, "$ref") !== undefined || own(schema, "allOf") !== undefined ? "object" : "any";
}
