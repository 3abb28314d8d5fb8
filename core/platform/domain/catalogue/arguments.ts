import type { Schema } from "../../../../generated/table.ts";
import type { Binding, Slot } from "../../../ports/apps.ts";
import { argumentName } from "./argument-name.ts";
import { bodyOf } from "./body.ts";
import { followed, type Json, listAt, membersOf, own, textAt } from "./document.ts";
import { plain } from "./plain.ts";
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
const PLACES = new Set(["path", "query", "header", "cookie"]);
const OWN_HEADERS =
  /^(?:authorization|proxy-authorization|content-type|content-length|accept|accept-encoding|host|user-agent|cookie|connection|x-amz-(?:content-sha256|date|algorithm|credential|security-token|signature|signedheaders))$/i;

/** One flat object of an operation's parameters and, where it is a small object, of its body's members. */
export function argumentsOf(options: ArgumentOptions): Arguments {
  const { document, parameters, path, where, schemas, notes } = options;
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  const slots: Slot[] = [];
  const fixed: ["query" | "header", string, string][] = [];

  const add = (
    place: Slot[1],
    wire: string,
    style: string,
    schema: Schema,
    isRequired: boolean,
  ) => {
    const name = freeName(wire, place, properties);
    properties[name] = schema;
    if (isRequired) required.push(name);
    slots.push([name, place, name === wire ? 0 : wire, style]);
  };

  for (const parameter of parameters) {
    const wire = textAt(parameter, "name")!;
    const place = textAt(parameter, "in")!;
    if (!PLACES.has(place)) {
      if (place !== "body" && place !== "formData")
        notes.leave(where, `The parameter ${wire} has the unknown place ${place.slice(0, 20)}.`);
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
    if (
      only !== undefined &&
      (constant !== undefined || own(parameter, "required") === true) &&
      (place === "query" || place === "header")
    ) {
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
    add(
      place as Slot[1],
      wire,
      content ? "json" : styleOf(parameter, place),
      said ? { ...schema, description: said } : schema,
      own(parameter, "required") === true || place === "path",
    );
  }
  for (const [, name] of path.matchAll(/\{([^{}]+)\}/g)) {
    if (
      slots.some(
        ([argument, place, wire]) => place === "path" && (wire === 0 ? argument : wire) === name,
      )
    )
      continue;
    notes.leave(where, `{${name}} of the path is not declared; it is taken as text.`);
    add("path", name!, "simple", { type: "string" }, true);
  }
  const body = bodyOf(options, properties, add);
  return { input: objectOf(properties, required), slots, ...(body && { body }), fixed };
}

function objectOf(properties: Record<string, Schema>, required: readonly string[]): Schema {
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function freeName(wire: string, place: string, taken: object): string {
  const name = argumentName(wire);
  if (!Object.hasOwn(taken, name)) return name;
  let free = `${place}_${name}`.slice(0, 60);
  for (let count = 2; Object.hasOwn(taken, free); count += 1)
    free = `${place}_${name}`.slice(0, 60) + `_${count}`;
  return free;
}

const DEFAULT_STYLES: Readonly<Record<string, string>> = {
  query: "form",
  cookie: "form",
  path: "simple",
  header: "simple",
};

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
