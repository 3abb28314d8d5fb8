import type { OperationEntry, Schema } from "./table.ts";

/** The response schemas by status and media type. */
export function readResponses(operation: any): OperationEntry["responses"] {
  const byStatus = Object.entries<any>(operation.responses).map(([status, { content = {} }]) => {
    const byType = Object.entries<any>(content).map(([type, { schema }]) => [
      type,
      toJsonSchema(schema),
    ]);
    return [Number(status), Object.fromEntries(byType)];
  });
  return Object.fromEntries(byStatus);
}

/**
 * Joins the lines of each paragraph, because tool descriptions aren't wrapped like doc comments.
 */
export const unwrapLines = (text: string | undefined) =>
  text?.replaceAll(/([^\n])\n(?=[^\n])/g, "$1 ") ?? "";

/**
 * Converts an OpenAPI schema to JSON Schema: definitions move to `$defs`, and number formats and
 * discriminators are dropped.
 */
export function toJsonSchema(schema: Schema): Schema {
  const isDropped = (key: string, value: any) =>
    key === "discriminator"
      ? "propertyName" in value
      : key === "format" && NUMBER_FORMATS.has(value);
  const text = JSON.stringify(schema, (key, value) => (isDropped(key, value) ? undefined : value));
  return JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"));
}

const NUMBER_FORMATS = new Set(["int32", "int64", "float", "double"]);
