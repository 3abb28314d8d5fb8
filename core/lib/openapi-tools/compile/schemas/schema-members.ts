import {
  isObject,
  type JsonObject,
  listAt,
  objectAt,
  ownEntries,
  ownValue,
  textAt,
} from "../../../kit/json/json-access.ts";

const MEMBER_KEYWORDS = [
  "properties",
  "items",
  "prefixItems",
  "allOf",
  "anyOf",
  "oneOf",
  "patternProperties",
];
const MAX_NAMES = 8;
/** Limits on the schemas that are examined for names. */
const MAX_DEPTH = 4;
const MAX_PARTS = 100;
const MAX_EXAMINED_NAMES = 2_000;

/** Whether a schema describes members, items or alternatives. */
export const hasMembers = (schema: JsonObject): boolean =>
  MEMBER_KEYWORDS.some((keyword) => ownValue(schema, keyword) !== undefined) ||
  typeof ownValue(schema, "additionalProperties") === "object";

/**
 * Lists the members of a schema: `an object with id (required), name and 12 more`. Returns an empty
 * string for a schema without members.
 */
export function describeMembers(schema: JsonObject, definitions: JsonObject): string {
  const target = resolveSchema(schema, definitions);
  const names = listMembers(target, definitions);
  if (names === "") return hasMembers(target) ? "the schema of its members" : "";
  return `${ownValue(target, "items") === undefined ? "an object" : "objects"} with ${names}`;
}

/**
 * Lists the members of an object, or of the objects in a list: `id (required), name and 12 more`.
 * Returns an empty string for a schema without members.
 */
export function listMembers(schema: JsonObject, definitions: JsonObject): string {
  const target = resolveSchema(schema, definitions);
  const items = ownValue(target, "items");
  const names = memberNames(isObject(items) ? items : target, definitions);
  const more = names.length - MAX_NAMES;
  const list = names.slice(0, MAX_NAMES).join(", ");
  return more > 0 ? `${list} and ${more} more` : list;
}

/** Replaces a reference by its definition, with the keywords beside the reference. */
export function resolveSchema(schema: JsonObject, definitions: JsonObject, depth = 0): JsonObject {
  const name = textAt(schema, "$ref")?.replace("#/$defs/", "");
  if (name === undefined || depth > MAX_DEPTH) return schema;
  const { $ref: _, ...own } = schema;
  return resolveSchema({ ...objectAt(definitions, name), ...own }, definitions, depth + 1);
}

/** The names of an object's members, required ones first, with those of its alternatives. */
function memberNames(schema: JsonObject, definitions: JsonObject): string[] {
  const names = new Set<string>();
  let parts = 0;
  let examined = 0;

  function collect(part: JsonObject, depth: number): void {
    parts += 1;
    if (parts > MAX_PARTS || examined > MAX_EXAMINED_NAMES) return;
    const target = resolveSchema(part, definitions);
    const required = new Set(listAt(target, "required"));
    const own = ownEntries(ownValue(target, "properties")).map(([name]) => name);
    examined += own.length + required.size;
    for (const name of own) if (required.has(name)) names.add(`${name} (required)`);
    for (const name of own) if (!required.has(name)) names.add(name);
    if (depth >= MAX_DEPTH) return;
    for (const keyword of ["allOf", "anyOf", "oneOf"])
      for (const inner of listAt(target, keyword)) collect(inner as JsonObject, depth + 1);
  }

  collect(schema, 0);
  return [...names];
}
