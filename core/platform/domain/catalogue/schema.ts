import type { Schema } from "../../../../generated/table.ts";
import { LONGEST_PATTERN } from "../patterns/pattern.ts";
import { translate } from "../patterns/translate.ts";
import { isShort, nullable, readBounds, readType, unwrapped } from "./dialects.ts";
import { isObject, membersOf, own, pointed } from "./document.ts";
import { plain } from "./plain.ts";
import type { Notes } from "./report.ts";

/** The schemas that an app's tools share, by name; each refers to the others as `#/$defs/name`. */
export type Definitions = Map<string, Schema>;

/** Turns the schemas of one document (OpenAPI 3.0, 3.1, Swagger 2) into JSON Schema 2020-12. */
export interface SchemaReader {
  /** What it refers to is read by `finish`. */
  read(schema: unknown, where: string): Schema;
  /** Reads what has been referred to, and what that refers to. */
  finish(): void;
}

/** How much is read of a document's schemas: nested levels, values of an enum, and schemas in all. */
const DEEPEST = 40;
const MOST_VALUES = 400;
const MOST_SCHEMAS = 1_500_000;
const MOST_DEFINITIONS = 20_000;

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
/** References that another mechanism than ours would have to resolve. */
const FOREIGN = new Set(["$dynamicRef", "$recursiveRef"]);

