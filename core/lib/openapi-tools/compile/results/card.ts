import type { Schema } from "../../../json-schema/index.ts";
import { isObject, listAt, objectAt, ownValue } from "../../../kit/json/json-access.ts";
import type { ToolCard, ToolRecord } from "../../tool-record.ts";
import { toPlainText } from "../documents/plain-text.ts";
import { hasMembers, listMembers, resolveSchema } from "../schemas/schema-members.ts";

const MAX_LINES = 12;
/** Limits on the schemas that are examined for the type of an argument. */
const MAX_DEPTH = 2;
const MAX_ALTERNATIVES = 12;
const MAX_TYPES = 3;

interface CardOptions {
  /** The path in the document, if the binding's path differs. */
  readonly path?: string;
  /** Shared schemas by name, if the tool's input refers to any outside of its own `$defs`. */
  readonly definitions?: Schema;
}

/** A tool's entry in lists and search results. */
export function createCard(
  tool: ToolRecord,
  { path, definitions = objectAt(tool.input, "$defs") }: CardOptions = {},
): ToolCard {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    ...(tool.binding && { method: tool.binding.method, path: path ?? tool.binding.path }),
    input: inputLines(tool.input, definitions),
    annotations: tool.annotations,
    ...(tool.check && { check: tool.check }),
  };
}

/**
 * Formats each argument as one line, required ones first, at most 12:
 * `title (string, required): the issue's title`. Lines of objects end with
 * the names of their members: `data (object): Members: name (required), notes and 12 more.`
 */
function inputLines(input: Schema, definitions: Schema): string[] {
  const required = new Set(listAt(input, "required"));
  const all = Object.entries((ownValue(input, "properties") ?? {}) as Record<string, Schema>);
  const sorted = [
    ...all.filter(([name]) => required.has(name)),
    ...all.filter(([name]) => !required.has(name)),
  ];
  return sorted.slice(0, MAX_LINES).map(([name, own]) => {
    const schema = resolveSchema(own, definitions);
    const text = describeArgument(schema, definitions);
    return `${name} (${formatType(schema, definitions)}${required.has(name) ? ", required" : ""})${text && `: ${text}`}`;
  });
}

function describeArgument(schema: Schema, definitions: Schema): string {
  const members = listMembers(schema, definitions);
  const example = listAt(schema, "examples")[0];
  return [
    toPlainText(ownValue(schema, "description"), 100),
    members && `Members: ${members}.`,
    example !== undefined && `Example: ${String(example)}`,
  ]
    .filter(Boolean)
    .join(" ");
}

function formatType(schema: Schema, definitions: Schema, depth = 0): string {
  const values = listAt(schema, "enum");
  if (values.length > 0 && values.length <= 6) return values.map(String).join("|").slice(0, 80);
  const formatPart = (part: unknown) =>
    isObject(part) && depth < MAX_DEPTH
      ? formatType(resolveSchema(part, definitions), definitions, depth + 1)
      : "any";
  const type = ownValue(schema, "type");
  const types = (Array.isArray(type) ? type : [type]).filter(
    (name) => typeof name === "string" && name !== "null",
  );
  if (types[0] === "array") return `${formatPart(ownValue(schema, "items"))}[]`;
  if (types.length > 0) return types.join("|");
  const alternatives = ["anyOf", "oneOf", "allOf"]
    .flatMap((keyword) => listAt(schema, keyword).slice(0, MAX_ALTERNATIVES))
    .filter((part) => ownValue(part, "type") !== "null")
    .map(formatPart);
  const distinct = new Set(alternatives.filter((part) => part !== "any"));
  if (distinct.size > 0 && distinct.size <= MAX_TYPES) return [...distinct].join("|");
  return hasMembers(schema) ? "object" : "any";
}
