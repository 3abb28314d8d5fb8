import {
  type JsonObject,
  listAt,
  objectAt,
  ownEntries,
  ownValue,
  textAt,
} from "../../kit/json-access.ts";

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
const MAX_DEPTH = 4;

/** Whether a schema describes members, items or alternatives. */
export const hasMembers = (schema: JsonObject): boolean =>
  MEMBER_KEYWORDS.some((keyword) => ownValue(schema, keyword) !== undefined) ||
  typeof ownValue(schema, "additionalProperties") === "object";

/**
 * Lists the members of a schema: `an object with id (required), name and 12 more`. Returns an empty
 * string for a schema without members.
 */
export function describeMembers(schema: JsonObject, definitions: JsonObject): string {
  const target = resolve(schema, definitions);
  const items = ownValue(target, "items");
  const isList = items !== undefined;
  const names = memberNames(isList ? (items as JsonObject) : target, definitions);
  if (names.length === 0) return hasMembers(target) ? "the schema of its members" : "";
  const more = names.length - MAX_NAMES;
  const list = names.slice(0, MAX_NAMES).join(", ");
  return `${isList ? "objects" : "an object"} with ${more > 0 ? `${list} and ${more} more` : list}`;
}

function resolve(schema: JsonObject, definitions: JsonObject, depth = 0): JsonObject {
  const name = textAt(schema, "$ref")?.replace("#/$defs/", "");
  if (name === undefined || depth > MAX_DEPTH) return schema;
  const { $ref: _, ...own } = schema;
  return resolve({ ...objectAt(definitions, name), ...own }, definitions, depth + 1);
}

/** The names of an object's members, required ones first, with those of its alternatives. */
function memberNames(schema: JsonObject, definitions: JsonObject, depth = 0): string[] {
  const target = resolve(schema, definitions);
  const required = new Set(listAt(target, "required"));
  const own = ownEntries(ownValue(target, "properties")).map(([name]) => name);
  const inner =
    depth < MAX_DEPTH
      ? ["allOf", "anyOf", "oneOf"]
          .flatMap((keyword) => listAt(target, keyword))
          .flatMap((part) => memberNames(part as JsonObject, definitions, depth + 1))
      : [];
  const names = [
    ...own.filter((name) => required.has(name)).map((name) => `${name} (required)`),
    ...own.filter((name) => !required.has(name)),
    ...inner,
  ];
  return [...new Set(names)];
}
