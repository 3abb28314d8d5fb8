import {
  isObject,
  type JsonObject,
  listAt,
  ownEntries,
  ownValue,
  resolveReference,
  textAt,
} from "./json-access.ts";
import type { CompileNotes } from "./report.ts";

/** The servers of a Swagger 2 document, as OpenAPI 3 has them. */
export function swaggerServers(document: unknown): JsonObject[] {
  const host = textAt(document, "host");
  const path = textAt(document, "basePath") ?? "";
  if (!host) return path ? [{ url: path }] : [];
  const schemes = listAt(document, "schemes").filter(
    (scheme) => scheme === "https" || scheme === "http",
  );
  return (schemes.length > 0 ? schemes : ["https"]).map((scheme) => ({
    url: `${String(scheme)}://${host}${path.startsWith("/") ? path : path && `/${path}`}`,
  }));
}

/** An operation's parameters and body as OpenAPI 3 has them. */
export interface ConvertedParameters {
  readonly parameters: readonly JsonObject[];
  readonly requestBody?: JsonObject | undefined;
}

const STYLES: Readonly<Record<string, { style: string; explode: boolean }>> = {
  csv: { style: "form", explode: false },
  multi: { style: "form", explode: true },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
};

/** Rewrites the parameters of a Swagger 2 operation, which say a body, a form and arrays in ways of their own. */
export function convertSwaggerParameters(
  parameters: readonly JsonObject[],
  consumes: readonly unknown[],
  where: string,
  notes: CompileNotes,
): ConvertedParameters {
  const otherParameters: JsonObject[] = [];
  const formParameters: JsonObject[] = [];
  let body: JsonObject | undefined;
  for (const parameter of parameters) {
    const location = ownValue(parameter, "in");
    if (location === "body") body = parameter;
    else if (location === "formData") formParameters.push(parameter);
    else otherParameters.push(convertParameter(parameter, where, notes));
  }
  const types = consumes.filter((type): type is string => typeof type === "string");
  if (body) {
    const type = types.find((type) => /json/i.test(type)) ?? types[0] ?? "application/json";
    return {
      parameters: otherParameters,
      requestBody: {
        required: ownValue(body, "required") === true,
        content: { [type]: { schema: ownValue(body, "schema") } },
      },
    };
  }
  if (formParameters.length === 0) return { parameters: otherParameters };
  const hasFile = formParameters.some((parameter) => ownValue(parameter, "type") === "file");
  const type =
    hasFile ||
    types.some(
      (type) => /multipart/i.test(type) && !types.some((other) => /urlencoded/i.test(other)),
    )
      ? "multipart/form-data"
      : "application/x-www-form-urlencoded";
  const namedParameters = formParameters.filter((parameter) => textAt(parameter, "name"));
  const schema = {
    type: "object",
    properties: Object.fromEntries(
      namedParameters.map((parameter) => [
        textAt(parameter, "name")!,
        { ...parameterSchema(parameter), description: ownValue(parameter, "description") },
      ]),
    ),
    required: namedParameters
      .filter((parameter) => ownValue(parameter, "required") === true)
      .map((parameter) => textAt(parameter, "name")),
  };
  return {
    parameters: otherParameters,
    requestBody: { required: schema.required.length > 0, content: { [type]: { schema } } },
  };
}

function convertParameter(parameter: JsonObject, where: string, notes: CompileNotes): JsonObject {
  if (isObject(ownValue(parameter, "schema"))) return parameter;
  const format = textAt(parameter, "collectionFormat");
  const location = textAt(parameter, "in");
  const style =
    ownValue(parameter, "type") !== "array"
      ? undefined
      : location === "query"
        ? STYLES[format ?? "csv"]
        : { style: "simple", explode: false };
  if (format && !STYLES[format])
    notes.omit(
      where,
      `The collection format ${format.slice(0, 20)} of ${String(ownValue(parameter, "name"))} is not known; commas are sent.`,
    );
  return {
    name: ownValue(parameter, "name"),
    in: location,
    required: ownValue(parameter, "required"),
    description: ownValue(parameter, "description"),
    "x-example": ownValue(parameter, "x-example"),
    schema: parameterSchema(parameter),
    ...(ownValue(parameter, "type") === "array" && (style ?? STYLES["csv"])),
  };
}

const NOT_SCHEMA = new Set([
  "name",
  "in",
  "required",
  "description",
  "collectionFormat",
  "allowEmptyValue",
  "schema",
]);

const parameterSchema = (parameter: JsonObject): JsonObject =>
  Object.fromEntries(ownEntries(parameter).filter(([name]) => !NOT_SCHEMA.has(name)));

/** An operation's own parameters with those of its path, each once; what they refer to is followed. */
export function resolveParameters(
  document: unknown,
  pathItem: unknown,
  operation: unknown,
  where: string,
  notes: CompileNotes,
): JsonObject[] {
  const parameters = new Map<string, JsonObject>();
  for (const listed of [
    ...listAt(pathItem, "parameters"),
    ...listAt(operation, "parameters"),
  ].slice(0, 300)) {
    const parameter = resolveReference(document, listed);
    const name = textAt(parameter, "name");
    const location = textAt(parameter, "in");
    if (!parameter || !name || !location)
      notes.omit(
        where,
        `A parameter that ${typeof ownValue(listed, "$ref") === "string" ? `is referred to as ${String(ownValue(listed, "$ref"))} can't be found.` : "has no name or no place is left out."}`,
      );
    else parameters.set(`${location} ${name}`, parameter);
  }
  return [...parameters.values()];
}

/** What a Swagger 2 operation takes, by media type. */
export const consumedTypes = (document: unknown, operation: unknown) =>
  Array.isArray(ownValue(operation, "consumes"))
    ? listAt(operation, "consumes")
    : listAt(document, "consumes");

/** A requestBody that is referred to is followed. */
export function resolveRequestBody(document: unknown, operation: unknown): JsonObject | undefined {
  const body = ownValue(operation, "requestBody");
  return body === undefined ? undefined : resolveReference(document, body);
}
