import type { AppSource, AuthMethod } from "../../../ports/apps.ts";
import type { AppOverlay } from "./overlay.ts";
import type { TokenEndpoint } from "./security.ts";

/** A parsed OpenAPI or Swagger document, and where it is from. */
export interface SourceDocument {
  readonly document: unknown;
  readonly source: AppSource;
  /** Its own address, to which its servers may be relative. */
  readonly url?: string | undefined;
}

export interface CompileOptions {
  readonly slug: string;
  /** What is known of the app otherwise, which goes first. */
  readonly overlay?: AppOverlay | undefined;
  /** For sign-ins of which a document says only half. */
  readonly tokenEndpoint?: TokenEndpoint | undefined;
  /** Whether a document's operation belongs to this app; all do by default. */
  readonly accepts?: ((method: string, path: string, source: AppSource) => boolean) | undefined;
  /** Whether a parameter is not for callers. */
  readonly isHidden?: ((location: string, name: string) => boolean) | undefined;
  /** What a parameter always is, so that no caller gives it: the version of an API, which its document says. */
  readonly constantFor?:
    | ((location: string, name: string, document: unknown) => string | undefined)
    | undefined;
  /** The scopes of each tool, instead of those that the document names. */
  readonly scopes?: readonly string[] | undefined;
  /** What the names of operations begin with besides the slug, and is left out of tools' names. */
  readonly prefixes?: readonly string[] | undefined;
  /** Whether everyone has the product at an address of their own. */
  readonly isSelfHosted?: boolean | undefined;
  /** Whether it is read for whoever runs the service, whose own network its servers may be in. */
  readonly isOwn?: boolean | undefined;
  /** How one signs in, where the documents do not say. */
  readonly fallbackMethods?: readonly AuthMethod[] | undefined;
  /** What a document without any way to sign in is: refused by default, or taken as open to all. */
  readonly withoutSignIn?: "refused" | "open" | undefined;
}
