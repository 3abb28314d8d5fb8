import type { Schema } from "../../../json-schema/index.ts";
import {
  isObject,
  listAt,
  objectAt,
  ownEntries,
  ownValue,
  textAt,
} from "../../../kit/json/json-access.ts";
import { toPlainText } from "../documents/plain-text.ts";
import { describeMembers, hasMembers, resolveSchema } from "./schema-members.ts";

/** An input schema for a model, which reads it with every request. */
export interface ShortSchema {
  readonly schema: Schema;
  /** Whether nothing was left out. */
  readonly isComplete: boolean;
}

export interface ShortSchemaOptions {
  /** In UTF-8. A schema whose required arguments alone need more is longer. */
  readonly maxBytes: number;
  /** The description of a shortened schema. It says how to get the complete one. */
  readonly note: string;
}

/** How much of a schema remains. */
interface Detail {
  /**
   * How many levels of members optional arguments have. 0 leaves out all of their members, and -1
   * the optional arguments themselves, except for their names.
   */
  readonly optional: number;
  /** How many levels of members required arguments have. */
  readonly required: number;
  /** The lengths of descriptions. */
  readonly text: number;
  readonly optionalText: number;
  /** The number of values up to which an enum remains. */
  readonly values: number;
  /** Whether lengths, ranges and patterns remain. */
  readonly hasLimits: boolean;
}

const DETAILS: readonly Detail[] = [
  { optional: 5, required: 20, text: 160, optionalText: 120, values: 40, hasLimits: true },
  { optional: 4, required: 20, text: 140, optionalText: 100, values: 30, hasLimits: true },
  { optional: 3, required: 20, text: 120, optionalText: 80, values: 25, hasLimits: true },
  { optional: 2, required: 20, text: 120, optionalText: 80, values: 20, hasLimits: true },
  { optional: 1, required: 20, text: 120, optionalText: 80, values: 15, hasLimits: true },
  { optional: 1, required: 20, text: 100, optionalText: 50, values: 10, hasLimits: false },
  { optional: 0, required: 20, text: 100, optionalText: 70, values: 10, hasLimits: false },
  { optional: 0, required: 20, text: 80, optionalText: 30, values: 6, hasLimits: false },
  { optional: -1, required: 20, text: 100, optionalText: 0, values: 10, hasLimits: false },
  { optional: -1, required: 20, text: 40, optionalText: 0, values: 5, hasLimits: false },
  { optional: -1, required: 4, text: 60, optionalText: 0, values: 5, hasLimits: false },
  { optional: -1, required: 2, text: 60, optionalText: 0, values: 5, hasLimits: false },
  { optional: -1, required: 1, text: 60, optionalText: 0, values: 5, hasLimits: false },
  { optional: -1, required: 1, text: 0, optionalText: 0, values: 3, hasLimits: false },
];

/** A schema with more parts can't be short. */
const MAX_PARTS = 1_500;
/** The length up to which a schema without references is kept whole. */
const SMALL = 160;
const MAX_PATTERN_LENGTH = 60;

const LIMITS = new Set(
  "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems minProperties maxProperties uniqueItems pattern".split(
    " ",
  ),
);
const KEPT = new Set(
  "type enum const format default examples required contentEncoding contentMediaType".split(" "),
);

/**
 * Shortens the schema of a tool's arguments, so that it accepts everything that the complete one
 * does. Required arguments and their required members remain. Each part that is left out is named
 * in a description.
 */
export function shortenSchema(complete: Schema, options: ShortSchemaOptions): ShortSchema {
  const { maxBytes, note } = options;
  if (byteLength(complete) <= maxBytes) return { schema: complete, isComplete: true };
  const withNote = (schema: Schema): Schema => ({
    ...schema,
    description: joinTexts(textAt(schema, "description"), note),
  });
  let schema: Schema = {};
  for (const detail of DETAILS) {
    const shortened = reduce(complete, detail);
    if (shortened === undefined) continue;
    schema = withNote(shortened);
    if (byteLength(schema) <= maxBytes) break;
  }
  return { schema, isComplete: false };
}

const byteLength = (schema: Schema): number =>
  new TextEncoder().encode(JSON.stringify(schema)).length;

/** The state of a part: how much of its members remain, and the references that lead to it. */
interface Place {
  readonly isRequired: boolean;
  /** The levels of members that remain. */
  readonly levels: number;
  readonly references: readonly string[];
}

