import type { Schema } from "../../../json-schema/index.ts";
import { isObject, listAt, ownEntries, ownValue, textAt } from "../../../kit/json/json-access.ts";
import { dereference } from "../../../kit/json/json-pointer.ts";
import { isTypeHint } from "../schemas/keywords.ts";

/** A body with more members is one argument. */
export const MAX_MEMBERS = 40;

/**
 * Whether only responses have a member. Some documents say so in its description,
 * and some resources have a member with the name of their type.
 */
const isOutput = (member: unknown): boolean =>
  ownValue(member, "readOnly") === true ||
  /^\W*output only\b|^identifies what kind of resource this is|^etag of this resource|\bread-only\.(?: nullable\.)?$/i.test(
    (textAt(member, "description") ?? "").trim(),
  );

/** Whether callers should no longer pass a member. */
const isDeprecated = (member: unknown): boolean =>
  /^\W*deprecated\b/i.test(textAt(member, "description") ?? "");

/**
 * The members of a plain object schema or an `allOf` of such schemas. Returns `undefined` for any
 * other schema.
 */
export function flattenObject(
  document: unknown,
  schema: unknown,
  depth = 0,
): Map<string, { schema: unknown; isRequired: boolean }> | undefined {
  const object = dereference(document, schema);
  if (!object || depth > 4) return undefined;
  if (
    ownValue(object, "oneOf") !== undefined ||
    ownValue(object, "anyOf") !== undefined ||
    ownValue(object, "not") !== undefined ||
    ownValue(object, "nullable") === true
  )
    return undefined;
  const type = ownValue(object, "type");
  if (type !== undefined && type !== "object") return undefined;
  if (
    isObject(ownValue(object, "additionalProperties")) ||
    ownValue(object, "patternProperties") !== undefined
  )
    return undefined;
  const members = new Map<string, { schema: unknown; isRequired: boolean }>();
  const parts = listAt(object, "allOf");
  if (parts.length > 12) return undefined;
  for (const part of parts) {
    const inner = flattenObject(document, part, depth + 1);
    if (!inner) return undefined;
    for (const [name, member] of inner) members.set(name, member);
  }
  if (ownEntries(ownValue(object, "properties")).length > MAX_MEMBERS * 2) return undefined;
  const required = new Set(listAt(object, "required"));
  for (const [name, member] of ownEntries(ownValue(object, "properties"))) {
    const schemas = [member, dereference(document, member)];
    if (!schemas.some(isOutput) && (required.has(name) || !schemas.some(isDeprecated)))
      members.set(name, { schema: member, isRequired: false });
  }
  for (const name of required) {
    const member = isTypeHint(name) ? undefined : members.get(name as string);
    if (member) members.set(name as string, { ...member, isRequired: true });
  }
  return members;
}

/**
 * Describes the member that names the schema of its object (a `discriminator`, without which the
 * document can't tell objects apart).
 */
export function describeKind(
  document: unknown,
  schema: unknown,
  name: string,
  member: Schema,
): Schema {
  const kind = textAt(schema, "$ref")?.split("/").at(-1);
  const isKind = findDiscriminators(document, schema).includes(name);
  return kind === undefined || !isKind || member["description"] !== undefined
    ? member
    : { ...member, description: `The kind of the object: ${kind}.` };
}

function findDiscriminators(document: unknown, schema: unknown, depth = 0): string[] {
  const object = dereference(document, schema);
  if (!object || depth > 4) return [];
  const { discriminator } = object;
  const own = isObject(discriminator) ? discriminator["propertyName"] : discriminator;
  return [
    ...(typeof own === "string" ? [own] : []),
    ...listAt(object, "allOf").flatMap((part) => findDiscriminators(document, part, depth + 1)),
  ];
}

/** A description of an XML body by its elements. */
export function describeXml(document: unknown, type: string, schema: unknown): Schema {
  const names = /xml/i.test(type) ? [...(flattenObject(document, schema)?.keys() ?? [])] : [];
  return names.length === 0
    ? {}
    : { description: `XML with ${names.slice(0, MAX_ELEMENTS).join(", ")}.` };
}

const MAX_ELEMENTS = 6;
