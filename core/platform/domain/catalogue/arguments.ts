import type { Schema } from "../../../../generated/table.ts";
import { followed, isObject, listAt, membersOf, objectAt, own, textAt, type Json } from "./document.ts";
import { plain } from "./plain.ts";
import type { Binding, Slot } from "../../../ports/apps.ts";
import type { Notes } from "./report.ts";
import type { SchemaReader } from "./schema.ts";

/** What a tool takes and where it goes. */
export interface Arguments {
  readonly input: Schema;
  readonly slots: readonly Slot[];
  readonly body?: Binding["body"];
  readonly fixed: readonly (readonly ["query" | "header", string, string])[];
}

export interface ArgumentOptions {
  readonly document: unknown;
  readonly parameters: readonly Json[];
  readonly requestBody: Json | undefined;
  readonly path: string;
  readonly where: string;
  readonly schemas: SchemaReader;
  readonly notes: Notes;
  /** Whether a parameter is none that a caller gives: a credential, or what the client itself sends. */
  readonly isHidden: (place: string, name: string) => boolean;
  /** What a parameter always is. */
  readonly constantOf?: ((place: string, name: string) => string | undefined) | undefined;
}

const MOST_ARGUMENTS = 120;
const MOST_MEMBERS = 40;
const PLACES = new Set(["path", "query", "header", "cookie"]);
const OWN_HEADERS = /^(?:authorization|proxy-authorization|content-type|content-length|accept|accept-encoding|host|user-agent|cookie|connection|x-amz-(?:content-sha256|date|algorithm|credential|security-token|signature|signedheaders))$/i;

/** One flat object of an operation's parameters and, where it is a small object, of its body's members. */
export function argumentsOf(options: ArgumentOptions): Arguments {
  const { document, parameters, path, where, schemas, notes } = options;
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  const slots: Slot[] = [];
  const fixed: ["query" | "header", string, string][] = [];

  const add = (place: Slot[1], wire: string, style: string, schema: Schema, isRequired: boolean) => {
    const name = freeName(wire, place, properties);
    properties[name] = schema;
    if (isRequired) required.push(name);
    slots.push([name, place, name === wire ? 0 : wire, style]);
  };

  for (const parameter of parameters) {
    const wire = textAt(parameter, "name")!;
    const place = textAt(parameter, "in")!;
    if (!PLACES.has(place)) {
      if (place !== "body" && place !== "formData") notes.leave(where, `The parameter ${wire} has the unknown place ${place.slice(0, 20)}.`);
      continue;
    }
    if (/[\r\n\0]/.test(wire) || wire === "__proto__") {
      notes.leave(where, "A parameter's name has signs that no request can carry.");
      continue;
    }
    if (place === "header" && OWN_HEADERS.test(wire)) continue;
    if (place !== "path" && options.isHidden(place, wire)) continue;
    const constant = options.constantOf?.(place, wire);
    const only = constant ?? onlyValue(document, parameter);
    if (only !== undefined && (constant !== undefined || own(parameter, "required") === true) && (place === "query" || place === "header")) {
      fixed.push([place, wire, only]);
      continue;
    }
    if (slots.length >= MOST_ARGUMENTS) {
      notes.leave(where, `Of its ${parameters.length} parameters ${MOST_ARGUMENTS} are taken.`);
      break;
    }
    const content = membersOf(own(parameter, "content"))[0]?.[1];
    const schema = schemas.read(content ? own(content, "schema") : own(parameter, "schema"), where);
    const said = plain(own(parameter, "description"));
    add(place as Slot[1], wire, content ? "json" : styleOf(parameter, place), said ? { ...schema, description: said } : schema, own(parameter, "required") === true || place === "path");
  }
  for (const [, name] of path.matchAll(/\{([^{}]+)\}/g)) {
    if (slots.some(([argument, place, wire]) => place === "path" && (wire === 0 ? argument : wire) === name)) continue;
    notes.leave(where, `{${name}} of the path is not declared; it is taken as text.`);
    add("path", name!, "simple", { type: "string" }, true);
  }
  const body = bodyOf(options, properties, add);
  return { input: objectOf(properties, required), slots, ...(body && { body }), fixed };
}