/** Returns undefined if the schema has too many parts at this level of detail. */
function reduce(complete: Schema, detail: Detail): Schema | undefined {
  const definitions = objectAt(complete, "$defs");
  let parts = 0;

  function read(schema: unknown, place: Place): unknown {
    parts += 1;
    if (!isObject(schema) || parts > MAX_PARTS) return schema === false ? false : {};
    const name = textAt(schema, "$ref")?.replace("#/$defs/", "");
    if (name === undefined) return readPart(schema, place);
    const { $ref: _, ...own } = schema as Schema;
    const target = { ...objectAt(definitions, name), ...own };
    if (place.references.includes(name)) return omitMembers(target, place);
    return read(target, { ...place, references: [...place.references, name] });
  }

  function readPart(schema: Schema, place: Place): Schema {
    if (!hasMembers(schema)) return readValue(schema, place);
    if (isSmall(schema)) return { ...schema, ...describe(schema, place) };
    if (place.levels <= 0) return omitMembers(schema, place);
    const out: Record<string, unknown> = { ...readValue(schema, place) };
    const inner: Place = { ...place, levels: place.levels - 1 };
    if (ownValue(schema, "properties") !== undefined) readProperties(schema, place, out);
    const items = ownValue(schema, "items");
    if (items !== undefined) out["items"] = read(items, inner);
    if (listAt(schema, "prefixItems").length > 0)
      out["prefixItems"] = listAt(schema, "prefixItems").map((item) => read(item, inner));
    for (const [keyword, replacement] of [
      ["allOf", "allOf"],
      ["anyOf", "anyOf"],
      // A shortened alternative accepts more, so a value can match several.
      ["oneOf", "anyOf"],
    ] as const) {
      const alternatives = listAt(schema, keyword);
      if (alternatives.length > 0)
        out[replacement] = alternatives.map((alternative) => read(alternative, place));
    }
    const additional = ownValue(schema, "additionalProperties");
    const patterns = ownEntries(ownValue(schema, "patternProperties"));
    if (isObject(additional) && !("additionalProperties" in out))
      out["additionalProperties"] = read(additional, { ...inner, isRequired: false });
    if (patterns.length > 0)
      out["patternProperties"] = Object.fromEntries(
        patterns.map(([pattern, value]) => [pattern, read(value, { ...inner, isRequired: false })]),
      );
    return out;
  }

  function readProperties(schema: Schema, place: Place, out: Record<string, unknown>): void {
    const properties = ownEntries(ownValue(schema, "properties"));
    const required = new Set(listAt(schema, "required"));
    const omitted: string[] = [];
    const kept: [string, unknown][] = [];
    for (const [name, property] of properties) {
      const isRequired = place.isRequired && required.has(name);
      if (!required.has(name) && detail.optional < 0) omitted.push(name);
      else if (place.isRequired && !isRequired)
        kept.push([name, read(property, { ...place, isRequired, levels: detail.optional })]);
      else kept.push([name, read(property, { ...place, isRequired, levels: place.levels - 1 })]);
    }
    out["properties"] = Object.fromEntries(kept);
    if (ownValue(schema, "additionalProperties") === false && omitted.length === 0)
      out["additionalProperties"] = false;
    if (omitted.length > 0)
      out["description"] = joinTexts(
        textAt(out, "description"),
        `Left out: the optional members ${shortList(omitted, 40)}.`,
      );
  }

  /** The part without its members, which its description lists. */
  function omitMembers(schema: Schema, place: Place): Schema {
    // Names that are required among the members that are left out would be unknown.
    const { required: _, ...value } = readValue(schema, place);
    const members = describeMembers(schema, definitions);
    const items = readValue(schema, place)["type"] === "array" ? { items: itemType(schema) } : {};
    if (members === "") return { ...value, ...items };
    const type = ownValue(schema, "properties") !== undefined ? { type: "object" } : {};
    const description = joinTexts(textAt(value, "description"), `Left out: ${members}.`);
    return { ...type, ...value, ...items, description };
  }

  /** A list without its members still says which type they have. */
  function itemType(schema: Schema): Schema {
    const type = ownValue(resolveSchema(objectAt(schema, "items"), definitions), "type");
    return typeof type === "string" && type !== "array" ? { type } : {};
  }

  /** The keywords of a part that say nothing about its members. */
  function readValue(schema: Schema, place: Place): Schema {
    const values = listAt(schema, "enum");
    const isLong = values.length > detail.values;
    const kept = Object.entries(schema).filter(
      ([keyword, value]) =>
        (KEPT.has(keyword) && !(keyword === "enum" && isLong)) ||
        (detail.hasLimits &&
          LIMITS.has(keyword) &&
          !(keyword === "pattern" && String(value).length > MAX_PATTERN_LENGTH)),
    );
    const { description } = describe(schema, place);
    const list = `One of ${values.length} values, such as ${values.slice(0, 5).map(String).join(", ")}.`;
    const text = isLong ? joinTexts(description, list) : description;
    return { ...Object.fromEntries(kept), ...(text && { description: text }) };
  }

  function describe(schema: Schema, { isRequired }: Place): { description?: string } {
    const length = isRequired ? detail.text : detail.optionalText;
    const description = length > 0 ? toPlainText(ownValue(schema, "description"), length) : "";
    return description ? { description } : {};
  }

  const shortened = read(
    { ...complete, $defs: undefined },
    { isRequired: true, levels: detail.required, references: [] },
  );
  return parts > MAX_PARTS ? undefined : (shortened as Schema);
}

/** Joins texts to sentences. A truncated text ends in an ellipsis, others may lack a period. */
function joinTexts(...texts: readonly (string | undefined)[]): string {
  return texts
    .filter((text): text is string => text !== undefined && text !== "")
    .map((text) => (/[.!?…:]$/.test(text) ? text : `${text}.`))
    .join(" ");
}

const isSmall = (schema: Schema): boolean => {
  const { description: _, ...rest } = schema;
  const text = JSON.stringify(rest);
  return text.length <= SMALL && !text.includes('"$ref"') && !text.includes('"description"');
};

function shortList(names: readonly string[], max: number): string {
  const more = names.length - max;
  return more > 0 ? `${names.slice(0, max).join(", ")} and ${more} more` : names.join(", ");
}
