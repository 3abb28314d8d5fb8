import {
  isObject,
  type JsonObject,
  listAt,
  ownEntries,
  ownValue,
  requireTextAt,
  textAt,
} from "../../../kit/json/json-access.ts";
import { dereference } from "../../../kit/json/json-pointer.ts";
import type { CompileNotes } from "../results/report.ts";

/** The servers of a Swagger 2 document in OpenAPI 3 form. */
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

/** An operation's parameters and body in OpenAPI 3 form. */
interface ConvertedParameters {
  readonly parameters: readonly JsonObject[];
  readonly requestBody?: JsonObject | undefined;
}

const STYLES: Readonly<Record<string, { style: string; explode: boolean }>> = {
  csv: { style: "form", explode: false },
  multi: { style: "form", explode: true },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
};

/**
 * Converts the parameters of a Swagger 2 operation. Body and form parameters become the request
 * body.
 */
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
    const type = types.find((name) => /json/i.test(name)) ?? types[0] ?? "application/json";
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
        requireTextAt(parameter, "name"),
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
  const arrayStyle =
    location === "query"
      ? (STYLES[format ?? "csv"] ?? STYLES["csv"])
      : { style: "simple", explode: false };
  if (format && !STYLES[format])
    notes.omit(
      where,
      `The collectionFormat "${format.slice(0, 20)}" of "${String(ownValue(parameter, "name"))}" is unknown, so commas are used.`,
    );
  return {
    name: ownValue(parameter, "name"),
    in: location,
    required: ownValue(parameter, "required"),
    description: ownValue(parameter, "description"),
    "x-example": ownValue(parameter, "x-example"),
    schema: parameterSchema(parameter),
    ...(ownValue(parameter, "type") === "array" && arrayStyle),
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

/**
 * The parameters of an operation and its path item, without duplicates and with references
 * resolved.
 */
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
    const parameter = dereference(document, listed);
    const name = textAt(parameter, "name");
    const location = textAt(parameter, "in");
    const reference = ownValue(listed, "$ref");
    if (!parameter || !name || !location)
      notes.omit(
        where,
        typeof reference === "string"
          ? `The parameter reference "${reference}" can't be resolved.`
          : "A parameter has no name or no location.",
      );
    else parameters.set(`${location} ${name}`, parameter);
  }
  return [...parameters.values()];
}

/** The media types that a Swagger 2 operation accepts. */
export const consumedTypes = (document: unknown, operation: unknown) =>
  Array.isArray(ownValue(operation, "consumes"))
    ? listAt(operation, "consumes")
    : listAt(document, "consumes");

/** An OpenAPI 3 operation's request body, with its reference resolved. */
export function resolveRequestBody(document: unknown, operation: unknown): JsonObject | undefined {
  const body = ownValue(operation, "requestBody");
  return body === undefined ? undefined : dereference(document, body);
}
