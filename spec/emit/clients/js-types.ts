/** Renders JSON Schemas as TypeScript types, and texts as doc comments. */
import type { Schema } from "../table.ts";
import { wrapText } from "./wrap-text.ts";

/** Renders the type of an input. Throws an `Error` for a schema without a type in TypeScript. */
export function renderType(schema: Schema): string {
  if (typeof schema["$ref"] === "string") return schema["$ref"].split("/").at(-1)!;
  if (schema["enum"])
    return schema["enum"].map((word: unknown) => JSON.stringify(word)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema["const"]);
  const options = schema["anyOf"] ?? schema["oneOf"];
  if (options) return options.map(renderType).join(" | ");
  switch (schema["type"]) {
    case "string":
    case "boolean":
    case "null":
      return schema["type"];
    case "integer":
    case "number":
      return "number";
    case "array":
      return `readonly ${wrapUnion(renderType(schema["items"] ?? {}))}[]`;
    case "object":
      return renderObject(schema);
    case undefined:
      return "unknown";
    default:
      throw new Error(`The clients have no type for the JSON Schema ${JSON.stringify(schema)}.`);
  }
}

const wrapUnion = (type: string) => (type.includes(" | ") ? `(${type})` : type);

function renderObject({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties || Object.keys(properties).length === 0) {
    const value = typeof additionalProperties === "object" ? renderType(additionalProperties) : "";
    return `Readonly<Record<string, ${value || "unknown"}>>`;
  }
  const members = Object.entries<Schema>(properties).map(
    ([name, schema]) =>
      `readonly ${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${renderType(schema)}`,
  );
  return `{ ${members.join("; ")} }`;
}

const WIDTH = 100;

/** Renders a doc comment, wrapped at 100 characters. */
export function renderDoc(text: string, indent = ""): string {
  const lines = wrapText(text.replaceAll("*/", "*\\/"), WIDTH - indent.length - 3);
  const single = `${indent}/** ${lines[0]} */`;
  if (lines.length === 1 && single.length <= WIDTH) return single;
  return [
    `${indent}/**`,
    ...lines.map((line) => `${indent} *${line && ` ${line}`}`),
    `${indent} */`,
  ].join("\n");
}

/** `runTool` → `RunTool`. */
export const toPascalCase = (name: string): string => name[0]!.toUpperCase() + name.slice(1);
