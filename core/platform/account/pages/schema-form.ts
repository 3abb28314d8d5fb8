import type { Schema } from "../../../../generated/table.ts";
import { Problem, type ProblemError } from "../../../http/problem.ts";
import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import { describeJsonError } from "../../../lib/kit/json/json-error.ts";
import { parsePointer } from "../../../lib/kit/json/json-pointer.ts";
import { toPlainText } from "./parts/plain-text.ts";
import type { FieldError } from "./parts/problem.ts";

/** The prefix of the fields, which tells them from the other fields of the form. */
const PREFIX = "a.";

/** How a person enters a value. */
type Control = "text" | "number" | "choice" | "boolean" | "lines" | "json";

/** The ID of the field of an argument. */
export const argumentField = (name: string): string => PREFIX + name;

/**
 * Renders a form for the arguments of a tool: the required ones, then the others folded. Lists of
 * texts or numbers have one value per line, and nested values are entered as JSON.
 */
export function renderSchemaForm(
  schema: Schema,
  fields: URLSearchParams | undefined,
  errorOf: (id: string) => FieldError | undefined,
): Html {
  const properties = Object.entries(readProperties(schema));
  const required = new Set<string>(schema["required"] ?? []);
  const render = ([name, property]: [string, Schema]) =>
    renderArgument(name, property, required.has(name), fields, errorOf(argumentField(name)));
  const first = properties.filter(([name]) => required.has(name));
  const others = properties.filter(([name]) => !required.has(name));
  const isFilled = others.some(
    ([name]) => fields?.get(argumentField(name)) || errorOf(argumentField(name)),
  );
  return html`${first.map(render)}${
    others.length > 0 &&
    html`<details class="fold"${(isFilled || first.length === 0) && html` open`}><summary>${others.length} optional ${others.length === 1 ? "argument" : "arguments"}</summary>
${others.map(render)}</details>`
  }`;
}

/** The most references and `allOf` that a schema is read through. */
const MAX_DEPTH = 8;

/** Returns the schemas of the arguments, with references and `allOf` resolved at the first level. */
const readProperties = (schema: Schema): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    Object.entries<Schema>(schema["properties"] ?? {}).map(([name, property]) => [
      name,
      resolveSchema(property, schema["$defs"] ?? {}),
    ]),
  );

