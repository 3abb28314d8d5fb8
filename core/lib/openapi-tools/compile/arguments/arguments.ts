import type { Schema } from "../../../json-schema/index.ts";
import {
  type JsonObject,
  listAt,
  ownEntries,
  ownValue,
  requireTextAt,
  textAt,
} from "../../../kit/json/json-access.ts";
import { dereference } from "../../../kit/json/json-pointer.ts";
import { requireValue } from "../../../kit/require-value.ts";
import type { FixedParameter, HttpBinding, ParameterSlot } from "../../tool-record.ts";
import { toPlainText } from "../documents/plain-text.ts";
import { toArgumentName } from "../names/argument-name.ts";
import { readExample, withExample } from "./examples.ts";
import { type ArgumentOptions, readRequestBody } from "./request-body.ts";
import { uploadSchema } from "./upload-schema.ts";

/** A tool's input schema and the place of each argument in the HTTP request. */
interface ToolArguments {
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
export const readArguments = (options: ArgumentOptions): ToolArguments =>
  new ArgumentReader(options).read();

class ArgumentReader {
  readonly #options: ArgumentOptions;
  readonly #properties: Record<string, Schema> = {};
  readonly #required: string[] = [];
  readonly #slots: ParameterSlot[] = [];
  readonly #fixed: FixedParameter[] = [];

  constructor(options: ArgumentOptions) {
    this.#options = options;
  }

  read(): ToolArguments {
    const { parameters, where, notes } = this.#options;
    for (const parameter of parameters) {
      if (!this.#isUsable(parameter) || this.#readFixed(parameter)) continue;
      if (this.#slots.length >= MAX_ARGUMENTS) {
        notes.omit(where, `Only ${MAX_ARGUMENTS} of ${parameters.length} parameters are used.`);
        break;
      }
      this.#readArgument(parameter);
    }
    this.#addUndeclared();
    const body = this.#addUpload(this.#readBody());
    return {
      input: objectSchema(this.#properties, this.#required),
      slots: this.#slots,
      ...(body && { body }),
      fixed: this.#fixed,
    };
  }

  #isUsable(parameter: JsonObject): boolean {
    const { where, notes, isHidden } = this.#options;
    const wireName = requireTextAt(parameter, "name");
    const location = requireTextAt(parameter, "in");
    if (!LOCATIONS.has(location)) {
      if (location !== "body" && location !== "formData")
        notes.omit(
          where,
          `The parameter "${wireName}" has an unknown location: "${location.slice(0, 20)}".`,
        );
      return false;
    }
    if (/[\r\n\0]/.test(wireName) || wireName === "__proto__") {
      notes.omit(where, "A parameter name contains characters that can't be sent.");
      return false;
    }
    if (location === "header" && RESERVED_HEADERS.test(wireName) && !this.#isJsonVersion(parameter))
      return false;
    return !isHidden(location, wireName) && !isDeprecated(parameter);
  }

  /** Whether a parameter is the only `Accept` of an operation whose JSON has versions or formats. */
  #isJsonVersion(parameter: JsonObject): boolean {
    return (
      /^accept$/i.test(requireTextAt(parameter, "name")) &&
      ownValue(parameter, "required") === true &&
      /^application\/\S+\+json/.test(singleValue(this.#options.document, parameter) ?? "")
    );
  }

  /** Reads a parameter that always has the same value. Returns whether it is one. */
  #readFixed(parameter: JsonObject): boolean {
    const { document, constantFor } = this.#options;
    const name = requireTextAt(parameter, "name");
    const location = requireTextAt(parameter, "in");
    const constant = constantFor?.(location, name);
    const value = constant ?? singleValue(document, parameter);
    if (value === undefined || (location !== "query" && location !== "header")) return false;
    if (constant === undefined && ownValue(parameter, "required") !== true) return false;
    this.#fixed.push({ in: location, name, value });
    return true;
  }

  #readArgument(parameter: JsonObject): void {
    const { document, where, schemas, queryStyle } = this.#options;
    const location = requireTextAt(parameter, "in");
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
    this.#add(
      location as ParameterSlot["in"],
      requireTextAt(parameter, "name"),
      content ? "json" : readStyle(parameter, location, queryStyle),
      withExample(described, example),
      isRequired,
    );
  }

  /** Adds the parameters of the path that the document doesn't declare. */
  #addUndeclared(): void {
    const { path, where, notes } = this.#options;
    for (const [, name = ""] of path.matchAll(/\{([^{}]+)\}/g)) {
      if (this.#findPathSlot(name)) continue;
      notes.omit(
        where,
        `The path parameter {${name}} is not declared, so it is treated as a string.`,
      );
      this.#add("path", name, "simple", { type: "string" }, true);
    }
  }

  #readBody(): HttpBinding["body"] | undefined {
    return readRequestBody(this.#options, this.#properties, this.#add, (wireName, isRequired) => {
      const argument = ID.test(wireName) ? this.#findPathSlot(wireName)?.argument : undefined;
      if (argument !== undefined && isRequired)
        this.#slots.push({ argument, in: "body", name: wireName, style: "" });
      return argument !== undefined;
    });
  }

  #addUpload(body: HttpBinding["body"]): HttpBinding["body"] {
    const { upload } = this.#options;
    if (!upload) return body;
    const { isRequired, mediaTypes: _, ...binding } = upload;
    this.#add("body", "file", "file", uploadSchema(upload), isRequired);
    const { argument } = requireValue(this.#slots.at(-1), "the slot of the file");
    return { ...(body ?? { type: "application/json" }), upload: { ...binding, argument } };
  }

  #findPathSlot(wireName: string): ParameterSlot | undefined {
    return this.#slots.find(({ in: location, name }) => location === "path" && name === wireName);
  }

  /** A property, because `readRequestBody` receives it. */
  readonly #add = (
    location: ParameterSlot["in"],
    wireName: string,
    style: string,
    schema: Schema,
    isRequired: boolean,
  ): void => {
    const name = uniqueName(wireName, location, this.#properties);
    this.#properties[name] = schema;
    if (isRequired) this.#required.push(name);
    this.#slots.push({ argument: name, in: location, name: wireName, style });
  };
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
  const style = declared ?? requireValue(DEFAULT_STYLES[location], `the style of ${location}`);
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
