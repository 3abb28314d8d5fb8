import type { Schema } from "../../../json-schema/index.ts";
import { LONGEST_PATTERN, translate } from "../../../json-schema/index.ts";
import { runAtOnce, type Steps } from "../../../kit/flow/slices.ts";
import { isObject, ownEntries, ownValue } from "../../../kit/json/json-access.ts";
import { resolveReference } from "../../../kit/json/json-pointer.ts";
import {
  applyNullable,
  isShort,
  readBounds,
  readType,
  unwrapAllOf,
} from "../documents/dialects.ts";
import { toPlainText } from "../documents/plain-text.ts";
import { uniqueName } from "../names/definition-name.ts";
import type { CompileNotes } from "../results/report.ts";

/** The schemas that an app's tools share, by name. They refer to each other as `#/$defs/name`. */
export type Definitions = Map<string, Schema>;

/**
 * Converts the schemas of one document (OpenAPI 3.0, OpenAPI 3.1 or Swagger 2) to JSON Schema
 * 2020-12.
 */
export interface SchemaReader {
  /** Converts a schema. The schemas that it refers to are queued for `finish`. */
  read(schema: unknown, where: string): Schema;
  /** Converts the queued schemas and those that they refer to. */
  finish(): void;
  /** Does the work of `finish` step by step. */
  finishInSteps(): Steps<void>;
}

/**
 * Limits on nesting, on the values of an enum, on the subschemas of a document and on the shared
 * schemas of an app.
 */
const MAX_DEPTH = 40;
const MAX_VALUES = 400;
const MAX_SCHEMAS = 1_500_000;
const MAX_DEFINITIONS = 20_000;

const NUMBERS = new Set([
  "multipleOf",
  "maximum",
  "minimum",
  "exclusiveMaximum",
  "exclusiveMinimum",
]);
const COUNTS = new Set([
  "maxLength",
  "minLength",
  "maxItems",
  "minItems",
  "maxProperties",
  "minProperties",
]);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const SINGLE = new Set([
  "not",
  "contains",
  "propertyNames",
  "if",
  "then",
  "else",
  "items",
  "additionalProperties",
]);
const MAPS = new Set(["patternProperties", "dependentSchemas"]);
/** Keywords whose target depends on the evaluation path. They are not supported. */
const UNSUPPORTED = new Set(["$dynamicRef", "$recursiveRef"]);

/**
 * Creates a reader that adds referenced schemas to `definitions`, which the documents of an app
 * share. `budget` has the number of subschemas that may still be read, and can be shared, too.
 */