/** Merges a schema with those that it refers to. Its own keywords take precedence. */
function resolveSchema(
  schema: Schema,
  definitions: Readonly<Record<string, Schema>>,
  depth = 0,
): Schema {
  const { $ref: ref, allOf = [], ...own } = schema;
  if ((ref === undefined && allOf.length === 0) || depth === MAX_DEPTH) return schema;
  const name = String(ref).replace(/^#\/\$defs\//, "");
  const definition =
    ref !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  const parts: readonly Schema[] = [...(definition ? [definition] : []), ...allOf];
  const resolved = parts.map((part) => resolveSchema(part, definitions, depth + 1));
  const merged: Schema = Object.assign({}, ...resolved, own);
  const { items } = merged;
  return items === undefined || Array.isArray(items)
    ? merged
    : { ...merged, items: resolveSchema(items, definitions, depth + 1) };
}

function renderArgument(
  name: string,
  schema: Schema,
  isRequired: boolean,
  fields: URLSearchParams | undefined,
  error: FieldError | undefined,
): Html {
  const id = argumentField(name);
  const value = fields?.get(id) ?? (isRequired ? initialValue(schema) : "");
  const control = controlOf(schema);
  const hint = [toPlainText(schema["description"] ?? ""), CONTROL_HINTS[control]]
    .filter(Boolean)
    .join(" ");
  return renderField(
    { id, label: name, hint: hint.slice(0, 500) || undefined, error, isOptional: !isRequired },
    (attributes) => renderControl(control, schema, value, attributes, isRequired),
  );
}

const CONTROL_HINTS: Readonly<Partial<Record<Control, string>>> = {
  lines: "One value per line.",
  json: "As JSON.",
};

function renderControl(
  control: Control,
  schema: Schema,
  value: string,
  attributes: Html,
  isRequired: boolean,
): Html {
  switch (control) {
    case "choice":
      return renderSelect(schema["enum"].map(String), value, attributes, isRequired);
    case "boolean":
      return renderSelect(["true", "false"], value, attributes, isRequired);
    case "lines":
      return html`<textarea${attributes} rows="3" spellcheck="false">${value}</textarea>`;
    case "json":
      return html`<textarea${attributes} rows="5" spellcheck="false" placeholder="${schema["type"] === "array" ? "[]" : "{}"}">${value}</textarea>`;
    case "number":
      return html`<input${attributes} value="${value}" inputmode="decimal" autocomplete="off">`;
    case "text":
      return html`<input${attributes} value="${value}" autocomplete="off">`;
  }
}

const renderSelect = (
  choices: readonly string[],
  value: string,
  attributes: Html,
  isRequired: boolean,
): Html =>
  html`<select${attributes}>${(!isRequired || !choices.includes(value)) && html`<option value=""></option>`}${choices.map((choice) => html`<option value="${choice}"${choice === value && html` selected`}>${choice}</option>`)}</select>`;

/** A required argument starts with its default or its only value. */
function initialValue(schema: Schema): string {
  const initial = schema["default"] ?? schema["const"];
  if (initial === undefined) return "";
  return typeof initial === "object" ? JSON.stringify(initial) : String(initial);
}

function controlOf(schema: Schema): Control {
  const type = isTextOrNumber(schema) ? "string" : mainType(schema);
  if (type === "boolean") return "boolean";
  if (Array.isArray(schema["enum"]) && isScalarType(type)) return "choice";
  if (type === "string") return "text";
  if (type === "integer" || type === "number") return "number";
  if (type === "array" && isScalarType(mainType(schema["items"] ?? {}))) return "lines";
  return "json";
}

/** Whether a text is valid, and anything else is a scalar that a text can stand for. */
function isTextOrNumber(schema: Schema): boolean {
  const members: readonly Schema[] = schema["oneOf"] ?? schema["anyOf"] ?? [schema];
  const types = members.flatMap(({ type }) => type ?? "unknown").filter((type) => type !== "null");
  return types.includes("string") && types.every(isScalarType);
}

/** The type of a schema, without null. Undefined if it allows several. */
function mainType(schema: Schema): string | undefined {
  const types = [schema["type"]].flat().filter((type) => type !== undefined && type !== "null");
  return types.length === 1 ? types[0] : undefined;
}

const isScalarType = (type: string | undefined): boolean =>
  type === "string" || type === "integer" || type === "number";

/**
 * Returns the arguments that a form has. Empty fields are left out. Throws the `Problem`
 * "invalid_input" for text that isn't JSON where JSON is asked for.
 */
export function readArguments(schema: Schema, fields: URLSearchParams): Record<string, unknown> {
  const errors: ProblemError[] = [];
  const entries = Object.entries(readProperties(schema)).flatMap(([name, property]) => {
    const text = fields.get(argumentField(name));
    if (!text) return [];
    try {
      return [[name, parseValue(text, property)] as const];
    } catch {
      errors.push({ pointer: `/${argumentField(name)}`, detail: describeJsonError(text) });
      return [];
    }
  });
  if (errors.length > 0)
    throw new Problem("invalid_input", "Some arguments aren't JSON.", { errors });
  return Object.fromEntries(entries);
}

function parseValue(text: string, schema: Schema): unknown {
  switch (controlOf(schema)) {
    case "boolean":
      return text === "true";
    case "number":
      return parseNumber(text);
    case "choice":
      return schema["enum"].find((choice: unknown) => String(choice) === text) ?? text;
    case "lines": {
      const isText = mainType(schema["items"] ?? {}) === "string";
      const lines = text.split(/\r?\n/).filter(Boolean);
      return isText ? lines : lines.map(parseNumber);
    }
    case "json":
      return JSON.parse(text);
    case "text":
      return text;
  }
}

/** Returns the number, or the text if it isn't one, which the schema then rejects. */
const parseNumber = (text: string): number | string =>
  /^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(text) ? Number(text) : text;

/** Returns the fields of a form that has these arguments: the opposite of `readArguments`. */
export function toArgumentFields(
  schema: Schema,
  input: Readonly<Record<string, unknown>>,
): URLSearchParams {
  const properties = readProperties(schema);
  return new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return property ? [[argumentField(name), formatValue(value, property)]] : [];
    }),
  );
}

function formatValue(value: unknown, schema: Schema): string {
  const control = controlOf(schema);
  if (control === "lines" && Array.isArray(value)) return value.join("\n");
  if (control === "json") return JSON.stringify(value, null, 2);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Converts the pointers of errors to the fields of the form: `/arguments/owner` to `/a.owner`. */
export function withFieldNames(problem: Problem): Problem {
  const { errors, hint, extensions } = problem;
  if (!errors) return problem;
  return new Problem("invalid_input", problem.message, {
    hint,
    extensions,
    errors: errors.map((error) => {
      const [first, name] = parsePointer(error.pointer);
      return name !== undefined && first === "arguments"
        ? { ...error, pointer: `/${argumentField(String(name))}` }
        : error;
    }),
  });
}
