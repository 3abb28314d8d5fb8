import { createBinding } from "./bindings.ts";
import type { BindingEntry, InputSchema, OperationEntry, Schema, Table } from "./table.ts";

/** The parts of an OpenAPI 3.1 document that are read here. */
export interface OpenApiDocument {
  info: { title: string; version: string };
  paths: Record<string, Record<string, any>>;
  security?: Record<string, unknown>[];
  components?: { schemas?: Record<string, Schema>; parameters?: Record<string, any> };
}

/** Says that the spec cannot be carried out, and why. */
export type ReportError = (where: string, reason: string) => void;

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** The operations of an OpenAPI document, the most specific path first. */
export function createTable(document: OpenApiDocument, reportError: ReportError): Table {
  const operations: [string, OperationEntry][] = [];
  const bindings: [string, BindingEntry][] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation?.["x-binding"])
        bindings.push([operation.operationId, createBinding(path, method, operation)]);
      else if (operation)
        operations.push([
          operation.operationId,
          createOperation(path, method, operation, document, reportError),
        ]);
    }
  }
  const schemas = document.components?.schemas ?? {};
  return {
    title: document.info.title,
    version: document.info.version,
    operations: sortBySpecificity(operations),
    bindings: sortBySpecificity(bindings),
    $defs: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, toJsonSchema(schema)]),
    ),
  };
}

/** The most specific path first. */
function sortBySpecificity<Entry extends { readonly path: string; readonly method: string }>(
  entries: [string, Entry][],
): Record<string, Entry> {
  entries.sort(
    ([, a], [, b]) =>
      compare(specificity(a.path), specificity(b.path)) || compare(a.method, b.method),
  );
  return Object.fromEntries(entries);
}

function createOperation(
  path: string,
  method: string,
  operation: any,
  document: OpenApiDocument,
  reportError: ReportError,
): OperationEntry {
  const name: string = operation.operationId;
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  const source: Record<string, "path" | "query" | "body"> = {};

  const take = (
    key: string,
    schema: Schema,
    from: "path" | "query" | "body",
    isRequired: boolean,
  ) => {
    if (properties[key]) reportError(name, `two inputs are named ${key}`);
    properties[key] = toJsonSchema(inlineEnum(schema, document));
    source[key] = from;
    if (isRequired) required.push(key);
  };

  for (const {
    name: key,
    in: from,
    description,
    schema,
    example,
    required: must,
  } of operation.parameters ?? []) {
    if (from !== "path" && from !== "query")
      reportError(name, `${key} is in the ${from}: inputs are in path, query or body`);
    take(
      key,
      { ...schema, description, ...(example !== undefined && { examples: [example] }) },
      from,
      must ?? false,
    );
  }

  const body = operation.requestBody?.content?.["application/json"]?.schema;
  if (body) {
    const object = dereference(body, document);
    if (object.type !== "object") reportError(name, "a body must be an object");
    for (const [key, schema] of Object.entries<Schema>(object.properties ?? {})) {
      take(key, schema, "body", object.required?.includes(key) ?? false);
    }
  }

  const input: InputSchema = { type: "object", properties, required, additionalProperties: false };
  const hints = operation["x-tool"];
  const permission = operation["x-permission"];
  return {
    method: method.toUpperCase() as OperationEntry["method"],
    path,
    summary: operation.summary,
    description: unwrapLines(operation.description),
    input,
    source,
    responses: readResponses(operation),
    ...(permission && { permission }),
    ...(hints && { tool: { name: toSnakeCase(name), annotations: hints } }),
  };
}

/** The schemas of what may be answered. */
export function readResponses(operation: any): OperationEntry["responses"] {
  const byStatus = Object.entries<any>(operation.responses).map(([status, { content = {} }]) => {
    const byType = Object.entries<any>(content).map(([type, { schema }]) => [
      type,
      toJsonSchema(schema),
    ]);
    return [Number(status), Object.fromEntries(byType)];
  });
  return Object.fromEntries(byStatus);
}

function dereference(schema: Schema, document: OpenApiDocument): Schema {
  return schema["$ref"] ? document.components!.schemas![schema["$ref"].split("/").at(-1)]! : schema;
}

/** A reference to a word of a closed list becomes the list: some MCP clients don't follow references in a tool's input. */
function inlineEnum(schema: Schema, document: OpenApiDocument): Schema {
  const { $ref, ...rest } = schema;
  const target = $ref && dereference(schema, document);
  return target?.["enum"] ? { ...target, ...rest } : schema;
}

/** Doc comments are wrapped where the source's lines end; tool descriptions are not. */
export const unwrapLines = (text: string | undefined) =>
  text?.replaceAll(/([^\n])\n(?=[^\n])/g, "$1 ") ?? "";

/** JSON Schema finds its definitions under `$defs`, OpenAPI under `components`, and its formats say nothing of numbers. */
export function toJsonSchema(schema: Schema): Schema {
  const text = JSON.stringify(schema, (key, value) =>
    key === "format" && NUMBERS.has(value) ? undefined : value,
  );
  return JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"));
}

const NUMBERS = new Set(["int32", "int64", "float", "double"]);

/** `searchPages` is the MCP tool `search_pages`. */
const toSnakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Sorts `/apps/search` before `/apps/{id}`. */
const specificity = (path: string) => path.replaceAll(/\{[^}]+\}/g, "\u{ffff}");
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
