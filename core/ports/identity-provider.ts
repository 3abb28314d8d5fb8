/** What a sign-in at the provider has to be for. All values are secrets of one sign-in. */
export interface ProviderSignIn {
  /** Where the provider returns the browser to. */
  readonly redirectUri: string;
  /** The `state` parameter (RFC 6749, section 4.1.1). */
  readonly state: string;
  /** The `nonce` of the ID token (OpenID Connect Core 1.0, section 3.1.2.1). */
  readonly nonce: string;
  /** The PKCE code verifier (RFC 7636). */
  readonly verifier: string;
  /** Whether the person must prove now who they are, even with a session at the provider. */
  readonly isRenewed: boolean;
}

/** What the provider says about a person. */
export interface ProviderClaims {
  /** With the subject, this identifies the person (OpenID Connect Core 1.0, section 5.7). */
  readonly issuer: string;
  readonly subject: string;
  readonly name?: string | undefined;
  /** Only if the provider has verified it. */
  readonly email?: string | undefined;
  readonly groups: readonly string[];
  /**
   * How long ago the person proved to the provider who they are, in milliseconds. Absent if the
   * provider doesn't say.
   */
  readonly provedAgo?: number | undefined;
}

/** Why a sign-in at the provider failed. */
export class ProviderFailure extends Error {
  /**
   * `unavailable`: the provider can't be reached or doesn't work. `refused`: the person or the
   * provider ended the sign-in. `invalid`: the response isn't for this sign-in, or is forged.
   */
  readonly kind: "unavailable" | "refused" | "invalid";

  /** `message` is for people, and contains no secrets. */
  constructor(kind: ProviderFailure["kind"], message: string) {
    super(message);
    this.name = "ProviderFailure";
    this.kind = kind;
  }
}

/** An OpenID Connect provider at which people sign in. Methods reject with a `ProviderFailure`. */
export interface IdentityProvider {
  /** The host of the issuer, as a name for people. */
  readonly name: string;
  /** Returns the URL at which the person signs in. */
  begin(signIn: ProviderSignIn): Promise<string>;
  /** Verifies the response of the provider, which is the query of the redirect URI. */
  finish(signIn: ProviderSignIn, response: URLSearchParams): Promise<ProviderClaims>;
}
