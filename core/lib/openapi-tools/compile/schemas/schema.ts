import type { Schema } from "../../../json-schema/index.ts";
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
import { COUNTS, isTypeHint, LISTS, MAPS, NUMBERS, SINGLE, UNSUPPORTED } from "./keywords.ts";
import { explainRejectedPattern } from "./rejected-pattern.ts";

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

/**
 * Creates a reader that adds referenced schemas to `definitions`, which the documents of an app
 * share. `budget` has the number of subschemas that may still be read, and can be shared, too.
 */
export const createSchemaReader = (
  document: unknown,
  definitions: Definitions,
  notes: CompileNotes,
  budget: Budget = { schemas: MAX_SCHEMAS },
): SchemaReader => new DocumentSchemas(document, definitions, notes, budget);

interface Budget {
  schemas: number;
}

class DocumentSchemas implements SchemaReader {
  readonly #document: unknown;
  readonly #definitions: Definitions;
  readonly #notes: CompileNotes;
  readonly #budget: Budget;
  readonly #names = new Map<string, string>();
  readonly #pending: { readonly name: string; readonly reference: string }[] = [];

  constructor(document: unknown, definitions: Definitions, notes: CompileNotes, budget: Budget) {
    this.#document = document;
    this.#definitions = definitions;
    this.#notes = notes;
    this.#budget = budget;
  }

  read(schema: unknown, where: string): Schema {
    return this.#read(schema, where, 0);
  }

  finish(): void {
    runAtOnce(this.finishInSteps());
  }

  *finishInSteps(): Steps<void> {
    // A loop instead of recursion, because a chain of references can be as long as the document.
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) {
      const { name, reference } = next;
      const schema = resolveReference(this.#document, reference);
      const where = reference.slice(2).replaceAll("/", ".");
      this.#definitions.set(name, this.read(schema, where));
      yield;
    }
  }

  #explainUnusable(reference: string): string | undefined {
    if (!reference.startsWith("#/"))
      return `The reference "${reference}" points outside the document and is not followed.`;
    if (resolveReference(this.#document, reference) === undefined)
      return `The reference "${reference}" can't be resolved.`;
    if (this.#definitions.size >= MAX_DEFINITIONS)
      return `The app has more than ${MAX_DEFINITIONS} shared schemas.`;
    return undefined;
  }

  #readReference(reference: string, where: string): Schema {
    const existing = this.#names.get(reference);
    if (existing !== undefined) return { $ref: `#/$defs/${existing}` };
    const reason = this.#explainUnusable(reference);
    if (reason) {
      this.#notes.omit(where, reason);
      return {};
    }
    const name = uniqueName(reference, this.#definitions);
    this.#names.set(reference, name);
    this.#definitions.set(name, {});
    this.#pending.push({ name, reference });
    return { $ref: `#/$defs/${name}` };
  }

  #read(schema: unknown, where: string, depth: number): Schema {
    if (schema === true || schema === false) return schema as unknown as Schema;
    if (!isObject(schema)) return {};
    this.#budget.schemas -= 1;
    if (this.#budget.schemas < 0 || depth > MAX_DEPTH) {
      this.#notes.omit(
        where,
        depth > MAX_DEPTH
          ? `The schema is nested more than ${MAX_DEPTH} levels deep.`
          : "The document has too many schemas.",
      );
      return {};
    }
    const entries = ownEntries(schema);
    this.#charge(entries);
    const reference = ownValue(schema, "$ref");
    const description = toPlainText(ownValue(schema, "description"));
    if (typeof reference === "string") {
      const referenceSchema = this.#readReference(reference, where);
      return description ? { ...referenceSchema, description } : referenceSchema;
    }

    const out: Record<string, unknown> = {};
    let hasRejectedPattern = false;
    const inner = (value: unknown) => this.#read(value, where, depth + 1);
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
          ([name]) => keyword !== "patternProperties" || !this.#isRejectedPattern(name, where),
        );
        hasRejectedPattern ||= included.length < members.length;
        if (included.length > 0)
          out[keyword] = Object.fromEntries(
            included.map(([name, member]) => [name, inner(member)]),
          );
      } else if (keyword === "pattern") {
        if (typeof value === "string" && !this.#isRejectedPattern(value, where))
          out[keyword] = value;
      } else if (keyword === "enum") {
        this.#readEnum(value, where, out);
      } else if (UNSUPPORTED.has(keyword))
        this.#notes.omit(where, `The keyword ${keyword} is not supported.`);
    }
    // Without the rejected pattern, it is unknown which properties are additional.
    if (hasRejectedPattern) delete out["additionalProperties"];
    const type = ownValue(schema, "type");
    if (Array.isArray(type)) this.#charge(type);
    readType(schema, out);
    this.#readProperties(schema, where, out, inner);
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
  #charge(list: readonly unknown[]): void {
    this.#budget.schemas -= Math.floor(list.length / 16);
  }

  #isRejectedPattern(pattern: string, where: string): boolean {
    const reason = explainRejectedPattern(pattern);
    if (reason !== undefined) this.#notes.omit(where, reason);
    return reason !== undefined;
  }

  #readEnum(value: unknown, where: string, out: Record<string, unknown>): void {
    if (!Array.isArray(value) || value.length === 0) return;
    this.#charge(value);
    const values = [
      ...new Set(value.filter((member) => member === null || typeof member !== "object")),
    ];
    if (values.length > MAX_VALUES)
      this.#notes.omit(
        where,
        `The enum has ${value.length} values and is left out, so any value is accepted.`,
      );
    else if (values.length > 0) out["enum"] = values;
  }

  #readProperties(
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
      this.#notes.omit(where, "A property named __proto__ is left out.");
    const required = ownValue(schema, "required");
    if (!Array.isArray(required)) return;
    this.#charge(required);
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
}
