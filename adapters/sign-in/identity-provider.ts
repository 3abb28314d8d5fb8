import type { AuthorizationServer, Client, ClientAuth, IDToken } from "oauth4webapi";
import { requireValue } from "../../core/lib/kit/require-value.ts";
import type {
  IdentityProvider,
  ProviderClaims,
  ProviderSignIn,
} from "../../core/ports/identity-provider.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { CLOCK_TOLERANCE_SECONDS, findIdTokenDefect } from "./id-token.ts";
import { explainFailures, invalidResponse } from "./provider-failures.ts";

/** The client that the operator registered at an OpenID Connect provider. */
export interface IdentityProviderSettings {
  /** The issuer identifier. HTTPS, except on a loopback address. */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent: a public client. */
  readonly clientSecret?: string | undefined;
}

type Library = typeof import("oauth4webapi");

/** The options of the library's requests. Its symbols are their names. */
type RequestOptions = Record<symbol, unknown>;

/** Loads the library at the first sign-in. */
const load = (): Promise<Library> => import("oauth4webapi");

const METADATA_MILLISECONDS = 3_600_000;
/** How often a signature by an unknown key makes the service read metadata and keys again. */
const REFETCH_MILLISECONDS = 5_000;
/**
 * The oldest sign-in at the provider that is accepted, as for sessions here. `max_age` also makes
 * the provider say when that was (OpenID Connect Core 1.0, section 3.1.2.1).
 */
const MAX_AGE_SECONDS = 90 * 86_400;

/**
 * Creates a client of an OpenID Connect provider: authorization code, PKCE, `nonce`, `iss`, and
 * signed ID tokens. Its metadata is read when it is needed, so a provider that is down never keeps
 * the service from starting.
 */
export const createIdentityProvider = (
  settings: IdentityProviderSettings,
  outbound: Outbound,
): IdentityProvider => new OpenIdProvider(settings, outbound);

class OpenIdProvider implements IdentityProvider {
  readonly name: string;
  readonly #issuer: URL;
  readonly #client: Client;
  readonly #clientSecret: string | undefined;
  readonly #outbound: Outbound;
  #metadata: { readonly server: AuthorizationServer; readonly expires: number } | undefined;
  #refetched = 0;

  constructor({ issuer, clientId, clientSecret }: IdentityProviderSettings, outbound: Outbound) {
    this.#issuer = new URL(issuer);
    this.name = this.#issuer.host;
    this.#client = { client_id: clientId };
    this.#clientSecret = clientSecret;
    this.#outbound = outbound;
  }

  begin(signIn: ProviderSignIn): Promise<string> {
    return explainFailures(this.name, load, async (library) => {
      const server = await this.#discover(library);
      const url = new URL(
        requireValue(server.authorization_endpoint, "the sign-in page of the provider"),
      );
      const challenge = await library.calculatePKCECodeChallenge(signIn.verifier);
      const parameters = {
        client_id: this.#client.client_id,
        response_type: "code",
        redirect_uri: signIn.redirectUri,
        scope: scopesFor(server),
        state: signIn.state,
        nonce: signIn.nonce,
        code_challenge: challenge,
        code_challenge_method: "S256",
        ...(signIn.isRenewed
          ? { max_age: "0", prompt: "login" }
          : { max_age: String(MAX_AGE_SECONDS) }),
      };
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
      return url.href;
    });
  }

