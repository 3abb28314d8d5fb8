import type { Schema } from "../../../json-schema/index.ts";
import { isObject, listAt, objectAt, ownEntries, ownValue } from "../../../kit/json/json-access.ts";

const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SINGLE = ["not", "contains", "propertyNames", "if", "then", "else", "additionalProperties"];
const MAPS = ["properties", "dependentSchemas", "$defs"];
/** A schema that is nested deeper accepts anything there. */
const MAX_DEPTH = 100;

/**
 * Returns an input schema that the APIs of language models accept. It accepts everything that the
 * given one does, and can be incomplete in ways that JSON Schema allows: lists without `items`,
 * `required` names without a property, and patterns for another dialect of regular expressions. For
 * each of these, an API refuses the whole request with all of its tools.
 */
export const toModelSchema = (schema: Schema): Schema => ({
  ...readSchema(schema, false, 0),
  type: "object",
});

function readSchema(schema: Schema, isAlternative: boolean, depth: number): Schema {
  if (depth > MAX_DEPTH) return {};
  const out: Record<string, unknown> = { ...schema };
  const read = (value: unknown, isInner = false): unknown =>
    isObject(value) ? readSchema(value as Schema, isInner, depth + 1) : value;
  const readMembers = (value: unknown) =>
    Object.fromEntries(ownEntries(value).map(([name, member]) => [name, read(member)]));
  for (const keyword of LISTS)
    if (Array.isArray(out[keyword]))
      out[keyword] = out[keyword].map((each) => read(each, keyword !== "prefixItems"));
  for (const keyword of SINGLE) if (isObject(out[keyword])) out[keyword] = read(out[keyword]);
  for (const keyword of MAPS) if (isObject(out[keyword])) out[keyword] = readMembers(out[keyword]);
  if (isObject(out["patternProperties"])) readPatterns(out, readMembers);
  if (typeof out["pattern"] === "string" && !isPattern(out["pattern"])) delete out["pattern"];
  if (isArray(out)) out["items"] = isObject(out["items"]) ? read(out["items"]) : {};
  else if ("items" in out) out["items"] = read(out["items"]);
  if (Array.isArray(out["required"])) readRequired(out, isAlternative);
  return out;
}

const isArray = (schema: Schema): boolean =>
  schema["type"] === "array" ||
  listAt(schema, "type").includes("array") ||
  listAt(schema, "prefixItems").length > 0;

/** Without a pattern, it is unknown which properties are additional. */
function readPatterns(
  out: Record<string, unknown>,
  readMembers: (value: unknown) => Record<string, unknown>,
): void {
  const members = Object.entries(readMembers(out["patternProperties"]));
  const included = members.filter(([pattern]) => isPattern(pattern));
  if (included.length < members.length) delete out["additionalProperties"];
  if (included.length > 0) out["patternProperties"] = Object.fromEntries(included);
  else delete out["patternProperties"];
}

/**
 * Every required name gets a property. A branch of `anyOf` may only name properties of the schema
 * around it, and a closed schema accepts no others.
 */
function readRequired(out: Record<string, unknown>, isAlternative: boolean): void {
  const properties = objectAt(out, "properties");
  const names = listAt(out, "required").filter((name) => typeof name === "string");
  const hasProperties = ownValue(out, "properties") !== undefined;
  if (!hasProperties && isAlternative) return;
  const isClosed = out["additionalProperties"] === false;
  const missing = names.filter((name) => !Object.hasOwn(properties, name));
  if (missing.length > 0 && !isClosed)
    out["properties"] = {
      ...properties,
      ...Object.fromEntries(missing.map((name) => [name, {}])),
    };
  const included = isClosed ? names.filter((name) => !missing.includes(name)) : names;
  if (included.length > 0) out["required"] = included;
  else delete out["required"];
}

/** Model APIs compile patterns as the specification recommends: ECMA-262 with Unicode. */
function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
