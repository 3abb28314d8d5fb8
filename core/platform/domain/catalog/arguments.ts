import type { Schema } from "../../../../generated/table.ts";
import type { HttpBinding, ParameterSlot } from "../../../ports/apps.ts";
import { toArgumentName } from "./argument-name.ts";
import {
  type JsonObject,
  listAt,
  ownEntries,
  ownValue,
  resolveReference,
  textAt,
} from "./json-access.ts";
import { toPlainText } from "./plain-text.ts";
import type { CompileNotes } from "./report.ts";
import { readRequestBody } from "./request-body.ts";
import type { SchemaReader } from "./schema.ts";

/** What a tool takes and where it goes. */
export interface ToolArguments {
  readonly input: Schema;
  readonly slots: readonly ParameterSlot[];
  readonly body?: HttpBinding["body"];
  readonly fixed: readonly (readonly ["query" | "header", string, string])[];
}

export interface ArgumentOptions {
  readonly document: unknown;
  readonly parameters: readonly JsonObject[];
  readonly requestBody: JsonObject | undefined;
  readonly path: string;
  readonly where: string;
  readonly schemas: SchemaReader;
  readonly notes: CompileNotes;
  /** Whether a parameter is none that a caller gives: a credential, or what the client itself sends. */
  readonly isHidden: (location: string, name: string) => boolean;
  /** What a parameter always is. */
  readonly constantFor?: ((location: string, name: string) => string | undefined) | undefined;
}

const MAX_ARGUMENTS = 120;
const LOCATIONS = new Set(["path", "query", "header", "cookie"]);
const RESERVED_HEADERS =
  /^(?:authorization|proxy-authorization|content-type|content-length|accept|accept-encoding|host|user-agent|cookie|connection|x-amz-(?:content-sha256|date|algorithm|credential|security-token|signature|signedheaders))$/i;

/** One flat object of an operation's parameters and, where it is a small object, of its body's members. */
export function readArguments(options: ArgumentOptions): ToolArguments {
  const { document, parameters, path, where, schemas, notes } = options;
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  const slots: ParameterSlot[] = [];
  const fixed: ["query" | "header", string, string][] = [];

  const add = (
    location: ParameterSlot[1],
    wireName: string,
    style: string,
    schema: Schema,
    isRequired: boolean,
  ) => {
    const name = uniqueName(wireName, location, properties);
    properties[name] = schema;
    if (isRequired) required.push(name);
    slots.push([name, location, name === wireName ? 0 : wireName, style]);
  };

  for (const parameter of parameters) {
    const wireName = textAt(parameter, "name")!;
    const location = textAt(parameter, "in")!;
    if (!LOCATIONS.has(location)) {
      if (location !== "body" && location !== "formData")
        notes.omit(
          where,
          `The parameter ${wireName} has the unknown place ${location.slice(0, 20)}.`,
        );
      continue;
    }
    if (/[\r\n\0]/.test(wireName) || wireName === "__proto__") {
      notes.omit(where, "A parameter's name has signs that no request can carry.");
      continue;
    }
    if (location === "header" && RESERVED_HEADERS.test(wireName)) continue;
    if (location !== "path" && options.isHidden(location, wireName)) continue;
    const constant = options.constantFor?.(location, wireName);
    const fixedValue = constant ?? singleValue(document, parameter);
    if (
      fixedValue !== undefined &&
      (constant !== undefined || ownValue(parameter, "required") === true) &&
      (location === "query" || location === "header")
    ) {
      fixed.push([location, wireName, fixedValue]);
      continue;
    }
    if (slots.length >= MAX_ARGUMENTS) {
      notes.omit(where, `Of its ${parameters.length} parameters ${MAX_ARGUMENTS} are taken.`);
      break;
    }
    const content = ownEntries(ownValue(parameter, "content"))[0]?.[1];
    const schema = schemas.read(
      content ? ownValue(content, "schema") : ownValue(parameter, "schema"),
      where,
    );
    const description = toPlainText(ownValue(parameter, "description"));
    add(
      location as ParameterSlot[1],
      wireName,
      content ? "json" : readStyle(parameter, location),
      description ? { ...schema, description: description } : schema,
      ownValue(parameter, "required") === true || location === "path",
    );
  }
  for (const [, name] of path.matchAll(/\{([^{}]+)\}/g)) {
    if (
      slots.some(
        ([argument, location, wireName]) =>
          location === "path" && (wireName === 0 ? argument : wireName) === name,
      )
    )
      continue;
    notes.omit(where, `{${name}} of the path is not declared; it is taken as text.`);
    add("path", name!, "simple", { type: "string" }, true);
  }
  const body = readRequestBody(options, properties, add);
  return { input: objectSchema(properties, required), slots, ...(body && { body }), fixed };
}

function objectSchema(properties: Record<string, Schema>, required: readonly string[]): Schema {
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function uniqueName(wireName: string, location: string, taken: object): string {
  const name = toArgumentName(wireName);
  if (!Object.hasOwn(taken, name)) return name;
  let candidate = `${location}_${name}`.slice(0, 60);
  for (let count = 2; Object.hasOwn(taken, candidate); count += 1)
    candidate = `${location}_${name}`.slice(0, 60) + `_${count}`;
  return candidate;
}

const DEFAULT_STYLES: Readonly<Record<string, string>> = {
  query: "form",
  cookie: "form",
  path: "simple",
  header: "simple",
};

function readStyle(parameter: JsonObject, location: string): string {
  const style = textAt(parameter, "style") ?? DEFAULT_STYLES[location]!;
  const explode = ownValue(parameter, "explode");
  return typeof explode === "boolean" ? `${style}:${explode}` : style;
}

/** The one text that a parameter can be. */
function singleValue(document: unknown, parameter: JsonObject): string | undefined {
  const schema = resolveReference(document, ownValue(parameter, "schema"));
  const values = listAt(schema, "enum");
  if (values.length === 1 && typeof values[0] === "string") return values[0];
  return textAt(schema, "const");
}
