import type { Schema } from "../json-schema/index.ts";

/** An argument's place in a request. */
export interface ParameterSlot {
  readonly argument: string;
  readonly in: "path" | "query" | "header" | "cookie" | "body";
  /** The name in the request. */
  readonly name: string;
  /**
   * OpenAPI's style, followed by `:true` or `:false` if the document sets `explode`, `json` for
   * arguments sent as JSON text, or `numbered` for lists whose items have numbers in their names.
   */
  readonly style: string;
  readonly fill?: ArgumentFill | undefined;
}

/** The value of an argument that the caller doesn't pass. */
export interface ArgumentFill {
  /** A constant such as `me`, or a text with the `{name}` of a field or a value of the connection. */
  readonly value: string;
  /** Whether the body has it as a number. */
  readonly isNumber?: true | undefined;
  /** Whether the request works without it. */
  readonly isOptional?: true | undefined;
  /** The arguments in whose presence it isn't filled in. */
  readonly unless?: readonly string[] | undefined;
}

/** A parameter with the same value in every request. */
export interface FixedParameter {
  readonly in: "query" | "header";
  readonly name: string;
  readonly value: string;
}

/**
 * The timestamps among arguments by name, which callers pass as RFC 3339: `unix` for seconds since
 * 1970, `http` for the dates of HTTP headers. `*` stands for any member of a map. Lists have the
 * timestamps of their items.
 */
export interface TimestampTree {
  readonly [name: string]: "unix" | "http" | TimestampTree;
}

/** The header with a checksum of the body, in Base64. */
export interface BodyChecksum {
  readonly header: string;
  readonly algorithm: "md5" | "crc32";
}

/** How a body takes a file besides its other arguments. */
export interface UploadBinding {
  /** The argument with the file. */
  readonly argument: string;
  /** The base URL of requests with a file. */
  readonly base: string;
  /**
   * The query parameter that says what such a body has: the other arguments as JSON and the file
   * (`multipart/related`), or only the file.
   */
  readonly parameter: string;
  readonly withMetadata: string;
  readonly withoutMetadata: string;
}

/** How a tool's arguments become an HTTP request. */
export interface HttpBinding {
  readonly method: "GET" | "PUT" | "POST" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS";
  /** An OpenAPI path template, appended to the base URL. */
  readonly path: string;
  /** The base URL, if it differs from the app's. */
  readonly base?: string | undefined;
  /** Comes before the host of the base URL, with `{name}`s of parameters: `{AccountId}.`. */
  readonly hostPrefix?: string | undefined;
  readonly slots: readonly ParameterSlot[];
  /** For example the header `X-Amz-Target` with the value `DynamoDB_20120810.GetItem`. */
  readonly fixed?: readonly FixedParameter[] | undefined;
  /**
   * The body's media type, and the argument that is the body. Without `argument`, the arguments of
   * place `body` are its members. `compose` names the function that creates the body from them, if
   * they differ from the fields of the app's API.
   */
  readonly body?:
    | {
        readonly type: string;
        readonly argument?: string | undefined;
        readonly compose?: string | undefined;
        /** The body with the string `{name}` in place of each argument (see `body-template.ts`). */
        readonly template?: unknown;
        readonly checksum?: BodyChecksum | undefined;
        readonly upload?: UploadBinding | undefined;
      }
    | undefined;
  /**
   * The names of `numbered` parameters and of what they contain, by path: `Tags.member.#` for items
   * of a list, `Attributes.entry.#.key=value` for keys and values of a map. Paths have no numbers:
   * `Filters.Values`.
   */
  readonly names?: Readonly<Record<string, string>> | undefined;
  readonly timestamps?: TimestampTree | undefined;
}

/**
 * The four tool hints of MCP, which the catalog derives from the HTTP method and the tool's text.
 */
export interface ToolAnnotations {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

/**
 * How a tool's requests compare with those of the vendor's own client, or with an example that the
 * vendor publishes. It says what a client sends, not what the service accepts.
 */
export interface ToolCheck {
  /**
   * `matches_client` and `matches_example`: the same requests. `known_endpoint`: the client has the
   * method and the path. `refuted`: the client sends something else.
   */
  readonly level: "matches_client" | "matches_example" | "known_endpoint" | "refuted";
  /** The client's package. */
  readonly client?: { readonly name: string; readonly version: string } | undefined;
  /** The published example, and the day of the comparison. */
  readonly example?: { readonly url: string; readonly date: string } | undefined;
}

export interface ToolRecord {
  /** The app's slug, a dot, noun and verb: `notes.note_create`. At most 60 characters. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A JSON Schema 2020-12 of an object. All references point to its own `$defs`. */
  readonly input: Schema;
  readonly annotations: ToolAnnotations;
  readonly scopes: readonly string[];
  /** The IDs of the authentication methods that can run the tool. Empty if it needs none. */
  readonly auth: readonly string[];
  /** Present for HTTP operations. Tools of remote MCP servers are called by `remoteName`. */
  readonly binding?: HttpBinding | undefined;
  /** The tool's name at the remote MCP server. */
  readonly remoteName?: string | undefined;
  /** A hash of everything above except the texts. It changes when the tool's behavior does. */
  readonly version: string;
  /** Absent if the tool was only compiled from its document. */
  readonly check?: ToolCheck | undefined;
}

/** The short description of a tool in lists and search results. */
export interface ToolCard {
  readonly name: string;
  readonly title: string;
  /** At most 300 characters. */
  readonly description: string;
  readonly method?: HttpBinding["method"] | undefined;
  readonly path?: string | undefined;
  /** The tool's document, if it differs from the app's. */
  readonly document?: string | undefined;
  /**
   * One line per argument: `title (string, required): the title`. Required ones first, at
   * most 12.
   */
  readonly input: readonly string[];
  readonly annotations: ToolAnnotations;
  /** Absent if the tool was only compiled from its document. */
  readonly check?: ToolCheck | undefined;
}
