import type { Document, Refuse } from "./operations.ts";
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
export function lint(document: Document, table: Table, refuse: Refuse): void {
  const isKeyed = document.security?.some((scheme) => Object.keys(scheme).length > 0) ?? false;
  for (const [name, operation] of Object.entries(table.operations))
    lintOperation(name, operation, isKeyed, refuse);
  for (const [name, { summary, description, input }] of Object.entries(table.bindings)) {
    if (!/^[a-z]+([A-Z][a-z]+)+$/.test(name))
      refuse(name, "an operation is named verb and noun in camelCase");
    if (!summary || !description) refuse(name, "needs @summary and a doc comment");
    for (const part of Object.values<Schema>(input["properties"])) lintSchema(name, part, refuse);
  }
  for (const [name, schema] of Object.entries(table.$defs)) {
    if (!schema["description"]) refuse(name, "needs a doc comment");
    lintSchema(name, schema, refuse);
  }
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values<any>(item))
      lintAnswers(`${operation.operationId} at ${path}`, operation, refuse);
    // OpenAPI says of a body by reference nothing more than the schema does, and that may be an answer's too.
    for (const { operationId, requestBody, ...rest } of Object.values<any>(item)) {
      if (requestBody?.content["application/json"].schema["$ref"] && !rest["x-binding"])
        refuse(operationId, "needs a body of its own, not a model by reference");
    }
  }
}

function lintOperation(
  name: string,
  { summary, description, input, tool, permission }: OperationEntry,
  isKeyed: boolean,
  refuse: Refuse,
): void {
  if (!/^(siteInfo|[a-z]+([A-Z][a-z]+)+)$/.test(name))
    refuse(name, "an operation is named verb and noun in camelCase");
  if (!summary) refuse(name, "needs @summary: it is the tool's title");
  if (!description) refuse(name, "needs a doc comment: it is the tool's description");
  for (const [key, schema] of Object.entries(input.properties))
    lintNamed(`${name}(${key})`, schema, refuse);
  if (isKeyed && !PERMISSIONS.has(permission!))
    refuse(name, "x-permission must be read, connect or run: a key is asked for");
  if (!isKeyed && permission) refuse(name, "has x-permission, but no key is asked for");
  if (!tool) return;
  for (const hint of [
    "readOnlyHint",
    "destructiveHint",
    "idempotentHint",
    "openWorldHint",
  ] as const) {
    if (typeof tool.annotations[hint] !== "boolean")
      refuse(name, `x-tool must say ${hint}: MCP's defaults are pessimistic`);
  }
  if (tool.name.length > 40) refuse(name, `its tool name ${tool.name} is over 40 characters`);
}

function lintAnswers(where: string, operation: any, refuse: Refuse): void {
  const statuses = Object.keys(operation.responses);
  if (!statuses.some((status) => Number(status) < 300)) refuse(where, "has no success");
  if (!statuses.includes("429"))
    refuse(where, "does not say that a client over its rate is refused with 429");
  if (!statuses.includes("500")) refuse(where, "does not say that it may fail with 500");
  for (const [status, { description, content = {} }] of Object.entries<any>(operation.responses)) {
    if (!description) refuse(`${where} ${status}`, "needs a description");
    if (Number(status) >= 400 && !operation["x-binding"] && !content["application/problem+json"])
      refuse(`${where} ${status}`, "must be a problem");
  }
}

/** A parameter or a property: it has a description, and an example where a made-up value would not do. */
function lintNamed(where: string, schema: Schema, refuse: Refuse): void {
  if (!schema["description"] && !schema["$ref"] && !schema["allOf"])
    refuse(where, "needs a doc comment");
  const constrained = CONSTRAINTS.some((keyword) => keyword in schema) && !schema["items"];
  if (constrained && !schema["examples"] && !("default" in schema))
    refuse(where, "is constrained and needs @example");
  lintSchema(where, schema, refuse);
}

function lintSchema(where: string, schema: Schema, refuse: Refuse): void {
  for (const keyword of Object.keys(schema)) {
    if (!KEYWORDS.has(keyword))
      refuse(where, `uses ${keyword}, which the validator is not proven to carry out`);
  }
  const format = schema["format"];
  if (format && !FORMATS.has(format))
    refuse(where, `uses the format ${format}, which the validator is not proven to check`);
  if (typeof schema["const"] === "object")
    refuse(where, "has an object for a const, which the validator takes for nothing at all");
  for (const key of schema["required"] ?? []) {
    if (!schema["properties"]?.[key]) refuse(where, `requires ${key}, which it does not declare`);
  }
  for (const [key, property] of Object.entries<Schema>(schema["properties"] ?? {}))
    lintNamed(`${where}.${key}`, property, refuse);
  if (schema["items"]) lintSchema(`${where}[]`, schema["items"], refuse);
  for (const option of [...(schema["anyOf"] ?? []), ...(schema["oneOf"] ?? [])])
    lintSchema(where, option, refuse);
}
