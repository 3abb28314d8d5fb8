import type { Schema } from "../../../json-schema/index.ts";
import {
  type JsonObject,
  listAt,
  objectAt,
  ownEntries,
  ownValue,
  textAt,
} from "../../../kit/json/json-access.ts";
import { dereference } from "../../../kit/json/json-pointer.ts";
import type { HttpBinding } from "../../tool-record.ts";
import type { UploadFormat } from "../compile-options.ts";
import { toPlainText } from "../documents/plain-text.ts";
import type { CompileNotes } from "../results/report.ts";
import type { SchemaReader } from "../schemas/schema.ts";
import { describeKind, describeXml, flattenObject, MAX_MEMBERS } from "./body-members.ts";
import { readExample, withExample } from "./examples.ts";

/**
 * Adds the arguments of an operation's body: one per member if the body is a small object, otherwise
 * a single argument. A member with the name of a parameter becomes `body_name`, except an ID of the
 * path, which is sent in the body, too, if it is required there.
 */
export function readRequestBody(
  { document, requestBody, path, where, schemas, notes, isHidden }: ArgumentOptions,
  properties: Record<string, Schema>,
  add: (
    location: "body",
    wireName: string,
    style: string,
    schema: Schema,
    isRequired: boolean,
  ) => void,
  sharePathId: (wireName: string, isRequired: boolean) => boolean,
): HttpBinding["body"] {
  if (!requestBody) return undefined;
  const content = objectAt(requestBody, "content");
  const types = Object.keys(content);
  const type =
    types.find((type) => /^application\/json\b/i.test(type)) ??
    types.find((type) => /json/i.test(type)) ??
    types.find((type) => /x-www-form-urlencoded/i.test(type)) ??
    types.find((type) => /multipart\/form-data/i.test(type)) ??
    types[0];
  if (type === undefined) {
    notes.omit(where, "The request body has no media type.");
    return undefined;
  }
  const schema = ownValue(content[type], "schema");
  // A JSON body without members is `{}`, and operations that require it reject requests without it.
  if (isAlwaysEmpty(document, schema))
    return /json/i.test(type) && ownValue(requestBody, "required") === true ? { type } : undefined;
  const isJson =
    /^\*\/\*$|[^\x20-\x7e]/.test(type) || isMislabeledJson(document, type, schema, path);
  const mediaType = isJson ? "application/json" : type.slice(0, 100);
  const members = /json|x-www-form-urlencoded|multipart\/form-data/i.test(mediaType)
    ? flattenObject(document, withoutNull(document, requestBody, schema))
    : undefined;
  if (members && members.size > 0 && members.size <= MAX_MEMBERS) {
    const encoding = /x-www-form-urlencoded/i.test(mediaType)
      ? objectAt(content[type], "encoding")
      : {};
    for (const [name, { schema: member, isRequired }] of members) {
      if (isHidden("body", name) || sharePathId(name, isRequired)) continue;
      const example = isRequired ? readExample(dereference(document, member)) : undefined;
      const read = withExample(schemas.read(member, where), example);
      add(
        "body",
        name,
        encodingStyle(ownValue(encoding, name)),
        describeKind(document, schema, name, read),
        isRequired,
      );
    }
    return { type: mediaType };
  }
  let name = "body";
  while (Object.hasOwn(properties, name)) name = `${name}_`;
  const bodySchema = /json|urlencoded|multipart/i.test(mediaType)
    ? schemas.read(schema, where)
    : { type: "string", ...describeXml(document, mediaType, schema) };
  const description = toPlainText(ownValue(requestBody, "description"));
  add(
    "body",
    name,
    "",
    description && !bodySchema["description"] ? { ...bodySchema, description } : bodySchema,
    ownValue(requestBody, "required") === true,
  );
  return { type: mediaType, argument: name };
}

/**
 * Whether a body with the schema of an object is JSON, although the document declares another media
 * type. Some documents list the types of the file that an operation uploads, such as
 * `message/rfc822`, but at a path without `/upload` its body is the resource.
 */
function isMislabeledJson(document: unknown, type: string, schema: unknown, path: string): boolean {
  return (
    !/json|xml|yaml|urlencoded|multipart/i.test(type) &&
    !/(?:^|\/)upload(?:\/|$)/i.test(path) &&
    hasProperties(document, schema)
  );
}

/** Whether a schema allows only an object without members. */
function isAlwaysEmpty(document: unknown, schema: unknown): boolean {
  const object = dereference(document, schema);
  return (
    object !== undefined &&
    ownValue(object, "type") === "object" &&
    ownValue(object, "additionalProperties") === false &&
    ownEntries(ownValue(object, "properties")).length === 0 &&
    !["allOf", "anyOf", "oneOf", "patternProperties"].some((keyword) =>
      Object.hasOwn(object, keyword),
    )
  );
}

/**
 * An object that may also be null, as its members: an optional body without members isn't sent, so
 * nobody needs the null. With required members, the body would no longer be optional.
 */
function withoutNull(document: unknown, requestBody: JsonObject, schema: unknown): unknown {
  const object = dereference(document, schema);
  const isOptional = ownValue(requestBody, "required") !== true;
  if (!object || !isOptional || listAt(object, "required").length > 0) return schema;
  const type = ownValue(object, "type");
  const isNullable =
    ownValue(object, "nullable") === true || (Array.isArray(type) && type.includes("null"));
  return isNullable ? { ...object, type: "object", nullable: false } : schema;
}

function hasProperties(document: unknown, schema: unknown, depth = 0): boolean {
  const object = dereference(document, schema);
  if (!object || depth > 4) return false;
  return (
    ownEntries(ownValue(object, "properties")).length > 0 ||
    listAt(object, "allOf").some((part) => hasProperties(document, part, depth + 1))
  );
}

/** A form field's style, if the document's `encoding` declares one. */
function encodingStyle(encoding: unknown): string {
  const style = textAt(encoding, "style");
  const explode = ownValue(encoding, "explode");
  return typeof explode === "boolean" ? `${style ?? "form"}:${explode}` : (style ?? "");
}

export interface ArgumentOptions {
  readonly document: unknown;
  readonly parameters: readonly JsonObject[];
  readonly requestBody: JsonObject | undefined;
  readonly path: string;
  readonly where: string;
  readonly schemas: SchemaReader;
  readonly notes: CompileNotes;
  /**
   * Whether callers can't set a parameter because it is a credential or because the compiler sets it.
   */
  readonly isHidden: (location: string, name: string) => boolean;
  /** The style of query parameters whose document declares none. */
  readonly queryStyle?: string | undefined;
  /** How the operation takes a file besides its other arguments. */
  readonly upload?: UploadFormat | undefined;
  /** The value of a parameter that callers can't set. */
  readonly constantFor?: ((location: string, name: string) => string | undefined) | undefined;
}
