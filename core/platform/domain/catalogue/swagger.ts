import { followed, isObject, type Json, listAt, membersOf, own, textAt } from "./document.ts";
import type { Notes } from "./report.ts";

/** The servers of a Swagger 2 document, as OpenAPI 3 has them. */
export function swaggerServers(document: unknown): Json[] {
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
export interface Modern {
  readonly parameters: readonly Json[];
  readonly requestBody?: Json | undefined;
}

const STYLES: Readonly<Record<string, { style: string; explode: boolean }>> = {
  csv: { style: "form", explode: false },
  multi: { style: "form", explode: true },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
};

/** Rewrites the parameters of a Swagger 2 operation, which say a body, a form and arrays in ways of their own. */
export function modernised(
  parameters: readonly Json[],
  consumes: readonly unknown[],
  where: string,
  notes: Notes,
): Modern {
  const plain: Json[] = [];
  const form: Json[] = [];
  let body: Json | undefined;
  for (const parameter of parameters) {
    const place = own(parameter, "in");
    if (place === "body") body = parameter;
    else if (place === "formData") form.push(parameter);
    else plain.push(modernParameter(parameter, where, notes));
  }
  const types = consumes.filter((type): type is string => typeof type === "string");
  if (body) {
    const type = types.find((one) => /json/i.test(one)) ?? types[0] ?? "application/json";
    return {
      parameters: plain,
      requestBody: {
        required: own(body, "required") === true,
        content: { [type]: { schema: own(body, "schema") } },
      },
    };
  }
  if (form.length === 0) return { parameters: plain };
  const hasFile = form.some((parameter) => own(parameter, "type") === "file");
  const type =
    hasFile ||
    types.some((one) => /multipart/i.test(one) && !types.some((other) => /urlencoded/i.test(other)))
      ? "multipart/form-data"
      : "application/x-www-form-urlencoded";
  const named = form.filter((parameter) => textAt(parameter, "name"));
  const schema = {
    type: "object",
    properties: Object.fromEntries(
      named.map((parameter) => [
        textAt(parameter, "name")!,
        { ...schemaOf(parameter), description: own(parameter, "description") },
      ]),
    ),
    required: named
      .filter((parameter) => own(parameter, "required") === true)
      .map((parameter) => textAt(parameter, "name")),
  };
  return {
    parameters: plain,
    requestBody: { required: schema.required.length > 0, content: { [type]: { schema } } },
  };
}

function modernParameter(parameter: Json, where: string, notes: Notes): Json {
  if (isObject(own(parameter, "schema"))) return parameter;
  const format = textAt(parameter, "collectionFormat");
  const place = textAt(parameter, "in");
  const style =
    own(parameter, "type") !== "array"
      ? undefined
      : place === "query"
        ? STYLES[format ?? "csv"]
        : { style: "simple", explode: false };
  if (format && !STYLES[format])
    notes.leave(
      where,
      `The collection format ${format.slice(0, 20)} of ${String(own(parameter, "name"))} is not known; commas are sent.`,
    );
  return {
    name: own(parameter, "name"),
    in: place,
    required: own(parameter, "required"),
    description: own(parameter, "description"),
    "x-example": own(parameter, "x-example"),
    schema: schemaOf(parameter),
    ...(own(parameter, "type") === "array" && (style ?? STYLES["csv"])),
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

const schemaOf = (parameter: Json): Json =>
  Object.fromEntries(membersOf(parameter).filter(([name]) => !NOT_SCHEMA.has(name)));

/** An operation's own parameters with those of its path, each once; what they refer to is followed. */
export function parametersOf(
  document: unknown,
  pathItem: unknown,
  operation: unknown,
  where: string,
  notes: Notes,
): Json[] {
  const found = new Map<string, Json>();
  for (const listed of [
    ...listAt(pathItem, "parameters"),
    ...listAt(operation, "parameters"),
  ].slice(0, 300)) {
    const parameter = followed(document, listed);
    const name = textAt(parameter, "name");
    const place = textAt(parameter, "in");
    if (!parameter || !name || !place)
      notes.leave(
        where,
        `A parameter that ${typeof own(listed, "$ref") === "string" ? `is referred to as ${String(own(listed, "$ref"))} can't be found.` : "has no name or no place is left out."}`,
      );
    else found.set(`${place} ${name}`, parameter);
  }
  return [...found.values()];
}

/** What a Swagger 2 operation takes, by media type. */
export const consumedBy = (document: unknown, operation: unknown) =>
  Array.isArray(own(operation, "consumes"))
    ? listAt(operation, "consumes")
    : listAt(document, "consumes");

/** A requestBody that is referred to is followed. */
export function requestBodyOf(document: unknown, operation: unknown): Json | undefined {
  const body = own(operation, "requestBody");
  return body === undefined ? undefined : followed(document, body);
}
