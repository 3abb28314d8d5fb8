// Written by `npm run generate` from spec/emit/table.ts. Do not edit.
/** A JSON Schema (2020-12), as plain data. */
export type Schema = { readonly [keyword: string]: any };

/** An object schema that allows nothing it does not name. */
export interface InputSchema {
  readonly type: "object";
  readonly properties: { readonly [name: string]: Schema };
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** MCP's four hints of what calling a tool does (ToolAnnotations, MCP 2025-11-25). */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What a key may be allowed: to read apps, tools, connections and runs; to connect apps; to run tools. */
export type Permission = "read" | "connect" | "run";

/** What the router, the MCP server, the clients and the conformance suite know of an operation. */
export interface OperationEntry {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As OpenAPI writes it: `/checkouts/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Its path and query parameters and its body, as one object. */
  readonly input: InputSchema;
  /** Where each input comes from. */
  readonly source: { readonly [input: string]: "path" | "query" | "body" };
  /** What it may answer: by status, by media type, the body's schema. */
  readonly responses: { readonly [status: number]: { readonly [mediaType: string]: Schema } };
  /** The permission that a key must have; left out where the service is open to everyone. */
  readonly permission?: Permission;
  /** Set on the operations that are MCP tools. */
  readonly tool?: { readonly name: string; readonly annotations: ToolHints };
}

/**
 * What is known of an operation whose form a standard of others' has laid down: what it takes is kept apart by where it
 * comes from, as open or closed as the standard has it, and its errors have the standard's form.
 */
export interface BindingEntry {
  readonly method: OperationEntry["method"];
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** The standard, as the spec names it. */
  readonly protocol: string;
  /** An object of `path`, `query`, `headers` (by lower-case name) and `body`. */
  readonly input: Schema;
  readonly responses: OperationEntry["responses"];
}

/** The operations of a service and the schemas that theirs refer to (`#/$defs/Name`). */
export interface Table<Name extends string = string, BindingName extends string = string> {
  readonly title: string;
  readonly version: string;
  readonly operations: { readonly [name in Name]: OperationEntry };
  readonly bindings: { readonly [name in BindingName]: BindingEntry };
  readonly $defs: { readonly [name: string]: Schema };
}
