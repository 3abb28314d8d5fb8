import type { Schema } from "../../../../generated/table.ts";
import { whyNotPattern } from "../catalogue/pattern.ts";

/** How many schemas are looked at for one set of arguments: choices within choices could ask for any number. */
const MOST_VISITS = 200_000;
/** About how many steps a pattern may take on one text. */
const MOST_STEPS = 20_000_000;
/** Comparing each with each, so many items are compared. */
const MOST_COMPARED = 2_000;

/** A schema asked for more work than is done for one set of arguments. */
export class TooMuchWork extends Error {
  override readonly name = "TooMuchWork";
}

let visits = 0;

/** Every schema looks here for this keyword, which none has, whenever it is visited. */
const COUNTED = Object.defineProperty({}, "$recursiveAnchor", {
  get() {
    if ((visits += 1) > MOST_VISITS) throw new TooMuchWork();
    return undefined;
  },
});

/** Begins counting anew; what follows is done in one go, since the count is shared. */
export function beginCounting(): void {
  visits = 0;
}

/**
 * A copy of a schema that can be checked within a bounded time, whoever wrote it: patterns that may take long are left to
 * short texts, and so is comparing each item of a list with each. `format` is dropped, which in JSON Schema 2020-12 only says
 * what a text is meant to be; where it says `binary`, and at the properties named in `files`, a file fits too.
 */
export function bounded(schema: Schema, files: ReadonlySet<string> = new Set()): Schema {
  const properties: Record<string, unknown> = { ...schema["properties"] };
  for (const name of files) if (Object.hasOwn(properties, name)) properties[name] = { format: "binary" };
  return schemaOf(files.size > 0 ? { ...schema, properties } : schema) as Schema;
}

/** Bytes stand in JSON as a file. */
const FILE = {
  type: "object",
  properties: { filename: { type: "string", maxLength: 300 }, content_type: { type: "string", maxLength: 200 }, data: { type: "string" } },
  required: ["data"],
  additionalProperties: false,
};

function schemaOf(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  if ((schema as Schema)["format"] === "binary") return schemaOf({ anyOf: [{ type: "string" }, FILE] });
  const copy: Record<string, unknown> = Object.create(COUNTED);
  const besides: unknown[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (DROPPED.has(keyword)) continue;
    if (keyword === "pattern") besides.push(...patternRule(String(value)));
    else if (keyword === "uniqueItems") besides.push(guarded({ maxItems: MOST_COMPARED }, { uniqueItems: value }));
    else if (LISTS.has(keyword) && Array.isArray(value)) copy[keyword] = value.map(schemaOf);
    else if (MAPS.has(keyword) && typeof value === "object" && value !== null) copy[keyword] = mapOf(keyword, value);
    else if (SINGLE.has(keyword)) copy[keyword] = schemaOf(value);
    else copy[keyword] = value;
  }
  if (besides.length > 0) copy["allOf"] = [...((copy["allOf"] as unknown[]) ?? []), ...besides];
  return copy;
}

const DROPPED = new Set(["format", "$recursiveAnchor", "$recursiveRef", "$dynamicRef", "$id", "id", "$anchor"]);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const SINGLE = new Set(["not", "contains", "propertyNames", "if", "then", "else", "items", "additionalProperties"]);
const MAPS = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);

/** Names are as long as their bytes allow: only patterns that take them in one go are kept. */
const mapOf = (keyword: string, map: object) =>
  Object.fromEntries(Object.entries(map).filter(([name]) => keyword !== "patternProperties" || (whyNotPattern(name) === undefined && powerOf(name) <= 2)).map(([name, value]) => [name, schemaOf(value)]));

function patternRule(pattern: string): unknown[] {
  if (whyNotPattern(pattern) !== undefined) return [];
  const power = powerOf(pattern);
  const rule: Record<string, unknown> = Object.assign(Object.create(COUNTED), { pattern });
  return power <= 1 ? [rule] : [guarded({ maxLength: Math.floor(MOST_STEPS ** (1 / power)) }, rule)];
}

const guarded = (condition: object, rule: object) => Object.assign(Object.create(COUNTED), { if: Object.assign(Object.create(COUNTED), condition), then: Object.assign(Object.create(COUNTED), rule) });

/** The power of a text's length that a pattern's steps may grow with: one for each repetition, and one for where it begins. */
function powerOf(pattern: string): number {
  const plain = pattern.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  const repetitions = plain.match(/[*+]|\{\d*,\d*\}/g) ?? [];
  return repetitions.length + (plain.startsWith("^") && !plain.includes("|") ? 0 : 1);
}
