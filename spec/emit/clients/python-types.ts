/** Renders JSON Schemas as Python types, and texts as docstrings. */
import type { Schema } from "../table.ts";
import { wrapText } from "./wrap-text.ts";

/** Whether a schema allows null. */
export const isNullable = (schema: Schema): boolean =>
  schema["type"] === "null" || listOptions(schema).some(isNullable);

const listOptions = (schema: Schema): readonly Schema[] => schema["anyOf"] ?? schema["oneOf"] ?? [];

/**
 * Renders the type of a value. `use` is `input` for parameters, which also take tuples and any
 * mapping. Throws an `Error` for a schema without a type in Python.
 */
export function renderPythonType(schema: Schema, use: "input" | "output"): string {
  const render = (part: Schema) => renderPythonType(part, use);
  if (typeof schema["$ref"] === "string") return schema["$ref"].split("/").at(-1)!;
  if (schema["enum"]) return `Literal[${schema["enum"].map(renderLiteral).join(", ")}]`;
  if ("const" in schema) return `Literal[${renderLiteral(schema["const"])}]`;
  const options = listOptions(schema);
  if (options.length > 0) return options.map(render).join(" | ");
  switch (schema["type"]) {
    case "string":
      return "str";
    case "boolean":
      return "bool";
    case "null":
      return "None";
    case "integer":
      return "int";
    case "number":
      return "float";
    case "array":
      return `${use === "input" ? "Sequence" : "list"}[${render(schema["items"] ?? {})}]`;
    case "object":
      return `${use === "input" ? "Mapping" : "dict"}[str, ${renderMember(schema, render)}]`;
    case undefined:
      return "Any";
    default:
      throw new Error(`The clients have no type for the JSON Schema ${JSON.stringify(schema)}.`);
  }
}

function renderMember({ additionalProperties }: Schema, render: (part: Schema) => string): string {
  const isTyped =
    typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
  return isTyped ? render(additionalProperties) : "Any";
}

/** Renders a JSON value. */
export function renderLiteral(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

const WIDTH = 100;

/** Renders a docstring, wrapped at 100 characters. */
export function renderDocstring(text: string, indent: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
  // The last line may end with the quotes.
  const lines = wrapText(escaped, WIDTH - indent.length - 3, '"""');
  if (lines.length === 1) return `${indent}${lines[0]}"""`;
  return [...lines.map((line) => line && `${indent}${line}`), `${indent}"""`].join("\n");
}

/** Renders the documentation of a name that can't have a docstring. Lines of lists stay lines. */
const renderComment = (text: string): string =>
  text
    .split("\n")
    .flatMap((line) => wrapText(line, WIDTH - 3))
    .map((line) => `#: ${line}`.trimEnd())
    .join("\n");

/** `getResult` → `get_result`. */
export const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Renders a model as a TypedDict. Optional members need a second class, because `NotRequired` came
 * with Python 3.11.
 */
export function renderTypedDict(name: string, schema: Schema): string {
  const doc = renderDocstring(schema["description"] ?? name, "    ");
  const { properties, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  if (schema["enum"] || !properties)
    return `${renderComment(schema["description"])}\n${name} = ${renderPythonType(schema, "output")}`;
  const members = (isRequired: boolean) =>
    Object.entries(properties)
      .filter(([key]) => required.includes(key) === isRequired)
      .map(
        ([key, member]) =>
          `    ${key}: ${renderPythonType(member, "output")}${member["description"] ? `\n${renderDocstring(member["description"], "    ")}` : ""}`,
      );
  const [needed, optional] = [members(true), members(false)];
  if (optional.length === 0) return `class ${name}(TypedDict):\n${doc}\n\n${needed.join("\n\n")}`;
  if (needed.length === 0)
    return `class ${name}(TypedDict, total=False):\n${doc}\n\n${optional.join("\n\n")}`;
  return `class _${name}Required(TypedDict):\n${needed.join("\n\n")}\n\n\nclass ${name}(_${name}Required, total=False):\n${doc}\n\n${optional.join("\n\n")}`;
}
