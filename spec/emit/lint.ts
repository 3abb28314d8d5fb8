import type { OpenApiDocument, ReportError } from "./operations.ts";
import type { OperationEntry, Schema, Table } from "./table.ts";

/**
 * The keywords that the core's validator is known to carry out as JSON Schema says (`core/schema.test.ts` compares it
 * with ajv). Any other would be ignored in silence, or throw at start.
 */
export const KEYWORDS = new Set(
  (
    "$ref type properties required additionalProperties items enum const anyOf oneOf format pattern minLength maxLength " +
    "minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems default examples title description"
  ).split(" "),
);
export const FORMATS = new Set(["uri", "date-time"]);
const PERMISSIONS: ReadonlySet<string> = new Set(["read", "connect", "run"]);
const CONSTRAINTS = ["pattern", "format", "minLength", "minimum", "minItems", "maximum"];

/** Holds the spec to the project's rules; each breach is refused with the place and the rule. */
export function lint(document: OpenApiDocument, table: Table, reportError: ReportError): void {
  const isKeyed = document.security?.some((scheme) => Object.keys(scheme).length > 0) ?? false;
  for (const [name, operation] of Object.entries(table.operations))
    lintOperation(name, operation, isKeyed, reportError);
  for (const [name, { summary, description, input }] of Object.entries(table.bindings)) {
    if (!/^[a-z]+([A-Z][a-z]+)+$/.test(name))
      reportError(name, "an operation is named verb and noun in camelCase");
    if (!summary || !description) reportError(name, "needs @summary and a doc comment");
    for (const part of Object.values<Schema>(input["properties"]))
      lintSchema(name, part, reportError);
  }
  for (const [name, schema] of Object.entries(table.$defs)) {
    if (!schema["description"]) reportError(name, "needs a doc comment");
    lintSchema(name, schema, reportError);
  }
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values<any>(item))
      lintResponses(`${operation.operationId} at ${path}`, operation, reportError);
    // OpenAPI says of a body by reference nothing more than the schema does, and that may be an answer's too.
    for (const { operationId, requestBody, ...rest } of Object.values<any>(item)) {
      if (requestBody?.content["application/json"].schema["$ref"] && !rest["x-binding"])
        reportError(operationId, "needs a body of its own, not a model by reference");
    }
  }
}

function lintOperation(
  name: string,
  { summary, description, input, tool, permission }: OperationEntry,
  isKeyed: boolean,
  reportError: ReportError,
): void {
  if (!/^(siteInfo|[a-z]+([A-Z][a-z]+)+)$/.test(name))
    reportError(name, "an operation is named verb and noun in camelCase");
  if (!summary) reportError(name, "needs @summary: it is the tool's title");
  if (!description) reportError(name, "needs a doc comment: it is the tool's description");
  for (const [key, schema] of Object.entries(input.properties))
    lintNamed(`${name}(${key})`, schema, reportError);
  if (isKeyed && !PERMISSIONS.has(permission!))
    reportError(name, "x-permission must be read, connect or run: a key is asked for");
  if (!isKeyed && permission) reportError(name, "has x-permission, but no key is asked for");
  if (!tool) return;
  for (const hint of [
    "readOnlyHint",
    "destructiveHint",
    "idempotentHint",
    "openWorldHint",
  ] as const) {
    if (typeof tool.annotations[hint] !== "boolean")
      reportError(name, `x-tool must say ${hint}: MCP's defaults are pessimistic`);
  }
  if (tool.name.length > 40) reportError(name, `its tool name ${tool.name} is over 40 characters`);
}

function lintResponses(where: string, operation: any, reportError: ReportError): void {
  const statuses = Object.keys(operation.responses);
  if (!statuses.some((status) => Number(status) < 300)) reportError(where, "has no success");
  if (!statuses.includes("429"))
    reportError(where, "does not say that a client over its rate is refused with 429");
  if (!statuses.includes("500")) reportError(where, "does not say that it may fail with 500");
  for (const [status, { description, content = {} }] of Object.entries<any>(operation.responses)) {
    if (!description) reportError(`${where} ${status}`, "needs a description");
    if (Number(status) >= 400 && !operation["x-binding"] && !content["application/problem+json"])
      reportError(`${where} ${status}`, "must be a problem");
  }
}

/** A parameter or a property: it has a description, and an example where a made-up value would not do. */
function lintNamed(where: string, schema: Schema, reportError: ReportError): void {
  if (!schema["description"] && !schema["$ref"] && !schema["allOf"])
    reportError(where, "needs a doc comment");
  const constrained = CONSTRAINTS.some((keyword) => keyword in schema) && !schema["items"];
  if (constrained && !schema["examples"] && !("default" in schema))
    reportError(where, "is constrained and needs @example");
  lintSchema(where, schema, reportError);
}

function lintSchema(where: string, schema: Schema, reportError: ReportError): void {
  for (const keyword of Object.keys(schema)) {
    if (!KEYWORDS.has(keyword))
      reportError(where, `uses ${keyword}, which the validator is not proven to carry out`);
  }
  const format = schema["format"];
  if (format && !FORMATS.has(format))
    reportError(where, `uses the format ${format}, which the validator is not proven to check`);
  if (typeof schema["const"] === "object")
    reportError(where, "has an object for a const, which the validator takes for nothing at all");
  for (const key of schema["required"] ?? []) {
    if (!schema["properties"]?.[key])
      reportError(where, `requires ${key}, which it does not declare`);
  }
  for (const [key, property] of Object.entries<Schema>(schema["properties"] ?? {}))
    lintNamed(`${where}.${key}`, property, reportError);
  if (schema["items"]) lintSchema(`${where}[]`, schema["items"], reportError);
  for (const option of [...(schema["anyOf"] ?? []), ...(schema["oneOf"] ?? [])])
    lintSchema(where, option, reportError);
}