function objectOf(properties: Record<string, Schema>, required: readonly string[]): Schema {
  return { type: "object", properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

function bodyOf({ document, requestBody, where, schemas, notes }: ArgumentOptions, properties: Record<string, Schema>, add: (place: "body", wire: string, style: string, schema: Schema, isRequired: boolean) => void): Binding["body"] {
  if (!requestBody) return undefined;
  const content = objectAt(requestBody, "content");
  const types = Object.keys(content);
  const type = types.find((one) => /^application\/json\b/i.test(one)) ?? types.find((one) => /json/i.test(one)) ?? types.find((one) => /x-www-form-urlencoded/i.test(one)) ?? types.find((one) => /multipart\/form-data/i.test(one)) ?? types[0];
  if (type === undefined) {
    notes.leave(where, "Its body has no media type.");
    return undefined;
  }
  const media = /^\*\/\*$|[^\x20-\x7e]/.test(type) ? "application/json" : type.slice(0, 100);
  const schema = own(content[type], "schema");
  const members = /json|x-www-form-urlencoded|multipart\/form-data/i.test(media) ? flat(document, schema) : undefined;
  const fits = members && members.size > 0 && members.size <= MOST_MEMBERS && [...members.keys()].every((name) => !Object.hasOwn(properties, argumentName(name)));
  if (fits) {
    for (const [name, { schema: member, isRequired }] of members) add("body", name, "", schemas.read(member, where), isRequired);
    return { type: media };
  }
  let name = "body";
  while (Object.hasOwn(properties, name)) name = `${name}_`;
  const read = /json|urlencoded|multipart/i.test(media) ? schemas.read(schema, where) : { type: "string" };
  const said = plain(own(requestBody, "description"));
  add("body", name, "", said && !read["description"] ? { ...read, description: said } : read, own(requestBody, "required") === true);
  return { type: media, argument: name };
}

/** The members of a body that is a plain object, or several that are joined; undefined if it is anything else. */
function flat(document: unknown, schema: unknown, depth = 0): Map<string, { schema: unknown; isRequired: boolean }> | undefined {
  const object = followed(document, schema);
  if (!object || depth > 4) return undefined;
  if (own(object, "oneOf") !== undefined || own(object, "anyOf") !== undefined || own(object, "not") !== undefined || own(object, "nullable") === true) return undefined;
  const type = own(object, "type");
  if (type !== undefined && type !== "object") return undefined;
  if (isObject(own(object, "additionalProperties")) || own(object, "patternProperties") !== undefined) return undefined;
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
    if (own(followed(document, member), "readOnly") !== true) members.set(name, { schema: member, isRequired: false });
  }
  for (const name of listAt(object, "required")) {
    const member = members.get(name as string);
    if (member) members.set(name as string, { ...member, isRequired: true });
  }
  return members;
}

/** The name of an argument: what models and their tools take as a name of a property. */
export function argumentName(wire: string): string {
  return wire.replace(/[^A-Za-z0-9_.-]+/g, "_").replace(/^[_.-]+|_+$/g, "").slice(0, 64) || "value";
}

function freeName(wire: string, place: string, taken: object): string {
  const name = argumentName(wire);
  if (!Object.hasOwn(taken, name)) return name;
  let free = `${place}_${name}`.slice(0, 60);
  for (let count = 2; Object.hasOwn(taken, free); count += 1) free = `${place}_${name}`.slice(0, 60) + `_${count}`;
  return free;
}

const DEFAULT_STYLES: Readonly<Record<string, string>> = { query: "form", cookie: "form", path: "simple", header: "simple" };

function styleOf(parameter: Json, place: string): string {
  const style = textAt(parameter, "style") ?? DEFAULT_STYLES[place]!;
  const explode = own(parameter, "explode");
  return typeof explode === "boolean" ? `${style}:${explode}` : style;
}

/** The one text that a parameter can be. */
function onlyValue(document: unknown, parameter: Json): string | undefined {
  const schema = followed(document, own(parameter, "schema"));
  const values = listAt(schema, "enum");
  if (values.length === 1 && typeof values[0] === "string") return values[0];
  return textAt(schema, "const");
}
