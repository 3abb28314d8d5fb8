/** A JSON Schema (2020-12), as plain data. */
export type Schema = { readonly [keyword: string]: any };

/** A closed object schema. */
export interface InputSchema {
  readonly type: "object";
  readonly properties: { readonly [name: string]: Schema };
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** Hints about the effects of a tool (ToolAnnotations, MCP 2025-11-25). */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The permissions of API keys: read apps, tools, connections and runs; connect apps; run tools. */
export const PERMISSIONS = ["read", "connect", "run"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Who may call an operation of a service with sessions. */
export const ROLES = ["anyone", "member", "owner"] as const;
export type RequiredRole = (typeof ROLES)[number];

/** The call of an operation in the clients: `tools.run(tool, arguments, { timeout })`. */
export interface ClientCall {
  /** The resource that has the method: `tools`. Absent for a method of the client itself. */
  readonly resource?: string;
  /** The method in camelCase: `getResult`. */
  readonly method: string;
  /** The inputs that are positional parameters, in order. All others are named. */
  readonly positional: readonly string[];
  /** Whether the result is a page of a list, continued at `next_cursor`. */
  readonly pages: boolean;
  /** Whether a client may resend the request when it can't know if the first was carried out. */
  readonly repeats: boolean;
}

/** An operation, as the router, the MCP server, the clients and the conformance suite read it. */
export interface OperationEntry {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** An OpenAPI path template: `/checkouts/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** The path parameters, query parameters and body as one object. */
  readonly input: InputSchema;
  /** The location of each input. */
  readonly source: { readonly [input: string]: "path" | "query" | "body" };
  /** The body schemas of the responses, by status and media type. */
  readonly responses: { readonly [status: number]: { readonly [mediaType: string]: Schema } };
  /** The permission that an API key needs. Absent if the service requires no key. */
  readonly permission?: Permission;
  /** Who may call it. Absent if the service has no sessions. */
  readonly role?: RequiredRole;
  /** Set if the person must have signed in recently. */
  readonly fresh?: true;
  /** Present on operations that are MCP tools. */
  readonly tool?: { readonly name: string; readonly annotations: ToolHints };
  /** Absent if the service has no client. */
  readonly client?: ClientCall;
}

/**
 * An operation that a commerce protocol defines. Its input is grouped by location and as open or
 * closed as the protocol requires, and its errors have the protocol's format.
 */
export interface BindingEntry {
  readonly method: OperationEntry["method"];
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** The protocol: `ucp` or `acp`. */
  readonly protocol: string;
  /** An object schema with `path`, `query`, `headers` (lowercase names) and `body`. */
  readonly input: Schema;
  readonly responses: OperationEntry["responses"];
  /**
   * The tool of the protocol's MCP transport. Its `argument` holds the body. Absent if the protocol
   * has no such transport.
   */
  readonly tool?: {
    readonly name: string;
    readonly argument?: string;
    readonly annotations: ToolHints;
  };
}

/** The operations of a service, with the schemas that they reference (`#/$defs/Name`). */
export interface Table<Name extends string = string, BindingName extends string = string> {
  readonly title: string;
  readonly version: string;
  readonly operations: { readonly [name in Name]: OperationEntry };
  readonly bindings: { readonly [name in BindingName]: BindingEntry };
  readonly $defs: { readonly [name: string]: Schema };
}
