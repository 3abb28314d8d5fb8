import type { OpenApiDocument, ReportError } from "./operations.ts";
import { type OperationEntry, PERMISSIONS, ROLES, type Schema, type Table } from "./table.ts";

/**
 * The JSON Schema keywords that the core's validator implements (`conformance/validator.test.ts`
 * compares it with Ajv). The validator would ignore any other keyword or throw at startup.
 */
export const KEYWORDS = new Set(
  (
    "$ref type properties required additionalProperties items enum const anyOf oneOf format pattern minLength maxLength " +
    "minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems default examples title description"
  ).split(" "),
);
export const FORMATS = new Set(["uri", "date-time"]);
const CONSTRAINTS = ["pattern", "format", "minLength", "minimum", "minItems", "maximum"];

/** Reports every violation of the project's rules for the spec, with its location. */
export function lint(document: OpenApiDocument, table: Table, reportError: ReportError): void {
  const credential = findCredential(document);
  for (const [name, operation] of Object.entries(table.operations)) {
    lintOperation(name, operation, reportError);
    lintAccess(name, operation, credential, reportError);
  }
  for (const [name, { summary, description, input, tool }] of Object.entries(table.bindings)) {
    if (!/^[a-z]+([A-Z][a-z]+)+$/.test(name))
      reportError(name, "operation names are a verb and a noun in camelCase");
    if (!summary || !description) reportError(name, "needs @summary and a doc comment");
    for (const part of Object.values<Schema>(input["properties"]))
      lintSchema(name, part, reportError);
    if (tool) lintTool(name, tool, reportError);
  }
  for (const [name, schema] of Object.entries(table.$defs)) {
    if (!schema["description"]) reportError(name, "needs a doc comment");
    lintSchema(name, schema, reportError);
  }
  const local = /https?:\/\/(127\.0\.0\.1|localhost)[^"]*/.exec(JSON.stringify(document));
  if (local)
    reportError(local[0], "is a local address. Examples have the origin https://jackfield.example");
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values<any>(item))
      lintResponses(`${operation.operationId} at ${path}`, operation, reportError);
    // A referenced schema may also describe a response, so it can't be closed for requests only.
    for (const { operationId, requestBody, ...rest } of Object.values<any>(item)) {
      if (requestBody?.content["application/json"].schema["$ref"] && !rest["x-binding"])
        reportError(operationId, "needs an inline body, not a reference to a model");
    }
  }
}

/** What requests to a service are authenticated by. */
type Credential = "none" | "key" | "session";

function findCredential({ security = [], components }: OpenApiDocument): Credential {
  const [scheme] = security.flatMap((each) => Object.keys(each));
  if (scheme === undefined) return "none";
  return components?.securitySchemes?.[scheme]?.in === "cookie" ? "session" : "key";
}

/** Checks that an operation states who may call it, in the way of its service. */
function lintAccess(
  name: string,
  { permission, role, fresh, tool }: OperationEntry,
  credential: Credential,
  reportError: ReportError,
): void {
  if (credential === "key" && !PERMISSIONS.some((word) => word === permission))
    reportError(
      name,
      `x-permission must be one of ${PERMISSIONS.join(", ")} because the service requires an API key`,
    );
  if (credential !== "key" && permission)
    reportError(name, "has x-permission, but the service requires no API key");
  if (credential === "session" && !ROLES.some((word) => word === role))
    reportError(name, `x-role must be one of ${ROLES.join(", ")} because the service has sessions`);
  if (credential !== "session" && (role || fresh))
    reportError(name, "has x-role or x-fresh, but the service has no sessions");
  if (role === "anyone" && fresh)
    reportError(name, "has x-fresh, but anyone may call it without a session");
  if (credential === "session" && tool)
    reportError(name, "has x-tool, but MCP clients have no session");
}

function lintOperation(
  name: string,
  { summary, description, input, tool }: OperationEntry,
  reportError: ReportError,
): void {
  if (!/^(siteInfo|[a-z]+([A-Z][a-z]+)+)$/.test(name))
    reportError(name, "operation names are a verb and a noun in camelCase");
  if (!summary) reportError(name, "needs @summary, which becomes the title of the tool");
  if (!description)
    reportError(name, "needs a doc comment, which becomes the description of the tool");
  for (const [key, schema] of Object.entries(input.properties))
    lintNamed(`${name}(${key})`, schema, reportError);
  if (tool) lintTool(name, tool, reportError);
}

function lintTool(
  name: string,
  tool: NonNullable<OperationEntry["tool"]>,
  reportError: ReportError,
): void {
  for (const hint of [
    "readOnlyHint",
    "destructiveHint",
    "idempotentHint",
    "openWorldHint",
  ] as const) {
    if (typeof tool.annotations[hint] !== "boolean")
      reportError(name, `x-tool needs ${hint} because the defaults of MCP are pessimistic`);
  }
  if (tool.name.length > 40)
    reportError(name, `the tool name ${tool.name} has more than 40 characters`);
}

function lintResponses(where: string, operation: any, reportError: ReportError): void {
  const statuses = Object.keys(operation.responses);
  if (!statuses.some((status) => Number(status) < 300))
    reportError(where, "needs a success response");
  if (!statuses.includes("429")) reportError(where, "needs a 429 response");
  if (!statuses.includes("500")) reportError(where, "needs a 500 response");
  for (const [status, { description, content = {} }] of Object.entries<any>(operation.responses)) {
    if (!description) reportError(`${where} ${status}`, "needs a description");
    if (Number(status) >= 400 && !operation["x-binding"] && !content["application/problem+json"])
      reportError(`${where} ${status}`, "must have a problem body");
  }
}

/**
 * Parameters and properties need a description, and an example if a generated value would be
 * invalid.
 */
function lintNamed(where: string, schema: Schema, reportError: ReportError): void {
  if (!schema["description"] && !schema["$ref"] && !schema["allOf"])
    reportError(where, "needs a doc comment");
  const constrained = CONSTRAINTS.some((keyword) => keyword in schema) && !schema["items"];
  if (constrained && !schema["examples"] && !("default" in schema))
    reportError(where, "has constraints and needs a value in @opExample or, in a body, @example");
  lintSchema(where, schema, reportError);
}

function lintSchema(where: string, schema: Schema, reportError: ReportError): void {
  for (const keyword of Object.keys(schema)) {
    if (!KEYWORDS.has(keyword))
      reportError(where, `uses ${keyword}, which the validator does not implement`);
  }
  const format = schema["format"];
  if (format && !FORMATS.has(format))
    reportError(where, `uses the format ${format}, which the validator does not check`);
  if (typeof schema["const"] === "object")
    reportError(where, "has an object as const, which the validator ignores");
  for (const key of schema["required"] ?? []) {
    if (!schema["properties"]?.[key]) reportError(where, `requires the undeclared property ${key}`);
  }
  for (const [key, property] of Object.entries<Schema>(schema["properties"] ?? {}))
    lintNamed(`${where}.${key}`, property, reportError);
  if (schema["items"]) lintSchema(`${where}[]`, schema["items"], reportError);
  for (const option of [...(schema["anyOf"] ?? []), ...(schema["oneOf"] ?? [])])
    lintSchema(where, option, reportError);
}
