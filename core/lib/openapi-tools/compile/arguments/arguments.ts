import type { Schema } from "../../../json-schema/index.ts";
import {
  type JsonObject,
  listAt,
  ownEntries,
  ownValue,
  textAt,
} from "../../../kit/json/json-access.ts";
import { dereference } from "../../../kit/json/json-pointer.ts";
import type { FixedParameter, HttpBinding, ParameterSlot } from "../../app.ts";
import { toPlainText } from "../documents/plain-text.ts";
import { toArgumentName } from "../names/argument-name.ts";
import { readExample, withExample } from "./examples.ts";
import { type ArgumentOptions, readRequestBody } from "./request-body.ts";

/** A tool's input schema and the place of each argument in the HTTP request. */
export interface ToolArguments {
  readonly input: Schema;
  readonly slots: readonly ParameterSlot[];
  readonly body?: HttpBinding["body"];
  readonly fixed: readonly FixedParameter[];
}

const MAX_ARGUMENTS = 120;
const ID = /(?:^|[_-])id$|I[dD]$/;
const LOCATIONS = new Set(["path", "query", "header", "cookie"]);
const RESERVED_HEADERS =
  /^(?:authorization|proxy-authorization|content-type|content-length|accept|accept-encoding|host|user-agent|cookie|connection|x-amz-(?:content-sha256|date|algorithm|credential|security-token|signature|signedheaders))$/i;

/**
 * Combines an operation's parameters and, if its body is a small object, the body's members into
 * one flat object.
 */
export function readArguments(options: ArgumentOptions): ToolArguments {
  const { document, parameters, path, where, schemas, notes } = options;
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  const slots: ParameterSlot[] = [];
  const fixed: FixedParameter[] = [];

  const add = (
    location: ParameterSlot["in"],
    wireName: string,
    style: string,
    schema: Schema,
    isRequired: boolean,
  ) => {
    const name = uniqueName(wireName, location, properties);
    properties[name] = schema;
    if (isRequired) required.push(name);
    slots.push({ argument: name, in: location, name: wireName, style });
  };

  for (const parameter of parameters) {
    const wireName = textAt(parameter, "name")!;
    const location = textAt(parameter, "in")!;
    if (!LOCATIONS.has(location)) {
      if (location !== "body" && location !== "formData")
        notes.omit(
          where,
          `The parameter "${wireName}" has an unknown location: "${location.slice(0, 20)}".`,
        );
      continue;
    }
    if (/[\r\n\0]/.test(wireName) || wireName === "__proto__") {
      notes.omit(where, "A parameter name contains characters that can't be sent.");
      continue;
    }
    if (location === "header" && RESERVED_HEADERS.test(wireName)) continue;
    if (options.isHidden(location, wireName) || isDeprecated(parameter)) continue;
    const constant = options.constantFor?.(location, wireName);
    const fixedValue = constant ?? singleValue(document, parameter);
    if (
      fixedValue !== undefined &&
      (constant !== undefined || ownValue(parameter, "required") === true) &&
      (location === "query" || location === "header")
    ) {
      fixed.push({ in: location, name: wireName, value: fixedValue });
      continue;
    }
    if (slots.length >= MAX_ARGUMENTS) {
      notes.omit(where, `Only ${MAX_ARGUMENTS} of ${parameters.length} parameters are used.`);
      break;
    }
    const content = ownEntries(ownValue(parameter, "content"))[0]?.[1];
    const schema = schemas.read(
      content ? ownValue(content, "schema") : ownValue(parameter, "schema"),
      where,
    );
    const description = toPlainText(ownValue(parameter, "description"));
    const described = description ? { ...schema, description } : schema;
    const isRequired = ownValue(parameter, "required") === true || location === "path";
    const example = isRequired
      ? readExample(parameter, dereference(document, ownValue(parameter, "schema")))
      : undefined;
    add(
      location as ParameterSlot["in"],
      wireName,
      content ? "json" : readStyle(parameter, location, options.queryStyle),
      withExample(described, example),
      isRequired,
    );
  }
  for (const [, name] of path.matchAll(/\{([^{}]+)\}/g)) {
    if (slots.some((slot) => slot.in === "path" && slot.name === name)) continue;
    notes.omit(
      where,
      `The path parameter {${name}} is not declared, so it is treated as a string.`,
    );
    add("path", name!, "simple", { type: "string" }, true);
  }
  const findPathArgument = (wireName: string) =>
    slots.find(({ in: location, name }) => location === "path" && name === wireName)?.argument;
  const body = readRequestBody(options, properties, add, (wireName, isRequired) => {
    const argument = ID.test(wireName) ? findPathArgument(wireName) : undefined;
    if (argument !== undefined && isRequired)
      slots.push({ argument, in: "body", name: wireName, style: "" });
    return argument !== undefined;
  });
  return { input: objectSchema(properties, required), slots, ...(body && { body }), fixed };
}

/** Whether callers should no longer pass a parameter. Some documents say so in its description. */
const isDeprecated = (parameter: JsonObject): boolean =>
  ownValue(parameter, "required") !== true &&
  (ownValue(parameter, "deprecated") === true ||
    /^\W*deprecated\b/i.test(textAt(parameter, "description") ?? ""));

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
  const prefixed = `${location}_${name}`.slice(0, 60);
  let candidate = prefixed;
  for (let count = 2; Object.hasOwn(taken, candidate); count += 1)
    candidate = `${prefixed}_${count}`;
  return candidate;
}

const DEFAULT_STYLES: Readonly<Record<string, string>> = {
  query: "form",
  cookie: "form",
  path: "simple",
  header: "simple",
};

function readStyle(parameter: JsonObject, location: string, queryStyle?: string): string {
  const declared = textAt(parameter, "style");
  if (declared === undefined && location === "query" && queryStyle) return queryStyle;
  const style = declared ?? DEFAULT_STYLES[location]!;
  const explode = ownValue(parameter, "explode");
  return typeof explode === "boolean" ? `${style}:${explode}` : style;
}

/**
 * The only string that a parameter allows, if its schema has a `const` or an `enum` with one value.
 */
function singleValue(document: unknown, parameter: JsonObject): string | undefined {
  const schema = dereference(document, ownValue(parameter, "schema"));
  const values = listAt(schema, "enum");
  if (values.length === 1 && typeof values[0] === "string") return values[0];
  return textAt(schema, "const");
}
