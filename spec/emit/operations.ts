import { createBinding } from "./bindings.ts";
import { type CallExtensions, createClientCalls } from "./clients/names.ts";
import { readResponses, toJsonSchema, unwrapLines } from "./json-schema.ts";
import type {
  BindingEntry,
  ClientCall,
  InputSchema,
  OperationEntry,
  Schema,
  Table,
} from "./table.ts";

/** The parts of an OpenAPI 3.1 document that the emitter reads. */
export interface OpenApiDocument {
  info: { title: string; version: string };
  paths: Record<string, Record<string, any>>;
  /** Requests that the service sends, by name. */
  webhooks?: Record<string, Record<string, any>>;
  security?: Record<string, unknown>[];
  /** The name of the class that calls the service in the clients. Without it, there is no client. */
  "x-client"?: string;
  components?: {
    schemas?: Record<string, Schema>;
    parameters?: Record<string, any>;
    securitySchemes?: Record<string, { type: string; in?: string }>;
  };
}

/** Reports an error in the spec. */
export type ReportError = (where: string, reason: string) => void;

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/**
 * Creates the operations table of an OpenAPI document, with the most specific paths first.
 *
 * @param service The name of the service in lowercase: `site`.
 */
export function createTable(
  service: string,
  document: OpenApiDocument,
  reportError: ReportError,
): Table {
  const operations: [string, OperationEntry][] = [];
  const extensions: Record<string, CallExtensions> = {};
  const bindings: [string, BindingEntry][] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation?.["x-binding"])
        bindings.push([operation.operationId, createBinding(path, method, operation)]);
      else if (operation) {
        operations.push([
          operation.operationId,
          createOperation(path, method, operation, document, reportError),
        ]);
        extensions[operation.operationId] = {
          positional: operation["x-positional"],
          repeats: operation["x-repeats"],
        };
      }
    }
  }
  const sorted = sortBySpecificity(operations);
  const schemas = document.components?.schemas ?? {};
  return {
    title: document.info.title,
    version: document.info.version,
    operations: document["x-client"]
      ? withClientCalls(sorted, createClientCalls(service, sorted, extensions, reportError))
      : sorted,
    bindings: sortBySpecificity(bindings),
    $defs: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, toJsonSchema(schema)]),
    ),
  };
}

const withClientCalls = (
  operations: Record<string, OperationEntry>,
  calls: Record<string, ClientCall>,
): Record<string, OperationEntry> =>
  Object.fromEntries(
    Object.entries(operations).map(([name, entry]) => [name, { ...entry, client: calls[name]! }]),
  );

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

  const addInput = (
    key: string,
    schema: Schema,
    from: "path" | "query" | "body",
    isRequired: boolean,
  ) => {
    if (properties[key]) reportError(name, `has two inputs named ${key}`);
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
      reportError(name, `has ${key} in the ${from}, but inputs must be in the path, query or body`);
    addInput(
      key,
      { ...schema, description, ...(example !== undefined && { examples: [example] }) },
      from,
      must ?? false,
    );
  }

  const body = operation.requestBody?.content?.["application/json"]?.schema;
  if (body) {
    const object = dereference(body, document);
    if (object.type !== "object") reportError(name, "needs an object as its body");
    for (const [key, schema] of Object.entries<Schema>(object.properties ?? {})) {
      addInput(key, schema, "body", object.required?.includes(key) ?? false);
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
    ...(operation["x-role"] && { role: operation["x-role"] }),
    ...(operation["x-fresh"] === true && { fresh: true }),
    ...(hints && { tool: { name: toSnakeCase(name), annotations: hints } }),
  };
}

function dereference(schema: Schema, document: OpenApiDocument): Schema {
  return schema["$ref"] ? document.components!.schemas![schema["$ref"].split("/").at(-1)]! : schema;
}

/**
 * Inlines references to enums because some MCP clients don't resolve references in a tool's input
 * schema.
 */
function inlineEnum(schema: Schema, document: OpenApiDocument): Schema {
  const { $ref, ...rest } = schema;
  const target = $ref && dereference(schema, document);
  return target?.["enum"] ? { ...target, ...rest } : schema;
}

/** Returns the name of an operation's MCP tool: `searchPages` → `search_pages`. */
const toSnakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A sort key that puts `/apps/search` before `/apps/{id}`. */
const specificity = (path: string) => path.replaceAll(/\{[^}]+\}/g, "\u{ffff}");
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
