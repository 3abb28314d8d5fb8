import type { Schema } from "../../../json-schema/index.ts";
import {
  isObject,
  type JsonObject,
  listAt,
  objectAt,
  ownEntries,
  ownValue,
  textAt,
} from "../../../kit/json/json-access.ts";
import { toPlainText } from "../documents/plain-text.ts";
import { DETAILS, type Detail } from "./schema-details.ts";
import { describeMembers, hasMembers, resolveSchema } from "./schema-members.ts";

/** An input schema for a model, which reads it with every request. */
interface ShortSchema {
  readonly schema: Schema;
  /** Whether nothing was left out. */
  readonly isComplete: boolean;
}

interface ShortSchemaOptions {
  /** In UTF-8. A schema whose required arguments alone need more is longer. */
  readonly maxBytes: number;
  /** The description of a shortened schema. It says how to get the complete one. */
  readonly note: string;
}

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
  const definitions = objectAt(complete, "$defs");
  let schema: Schema = {};
  for (const detail of DETAILS) {
    const shortened = new SchemaReducer(definitions, detail).reduce(complete);
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

/** Shortens a schema to a level of detail. */
class SchemaReducer {
  readonly #definitions: JsonObject;
  readonly #detail: Detail;
  #parts = 0;

  constructor(definitions: JsonObject, detail: Detail) {
    this.#definitions = definitions;
    this.#detail = detail;
  }

  /** Returns undefined if the schema has too many parts at this level of detail. */
  reduce(complete: Schema): Schema | undefined {
    const place = { isRequired: true, levels: this.#detail.required, references: [] };
    const shortened = this.#read({ ...complete, $defs: undefined }, place);
    return this.#parts > MAX_PARTS ? undefined : (shortened as Schema);
  }

  #read(schema: unknown, place: Place): unknown {
    this.#parts += 1;
    if (!isObject(schema) || this.#parts > MAX_PARTS) return schema === false ? false : {};
    const name = textAt(schema, "$ref")?.replace("#/$defs/", "");
    if (name === undefined) return this.#readPart(schema, place);
    const { $ref: _, ...own } = schema as Schema;
    const target = { ...objectAt(this.#definitions, name), ...own };
    if (place.references.includes(name)) return this.#omitMembers(target, place);
    return this.#read(target, { ...place, references: [...place.references, name] });
  }

  #readPart(schema: Schema, place: Place): Schema {
    if (!hasMembers(schema)) return this.#readValue(schema, place);
    if (isSmall(schema)) return { ...schema, ...this.#describe(schema, place) };
    if (place.levels <= 0) return this.#omitMembers(schema, place);
    const out: Record<string, unknown> = { ...this.#readValue(schema, place) };
    const inner: Place = { ...place, levels: place.levels - 1 };
    if (ownValue(schema, "properties") !== undefined) this.#readProperties(schema, place, out);
    const items = ownValue(schema, "items");
    if (items !== undefined) out["items"] = this.#read(items, inner);
    if (listAt(schema, "prefixItems").length > 0)
      out["prefixItems"] = listAt(schema, "prefixItems").map((item) => this.#read(item, inner));
    for (const [keyword, replacement] of [
      ["allOf", "allOf"],
      ["anyOf", "anyOf"],
      // A shortened alternative accepts more, so a value can match several.
      ["oneOf", "anyOf"],
    ] as const) {
      const alternatives = listAt(schema, keyword);
      if (alternatives.length > 0)
        out[replacement] = alternatives.map((alternative) => this.#read(alternative, place));
    }
    const additional = ownValue(schema, "additionalProperties");
    const patterns = ownEntries(ownValue(schema, "patternProperties"));
    if (isObject(additional) && !("additionalProperties" in out))
      out["additionalProperties"] = this.#read(additional, { ...inner, isRequired: false });
    if (patterns.length > 0)
      out["patternProperties"] = Object.fromEntries(
        patterns.map(([pattern, value]) => [
          pattern,
          this.#read(value, { ...inner, isRequired: false }),
        ]),
      );
    return out;
  }

  #readProperties(schema: Schema, place: Place, out: Record<string, unknown>): void {
    const properties = ownEntries(ownValue(schema, "properties"));
    const required = new Set(listAt(schema, "required"));
    const omitted: string[] = [];
    const kept: [string, unknown][] = [];
    for (const [name, property] of properties) {
      const isRequired = place.isRequired && required.has(name);
      if (!required.has(name) && this.#detail.optional < 0) omitted.push(name);
      else if (place.isRequired && !isRequired)
        kept.push([
          name,
          this.#read(property, { ...place, isRequired, levels: this.#detail.optional }),
        ]);
      else
        kept.push([name, this.#read(property, { ...place, isRequired, levels: place.levels - 1 })]);
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
  #omitMembers(schema: Schema, place: Place): Schema {
    // Names that are required among the members that are left out would be unknown.
    const { required: _, ...value } = this.#readValue(schema, place);
    const members = describeMembers(schema, this.#definitions);
    const items =
      this.#readValue(schema, place)["type"] === "array" ? { items: this.#itemType(schema) } : {};
    if (members === "") return { ...value, ...items };
    const type = ownValue(schema, "properties") !== undefined ? { type: "object" } : {};
    const description = joinTexts(textAt(value, "description"), `Left out: ${members}.`);
    return { ...type, ...value, ...items, description };
  }

  /** A list without its members still says which type they have. */
  #itemType(schema: Schema): Schema {
    const type = ownValue(resolveSchema(objectAt(schema, "items"), this.#definitions), "type");
    return typeof type === "string" && type !== "array" ? { type } : {};
  }

  /** The keywords of a part that say nothing about its members. */
  #readValue(schema: Schema, place: Place): Schema {
    const values = listAt(schema, "enum");
    const isLong = values.length > this.#detail.values;
    const kept = Object.entries(schema).filter(
      ([keyword, value]) =>
        (KEPT.has(keyword) && !(keyword === "enum" && isLong)) ||
        (this.#detail.hasLimits &&
          LIMITS.has(keyword) &&
          !(keyword === "pattern" && String(value).length > MAX_PATTERN_LENGTH)),
    );
    const { description } = this.#describe(schema, place);
    const list = `One of ${values.length} values, such as ${values.slice(0, 5).map(String).join(", ")}.`;
    const text = isLong ? joinTexts(description, list) : description;
    return { ...Object.fromEntries(kept), ...(text && { description: text }) };
  }

  #describe(schema: Schema, { isRequired }: Place): { description?: string } {
    const length = isRequired ? this.#detail.text : this.#detail.optionalText;
    const description = length > 0 ? toPlainText(ownValue(schema, "description"), length) : "";
    return description ? { description } : {};
  }
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