  finish(signIn: ProviderSignIn, response: URLSearchParams): Promise<ProviderClaims> {
    return explainFailures(this.name, load, async (library) => {
      const server = await this.#discover(library);
      const parameters = library.validateAuthResponse(server, this.#client, response, signIn.state);
      const options = this.#optionsOf(library);
      const token = await library.authorizationCodeGrantRequest(
        server,
        { ...this.#client, [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
        this.#authenticate(library, server),
        parameters,
        signIn.redirectUri,
        signIn.verifier,
        options,
      );
      return this.#readClaims(library, server, signIn, token, options);
    });
  }

  #optionsOf({ customFetch, allowInsecureRequests }: Library): RequestOptions {
    return {
      [customFetch]: guardedFetch(this.#outbound),
      // Settings allow only loopback issuers without TLS.
      [allowInsecureRequests]: this.#issuer.protocol === "http:",
    };
  }

  async #discover(library: Library): Promise<AuthorizationServer> {
    if (this.#metadata && this.#metadata.expires > Date.now()) return this.#metadata.server;
    const response = await library.discoveryRequest(this.#issuer, this.#optionsOf(library));
    const server = await library
      .processDiscoveryResponse(this.#issuer, response)
      .catch((cause: unknown) => {
        throw new Error("The metadata is invalid.", { cause });
      });
    if (!server.authorization_endpoint) throw new Error("The authorization endpoint is missing.");
    this.#metadata = { server, expires: Date.now() + METADATA_MILLISECONDS };
    return server;
  }

  #authenticate(library: Library, server: AuthorizationServer): ClientAuth {
    if (this.#clientSecret === undefined) return library.None();
    // OpenID Connect Discovery 1.0, section 3: the default is client_secret_basic.
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return methods.includes("client_secret_basic")
      ? library.ClientSecretBasic(this.#clientSecret)
      : library.ClientSecretPost(this.#clientSecret);
  }

  /** Verifies the ID token, and reads the claims that it lacks from the UserInfo endpoint. */
  async #readClaims(
    library: Library,
    server: AuthorizationServer,
    { nonce, isRenewed }: ProviderSignIn,
    response: Response,
    options: RequestOptions,
  ): Promise<ProviderClaims> {
    const tolerant = { ...this.#client, [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const tokens = await library.processAuthorizationCodeResponse(server, tolerant, response, {
      expectedNonce: nonce,
      requireIdToken: true,
      ...(isRenewed && { maxAge: 0 }),
    });
    await this.#verifySignature(library, server, response, options);
    const idToken = library.getValidatedIdTokenClaims(tokens);
    const { id_token: token } = tokens;
    if (!idToken || token === undefined) throw invalidResponse(this.name);
    const now = Math.floor(Date.now() / 1000);
    const accepted = {
      token,
      claims: idToken,
      accessToken: tokens.access_token,
    };
    if (await findIdTokenDefect(accepted, { clientId: this.#client.client_id, now }))
      throw invalidResponse(this.name);
    const userInfo =
      isComplete(idToken) || !server.userinfo_endpoint
        ? {}
        : await library.processUserInfoResponse(
            server,
            this.#client,
            idToken.sub,
            await library.userInfoRequest(server, this.#client, tokens.access_token, options),
          );
    return toClaims(idToken, userInfo, server.issuer);
  }

  /** Verifies the signature. Reads the keys again if none fits: providers rotate their keys. */
  async #verifySignature(
    library: Library,
    server: AuthorizationServer,
    response: Response,
    options: RequestOptions,
  ): Promise<void> {
    try {
      await library.validateApplicationLevelSignature(server, response, options);
    } catch (error) {
      const isRejected = error instanceof library.OperationProcessingError;
      if (!isRejected || Date.now() - this.#refetched < REFETCH_MILLISECONDS) throw error;
      this.#refetched = Date.now();
      this.#metadata = undefined;
      // The library keeps keys with the object of the metadata, so a new one has none.
      const current = await this.#discover(library);
      await library.validateApplicationLevelSignature(current, response, options);
    }
  }
}

/** `groups` isn't standardized, so it is requested only if the provider lists it. */
const scopesFor = ({ scopes_supported: supported }: AuthorizationServer): string =>
  ["openid", "profile", "email", ...(supported?.includes("groups") ? ["groups"] : [])].join(" ");

/** Claims of one source: the ID token or the UserInfo endpoint. */
type Claims = Readonly<Record<string, unknown>>;

const isComplete = (idToken: Claims): boolean => saysEmail(idToken) && "groups" in idToken;

/** Whether a source has an email address and whether it is verified. */
const saysEmail = ({ email, email_verified: isVerified }: Claims): boolean =>
  email !== undefined && isVerified !== undefined;

function toClaims(idToken: IDToken, userInfo: Claims, issuer: string): ProviderClaims {
  const text = (value: unknown) =>
    typeof value === "string" && value.length > 0 && value.length <= 320 ? value : undefined;
  const all: Claims = { ...userInfo, ...idToken };
  const name = text(all["name"]) ?? text(all["preferred_username"]);
  // The verification of one source says nothing about the address of another.
  const source = [idToken, userInfo].find(saysEmail);
  const email = source?.["email_verified"] === true ? text(source["email"]) : undefined;
  const { groups } = all;
  const { sub: subject, auth_time: authTime } = idToken;
  return {
    issuer,
    subject,
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(authTime !== undefined && { provedAgo: Math.max(Date.now() - authTime * 1000, 0) }),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === "string") : [],
  };
}