/** Reads schemas of this document into these definitions, which documents of one app may share. */
export function schemaReader(
  document: unknown,
  definitions: Definitions,
  notes: Notes,
): SchemaReader {
  const names = new Map<string, string>();
  const pending: [name: string, reference: string][] = [];
  let schemas = 0;

  function referred(reference: string, where: string): Schema {
    const known = names.get(reference);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const wrong = !reference.startsWith("#/")
      ? `The reference ${reference} leads out of the document and is not followed.`
      : pointed(document, reference) === undefined
        ? `The reference ${reference} leads nowhere.`
        : definitions.size >= MOST_DEFINITIONS
          ? `More than ${MOST_DEFINITIONS} schemas are referred to.`
          : undefined;
    if (wrong) {
      notes.leave(where, wrong);
      return {};
    }
    const name = freeName(reference, definitions);
    names.set(reference, name);
    definitions.set(name, {});
    pending.push([name, reference]);
    return { $ref: `#/$defs/${name}` };
  }

  function read(schema: unknown, where: string, depth = 0): Schema {
    if (schema === true || schema === false) return schema as unknown as Schema;
    if (!isObject(schema)) return {};
    if ((schemas += 1) > MOST_SCHEMAS || depth > DEEPEST) {
      notes.leave(
        where,
        depth > DEEPEST
          ? `It is nested more than ${DEEPEST} levels deep.`
          : `The document has more than ${MOST_SCHEMAS} schemas.`,
      );
      return {};
    }
    const reference = own(schema, "$ref");
    const said = plain(own(schema, "description"));
    if (typeof reference === "string") {
      const referring = referred(reference, where);
      return said ? { ...referring, description: said } : referring;
    }

    const out: Record<string, unknown> = {};
    let hasRefused = false;
    const inner = (value: unknown) => read(value, where, depth + 1);
    for (const [keyword, value] of membersOf(schema)) {
      if (NUMBERS.has(keyword)) {
        if (typeof value === "number" && Number.isFinite(value)) out[keyword] = value;
      } else if (COUNTS.has(keyword)) {
        if (Number.isInteger(value) && (value as number) >= 0) out[keyword] = value;
      } else if (LISTS.has(keyword)) {
        if (Array.isArray(value) && value.length > 0)
          out[keyword] = value.slice(0, MOST_VALUES).map(inner);
      } else if (SINGLE.has(keyword)) {
        if (keyword === "items" && Array.isArray(value))
          out["prefixItems"] = value.slice(0, MOST_VALUES).map(inner);
        else if (isObject(value) || typeof value === "boolean") out[keyword] = inner(value);
      } else if (MAPS.has(keyword)) {
        const members = membersOf(value);
        const kept = members.filter(
          ([name]) => keyword !== "patternProperties" || !refused(name, where),
        );
        hasRefused ||= kept.length < members.length;
        if (kept.length > 0)
          out[keyword] = Object.fromEntries(kept.map(([name, member]) => [name, inner(member)]));
      } else if (keyword === "pattern") {
        if (typeof value === "string" && !refused(value, where)) out[keyword] = value;
      } else if (keyword === "enum") {
        readEnum(value, where, out);
      } else if (FOREIGN.has(keyword)) notes.leave(where, `${keyword} is not followed.`);
    }
    // Without all the patterns, no property is sure to be an additional one.
    if (hasRefused) delete out["additionalProperties"];
    readType(schema, out);
    readProperties(schema, where, out, inner);
    if (own(schema, "uniqueItems") === true) out["uniqueItems"] = true;
    if (Object.hasOwn(schema, "const")) out["const"] = own(schema, "const");
    if (isShort(own(schema, "default"))) out["default"] = own(schema, "default");
    for (const keyword of ["format", "contentEncoding", "contentMediaType"]) {
      const value = own(schema, keyword);
      if (typeof value === "string" && value.length < 40) out[keyword] = value;
    }
    readBounds(schema, out);
    if (said) out["description"] = said;
    return unwrapped(nullable(schema, out));
  }

  function refused(pattern: string, where: string): boolean {
    const shortened = pattern.slice(0, 60);
    const why =
      pattern.length > LONGEST_PATTERN
        ? `The pattern ${shortened} has more than ${LONGEST_PATTERN} characters.`
        : translate(pattern) === "invalid"
          ? `The pattern ${shortened} isn't a regular expression of ECMA-262.`
          : undefined;
    if (why) notes.leave(where, why);
    return why !== undefined;
  }

  function readEnum(value: unknown, where: string, out: Record<string, unknown>): void {
    if (!Array.isArray(value) || value.length === 0) return;
    const values = [...new Set(value.filter((one) => one === null || typeof one !== "object"))];
    if (values.length > MOST_VALUES)
      notes.leave(where, `An enum of ${value.length} values is not carried; any value is taken.`);
    else if (values.length > 0) out["enum"] = values;
  }

  function readProperties(
    schema: object,
    where: string,
    out: Record<string, unknown>,
    inner: (value: unknown) => Schema,
  ): void {
    const all = membersOf(own(schema, "properties"));
    const kept = all.filter(([, property]) => own(property, "readOnly") !== true);
    if (kept.length > 0)
      out["properties"] = Object.fromEntries(
        kept.map(([name, property]) => [name, inner(property)]),
      );
    if (
      isObject(own(schema, "properties")) &&
      Object.hasOwn(own(schema, "properties") as object, "__proto__")
    )
      notes.leave(where, "A property called __proto__ is left out.");
    const required = own(schema, "required");
    if (!Array.isArray(required)) return;
    const dropped = new Set(all.filter((entry) => !kept.includes(entry)).map(([name]) => name));
    const names = [
      ...new Set(
        required.filter(
          (name): name is string =>
            typeof name === "string" && !dropped.has(name) && name !== "__proto__",
        ),
      ),
    ];
    if (names.length > 0) out["required"] = names;
  }

  return {
    read: (schema, where) => read(schema, where),
    finish() {
      // A queue and no recursion: a chain of references may be as long as the document.
      for (let next = pending.pop(); next; next = pending.pop()) {
        const [name, reference] = next;
        definitions.set(
          name,
          read(pointed(document, reference), reference.slice(2).replaceAll("/", ".")),
        );
      }
    },
  };
}

function freeName(reference: string, taken: ReadonlyMap<string, unknown>): string {
  const base =
    reference
      .slice(reference.lastIndexOf("/") + 1)
      .replace(/[^A-Za-z0-9_.-]+/g, "_")
      .slice(0, 100)
      .replace(/^(?:__proto__|anything)$/, "schema") || "schema";
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
  return name;
}
