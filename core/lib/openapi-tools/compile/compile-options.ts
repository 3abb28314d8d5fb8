import type { JsonObject } from "../../kit/json/json-access.ts";
import type { AppSource, AuthMethod } from "../app.ts";
import type { BodyChecksum, HttpBinding, TimestampTree, UploadBinding } from "../tool-record.ts";
import type { TokenEndpoint } from "./auth/security-schemes.ts";
import type { AppOverlay } from "./overlay.ts";

/** A parsed OpenAPI or Swagger document and its source. */
export interface SourceDocument {
  readonly document: unknown;
  readonly source: AppSource;
  /** The document's own URL, against which relative servers are resolved. */
  readonly url?: string | undefined;
}

/** What a document can't say about the requests of an operation. */
export interface RequestFormat extends Pick<HttpBinding, "hostPrefix" | "names"> {
  /** By the names of parameters, and of members of the body. */
  readonly timestamps?: TimestampTree | undefined;
  readonly checksum?: BodyChecksum | undefined;
  readonly upload?: UploadFormat | undefined;
}

/** How an operation takes a file. */
export interface UploadFormat extends Omit<UploadBinding, "argument"> {
  readonly isRequired: boolean;
  /** The media types that it accepts, if the document lists a few. */
  readonly mediaTypes?: readonly string[] | undefined;
}

/** An operation, and where it comes from. */
interface OperationSource {
  readonly operation: JsonObject;
  readonly method: HttpBinding["method"];
  readonly path: string;
  /** The base URL of the document. */
  readonly base: string;
  readonly source: AppSource;
}

export interface CompileOptions {
  readonly slug: string;
  /** Corrects a document before it is read. */
  readonly prepare?: ((document: unknown, source: AppSource) => unknown) | undefined;
  readonly requestFormat?: ((operation: OperationSource) => RequestFormat | undefined) | undefined;
  /** Takes precedence over the documents. */
  readonly overlay?: AppOverlay | undefined;
  /** Completes OAuth schemes that have no token endpoint. */
  readonly tokenEndpoint?: TokenEndpoint | undefined;
  /** Whether an operation belongs to this app. By default, all do. */
  readonly accepts?: ((method: string, path: string, source: AppSource) => boolean) | undefined;
  /** Whether callers can't set a parameter. */
  readonly isHidden?: ((location: string, name: string) => boolean) | undefined;
  /** The value of a parameter that callers can't set, such as the API version in the document. */
  readonly constantFor?:
    | ((location: string, name: string, document: unknown) => string | undefined)
    | undefined;
  /** The style of query parameters whose document declares none. Default: `form`. */
  readonly queryStyle?: string | undefined;
  /** The scopes of every tool, in place of those in the document. */
  readonly scopes?: readonly string[] | undefined;
  /** Prefixes of operation IDs that tool names omit, in addition to the slug. */
  readonly prefixes?: readonly string[] | undefined;
  /** Whether each customer runs the product at their own address. */
  readonly isSelfHosted?: boolean | undefined;
  /**
   * Whether the operator of the deployment added the document. Its servers may then be in a private
   * network.
   */
  readonly isOwn?: boolean | undefined;
  /** The methods of an app whose documents declare none. */
  readonly fallbackMethods?: readonly AuthMethod[] | undefined;
  /**
   * How to treat documents without supported authentication that don't appear to be open. Default:
   * `refused`.
   */
  readonly withoutSignIn?: "refused" | "open" | undefined;
}
