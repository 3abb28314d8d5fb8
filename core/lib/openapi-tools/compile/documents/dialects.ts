import type { Schema } from "../../../json-schema/index.ts";
import { isObject, ownValue } from "../../../kit/json/json-access.ts";

const TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/**
 * Copies the type of a schema, limited to the types of JSON Schema. A `file` becomes a binary
 * string.
 */
export function readType(schema: object, out: Record<string, unknown>): void {
  const type = ownValue(schema, "type");
  if (type === "file") Object.assign(out, { type: "string", format: "binary" });
  else if (typeof type === "string" && TYPES.has(type)) out["type"] = type;
  else if (Array.isArray(type)) {
    const types = [...new Set(type.filter((name) => TYPES.has(name as string)))];
    if (types.length > 0) out["type"] = types.length === 1 ? types[0] : types;
  }
  if (out["type"] === undefined && isObject(ownValue(schema, "properties"))) out["type"] = "object";
}

/**
 * Converts the Boolean `exclusiveMinimum` and `exclusiveMaximum` of OpenAPI 3.0 and Swagger 2 to
 * numbers.
 */
export function readBounds(schema: object, out: Record<string, unknown>): void {
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (ownValue(schema, exclusive) !== true || typeof out[bound] !== "number") continue;
    out[exclusive] = out[bound];
    delete out[bound];
  }
}

/** Converts `nullable` (OpenAPI 3.0) and `x-nullable` (Swagger 2) to the type `null`. */
export function applyNullable(
  schema: object,
  out: Record<string, unknown>,
): Record<string, unknown> {
  if (ownValue(schema, "nullable") !== true && ownValue(schema, "x-nullable") !== true) return out;
  const { type } = out;
  if (typeof type === "string" && type !== "null") out["type"] = [type, "null"];
  else if (Array.isArray(type) && !type.includes("null")) out["type"] = [...type, "null"];
  if (Array.isArray(out["enum"]) && !out["enum"].includes(null))
    out["enum"] = [...out["enum"], null];
  return out;
}

/**
 * Unwraps an `allOf` with one schema, which many documents use to add a description to a reference.
 */
export function unwrapAllOf(out: Record<string, unknown>): Schema {
  if (!Array.isArray(out["allOf"])) return out;
  const all = (out["allOf"] as Schema[]).filter(
    (part) => typeof part !== "object" || Object.keys(part).length > 0,
  );
  if (all.length > 1) return { ...out, allOf: all };
  const { allOf: _, ...rest } = out;
  if (all.length === 0) return rest;
  return Object.keys(rest).every((keyword) => keyword === "description" || keyword === "type")
    ? { ...all[0], ...(rest["description"] !== undefined && { description: rest["description"] }) }
    : { ...rest, allOf: all };
}

/** Whether a default value is short enough to include in a tool's input schema. */
export function isShort(value: unknown): boolean {
  if (value === undefined) return false;
  if (typeof value === "string") return value.length <= 100;
  return (
    value === null || typeof value !== "object" || (Array.isArray(value) && value.length === 0)
  );
}
