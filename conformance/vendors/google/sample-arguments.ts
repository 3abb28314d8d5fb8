import type { Schema } from "../../../core/lib/json-schema/index.ts";
import { listAt, objectAt, ownValue, textAt } from "../../../core/lib/kit/json/json-access.ts";

/** The optional members of a rich value, at the top of a body and below. */
const EXTRA = 2;
const MAX_DEPTH = 4;

/**
 * A value for a schema of a tool: with required members only, or also with some others. Texts have
 * characters that requests must encode.
 */
export function sampleValue(
  root: Schema,
  schema: unknown,
  { isRich, depth = 0 }: { readonly isRich: boolean; readonly depth?: number },
): unknown {
  const own = resolve(root, schema);
  const [constant] = ownValue(own, "const") === undefined ? listAt(own, "enum") : [own["const"]];
  if (constant !== undefined) return constant;
  const below = (inner: unknown) => sampleValue(root, inner, { isRich, depth: depth + 1 });
  const types = [ownValue(own, "type")].flat();
  if (types.includes("array")) return depth < MAX_DEPTH ? [below(ownValue(own, "items"))] : [];
  if (types.includes("object") || ownValue(own, "properties") !== undefined) {
    if (depth >= MAX_DEPTH) return {};
    const required = new Set(listAt(own, "required"));
    let extra = isRich ? EXTRA : 0;
    const members = Object.entries(objectAt(own, "properties")).filter(
      ([name]) => required.has(name) || extra-- > 0,
    );
    return Object.fromEntries(members.map(([name, member]) => [name, below(member)]));
  }
  if (types.includes("integer") || types.includes("number"))
    return Number(ownValue(own, "minimum") ?? 7);
  if (types.includes("boolean")) return true;
  if (types.includes("string")) return sampleText(own, isRich);
  const [first] = [...listAt(own, "anyOf"), ...listAt(own, "oneOf")];
  return first === undefined ? sampleText(own, isRich) : below(first);
}

function sampleText(schema: object, isRich: boolean): string {
  const format = textAt(schema, "format") ?? "";
  if (format === "date-time") return "2026-01-02T03:04:05Z";
  if (format === "date") return "2026-01-02";
  if (format === "byte") return "aGk=";
  if (/int\d+$/.test(format)) return "7";
  return isRich ? "x y&z/ü" : "x";
}

function resolve(root: Schema, schema: unknown, depth = 0): Record<string, unknown> {
  if (typeof schema !== "object" || schema === null || depth > 8) return {};
  const name = textAt(schema, "$ref")?.split("/").at(-1);
  if (name !== undefined) return resolve(root, objectAt(root, "$defs")[name], depth + 1);
  const parts = listAt(schema, "allOf").map((part) => resolve(root, part, depth + 1));
  return Object.assign({}, ...parts, schema) as Record<string, unknown>;
}
