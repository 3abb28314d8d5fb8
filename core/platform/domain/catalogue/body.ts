import type { Schema } from "../../../../generated/table.ts";
import type { Binding } from "../../../ports/apps.ts";
import { argumentName } from "./argument-name.ts";
import type { ArgumentOptions } from "./arguments.ts";
import { followed, isObject, listAt, membersOf, objectAt, own, textAt } from "./document.ts";
import { plain } from "./plain.ts";

const MOST_MEMBERS = 40;

/** Takes an operation's body: its members one by one where it is a small object that clashes with no parameter, or as one argument. */
export function bodyOf(
  { document, requestBody, where, schemas, notes, isHidden }: ArgumentOptions,
  properties: Record<string, Schema>,
  add: (place: "body", wire: string, style: string, schema: Schema, isRequired: boolean) => void,
): Binding["body"] {
  if (!requestBody) return undefined;
  const content = objectAt(requestBody, "content");
  const types = Object.keys(content);
  const type =
    types.find((one) => /^application\/json\b/i.test(one)) ??
    types.find((one) => /json/i.test(one)) ??
    types.find((one) => /x-www-form-urlencoded/i.test(one)) ??
    types.find((one) => /multipart\/form-data/i.test(one)) ??
    types[0];
  if (type === undefined) {
    notes.leave(where, "Its body has no media type.");
    return undefined;
  }
  const media = /^\*\/\*$|[^\x20-\x7e]/.test(type) ? "application/json" : type.slice(0, 100);
  const schema = own(content[type], "schema");
  const members = /json|x-www-form-urlencoded|multipart\/form-data/i.test(media)
    ? flat(document, schema)
    : undefined;
  const fits =
    members &&
    members.size > 0 &&
    members.size <= MOST_MEMBERS &&
    [...members.keys()].every((name) => !Object.hasOwn(properties, argumentName(name)));
  if (fits) {
    const encoding = /x-www-form-urlencoded/i.test(media)
      ? objectAt(content[type], "encoding")
      : {};
    for (const [name, { schema: member, isRequired }] of members) {
      if (isHidden("body", name)) continue;
      add("body", name, styleIn(own(encoding, name)), schemas.read(member, where), isRequired);
    }
    return { type: media };
  }
  let name = "body";
  while (Object.hasOwn(properties, name)) name = `${name}_`;
  const read = /json|urlencoded|multipart/i.test(media)
    ? schemas.read(schema, where)
    : { type: "string" };
  const said = plain(own(requestBody, "description"));
  add(
    "body",
    name,
    "",
    said && !read["description"] ? { ...read, description: said } : read,
    own(requestBody, "required") === true,
  );
  return { type: media, argument: name };
}

/** How a form's field is written, where the document's `encoding` says it. */
function styleIn(encoding: unknown): string {
  const style = textAt(encoding, "style");
  const explode = own(encoding, "explode");
  if (style === undefined && typeof explode !== "boolean") return "";
  return typeof explode === "boolean" ? `${style ?? "form"}:${explode}` : style!;
}

/** The members of a body that is a plain object, or several that are joined; undefined if it is anything else. */
function flat(
  document: unknown,
  schema: unknown,
  depth = 0,
): Map<string, { schema: unknown; isRequired: boolean }> | undefined {
  const object = followed(document, schema);
  if (!object || depth > 4) return undefined;
  if (
    own(object, "oneOf") !== undefined ||
    own(object, "anyOf") !== undefined ||
    own(object, "not") !== undefined ||
    own(object, "nullable") === true
  )
    return undefined;
  const type = own(object, "type");
  if (type !== undefined && type !== "object") return undefined;
  if (
    isObject(own(object, "additionalProperties")) ||
    own(object, "patternProperties") !== undefined
  )
    return undefined;
  const members = new Map<string, { schema: unknown; isRequired: boolean }>();
  const parts = listAt(object, "allOf");
  if (parts.length > 12) return undefined;
  for (const part of parts) {
    const inner = flat(document, part, depth + 1);
    if (!inner) return undefined;
    for (const [name, member] of inner) members.set(name, member);
  }
  if (membersOf(own(object, "properties")).length > MOST_MEMBERS * 2) return undefined;
  for (const [name, member] of membersOf(own(object, "properties"))) {
    if (own(followed(document, member), "readOnly") !== true)
      members.set(name, { schema: member, isRequired: false });
  }
  for (const name of listAt(object, "required")) {
    const member = members.get(name as string);
    if (member) members.set(name as string, { ...member, isRequired: true });
  }
  return members;
}