export function createSchemaReader(
  document: unknown,
  definitions: Definitions,
  notes: CompileNotes,
  budget: { schemas: number } = { schemas: MAX_SCHEMAS },
): SchemaReader {
  const names = new Map<string, string>();
  const pending: { readonly name: string; readonly reference: string }[] = [];

  function explainUnusable(reference: string): string | undefined {
    if (!reference.startsWith("#/"))
      return `The reference "${reference}" points outside the document and is not followed.`;
    if (resolveReference(document, reference) === undefined)
      return `The reference "${reference}" can't be resolved.`;
    if (definitions.size >= MAX_DEFINITIONS)
      return `The app has more than ${MAX_DEFINITIONS} shared schemas.`;
    return undefined;
  }

  function readReference(reference: string, where: string): Schema {
    const existing = names.get(reference);
    if (existing !== undefined) return { $ref: `#/$defs/${existing}` };
    const reason = explainUnusable(reference);
    if (reason) {
      notes.omit(where, reason);
      return {};
    }
    const name = uniqueName(reference, definitions);
    names.set(reference, name);
    definitions.set(name, {});
    pending.push({ name, reference });
    return { $ref: `#/$defs/${name}` };
  }

  function read(schema: unknown, where: string, depth = 0): Schema {
    if (schema === true || schema === false) return schema as unknown as Schema;
    if (!isObject(schema)) return {};
    budget.schemas -= 1;
    if (budget.schemas < 0 || depth > MAX_DEPTH) {
      notes.omit(
        where,
        depth > MAX_DEPTH
          ? `The schema is nested more than ${MAX_DEPTH} levels deep.`
          : "The document has too many schemas.",
      );
      return {};
    }
    const entries = ownEntries(schema);
    charge(entries);
    const reference = ownValue(schema, "$ref");
    const description = toPlainText(ownValue(schema, "description"));
    if (typeof reference === "string") {
      const referenceSchema = readReference(reference, where);
      return description ? { ...referenceSchema, description } : referenceSchema;
    }

    const out: Record<string, unknown> = {};
    let hasRejectedPattern = false;
    const inner = (value: unknown) => read(value, where, depth + 1);
    for (const [keyword, value] of entries) {
      if (NUMBERS.has(keyword)) {
        if (typeof value === "number" && Number.isFinite(value)) out[keyword] = value;
      } else if (COUNTS.has(keyword)) {
        if (Number.isInteger(value) && (value as number) >= 0) out[keyword] = value;
      } else if (LISTS.has(keyword)) {
        if (Array.isArray(value) && value.length > 0)
          out[keyword] = value.slice(0, MAX_VALUES).map(inner);
      } else if (SINGLE.has(keyword)) {
        if (keyword === "items" && Array.isArray(value))
          out["prefixItems"] = value.slice(0, MAX_VALUES).map(inner);
        else if (isObject(value) || typeof value === "boolean") out[keyword] = inner(value);
      } else if (MAPS.has(keyword)) {
        const members = ownEntries(value);
        const included = members.filter(
          ([name]) => keyword !== "patternProperties" || !isRejectedPattern(name, where),
        );
        hasRejectedPattern ||= included.length < members.length;
        if (included.length > 0)
          out[keyword] = Object.fromEntries(
            included.map(([name, member]) => [name, inner(member)]),
          );
      } else if (keyword === "pattern") {
        if (typeof value === "string" && !isRejectedPattern(value, where)) out[keyword] = value;
      } else if (keyword === "enum") {
        readEnum(value, where, out);
      } else if (UNSUPPORTED.has(keyword))
        notes.omit(where, `The keyword ${keyword} is not supported.`);
    }
    // Without the rejected pattern, it is unknown which properties are additional.
    if (hasRejectedPattern) delete out["additionalProperties"];
    const type = ownValue(schema, "type");
    if (Array.isArray(type)) charge(type);
    readType(schema, out);
    readProperties(schema, where, out, inner);
    if (ownValue(schema, "uniqueItems") === true) out["uniqueItems"] = true;
    if (Object.hasOwn(schema, "const")) out["const"] = ownValue(schema, "const");
    if (isShort(ownValue(schema, "default"))) out["default"] = ownValue(schema, "default");
    for (const keyword of ["format", "contentEncoding", "contentMediaType"]) {
      const value = ownValue(schema, keyword);
      if (typeof value === "string" && value.length < 40) out[keyword] = value;
    }
    readBounds(schema, out);
    if (description) out["description"] = description;
    return unwrapAllOf(applyNullable(schema, out));
  }

  /** Takes the length of a list from the budget, because references can repeat it many times. */
  function charge(list: readonly unknown[]): void {
    budget.schemas -= Math.floor(list.length / 16);
  }

  function isRejectedPattern(pattern: string, where: string): boolean {
    const shortened = pattern.slice(0, 60);
    if (pattern.length > LONGEST_PATTERN) {
      notes.omit(where, `The pattern "${shortened}" has more than ${LONGEST_PATTERN} characters.`);
      return true;
    }
    if (translate(pattern) === "invalid") {
      notes.omit(where, `The pattern "${shortened}" is not a valid ECMA-262 regular expression.`);
      return true;
    }
    return false;
  }

  function readEnum(value: unknown, where: string, out: Record<string, unknown>): void {
    if (!Array.isArray(value) || value.length === 0) return;
    charge(value);
    const values = [
      ...new Set(value.filter((member) => member === null || typeof member !== "object")),
    ];
    if (values.length > MAX_VALUES)
      notes.omit(
        where,
        `The enum has ${value.length} values and is left out, so any value is accepted.`,
      );
    else if (values.length > 0) out["enum"] = values;
  }

  function readProperties(
    schema: object,
    where: string,
    out: Record<string, unknown>,
    inner: (value: unknown) => Schema,
  ): void {
    const all = ownEntries(ownValue(schema, "properties"));
    const included = all.filter(([, property]) => ownValue(property, "readOnly") !== true);
    if (included.length > 0)
      out["properties"] = Object.fromEntries(
        included.map(([name, property]) => [name, inner(property)]),
      );
    if (
      isObject(ownValue(schema, "properties")) &&
      Object.hasOwn(ownValue(schema, "properties") as object, "__proto__")
    )
      notes.omit(where, "A property named __proto__ is left out.");
    const required = ownValue(schema, "required");
    if (!Array.isArray(required)) return;
    charge(required);
    const isRequirable = (name: unknown): name is string =>
      typeof name === "string" && name !== "__proto__" && !isTypeHint(name);
    const dropped = new Set(all.filter((entry) => !included.includes(entry)).map(([name]) => name));
    const names = [
      ...new Set(
        required.filter((name): name is string => isRequirable(name) && !dropped.has(name)),
      ),
    ];
    if (names.length > 0) out["required"] = names;
  }

  function* finishInSteps(): Steps<void> {
    // A loop instead of recursion, because a chain of references can be as long as the document.
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { name, reference } = next;
      definitions.set(
        name,
        read(resolveReference(document, reference), reference.slice(2).replaceAll("/", ".")),
      );
      yield;
    }
  }

  return {
    read: (schema, where) => read(schema, where),
    finish: () => runAtOnce(finishInSteps()),
    finishInSteps,
  };
}

/**
 * Whether a property is OData's `@odata.type`. Some documents require it of every
 * object, but the service only needs it where a type has variants.
 */
export const isTypeHint = (name: unknown): boolean => name === "@odata.type";
