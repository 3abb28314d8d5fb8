import type { AuthorizationServer, Client, ClientAuth, IDToken } from "oauth4webapi";
import type {
  IdentityProvider,
  ProviderClaims,
  ProviderSignIn,
} from "../../core/ports/identity-provider.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
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
const TIMEOUT_MILLISECONDS = 10_000;
const MAX_BYTES = 1_048_576;

/**
 * Creates a client of an OpenID Connect provider: authorization code, PKCE, `nonce`, `iss`, and
 * signed ID tokens. Its metadata is read when it is needed, so a provider that is down never keeps
 * the service from starting.
 */
export function createIdentityProvider(
  { issuer, clientId, clientSecret }: IdentityProviderSettings,
  outbound: Outbound,
): IdentityProvider {
  const issuerUrl = new URL(issuer);
  const { host: name } = issuerUrl;
  const client: Client = { client_id: clientId };
  let metadata: { readonly server: AuthorizationServer; readonly expires: number } | undefined;
  let refetched = 0;

  const optionsOf = ({ customFetch, allowInsecureRequests }: Library) => ({
    [customFetch]: guardedFetch(outbound),
    // Settings allow only loopback issuers without TLS.
    [allowInsecureRequests]: issuerUrl.protocol === "http:",
  });

  async function discover(library: Library): Promise<AuthorizationServer> {
    if (metadata && metadata.expires > Date.now()) return metadata.server;
    const response = await library.discoveryRequest(issuerUrl, optionsOf(library));
    const server = await library
      .processDiscoveryResponse(issuerUrl, response)
      .catch((cause: unknown) => {
        throw new Error("The metadata is invalid.", { cause });
      });
    if (!server.authorization_endpoint) throw new Error("The authorization endpoint is missing.");
    metadata = { server, expires: Date.now() + METADATA_MILLISECONDS };
    return server;
  }

  const authenticate = (library: Library, server: AuthorizationServer): ClientAuth => {
    if (clientSecret === undefined) return library.None();
    // OpenID Connect Discovery 1.0, section 3: the default is client_secret_basic.
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return methods.includes("client_secret_basic")
      ? library.ClientSecretBasic(clientSecret)
      : library.ClientSecretPost(clientSecret);
  };

  return {
    name,

    begin: (signIn) =>
      explainFailures(name, load, async (library) => {
        const server = await discover(library);
        const url = new URL(server.authorization_endpoint!);
        const challenge = await library.calculatePKCECodeChallenge(signIn.verifier);
        const parameters = {
          client_id: clientId,
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
      }),

    finish: (signIn, response) =>
      explainFailures(name, load, async (library) => {
        const server = await discover(library);
        const parameters = library.validateAuthResponse(server, client, response, signIn.state);
        const options = optionsOf(library);
        const token = await library.authorizationCodeGrantRequest(
          server,
          { ...client, [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
          authenticate(library, server),
          parameters,
          signIn.redirectUri,
          signIn.verifier,
          options,
        );
        return readClaims(library, server, signIn, token, options);
      }),
  };

  /** Verifies the ID token, and reads the claims that it lacks from the UserInfo endpoint. */
  async function readClaims(
    library: Library,
    server: AuthorizationServer,
    { nonce, isRenewed }: ProviderSignIn,
    response: Response,
    options: ReturnType<typeof optionsOf>,
  ): Promise<ProviderClaims> {
    const tolerant = { ...client, [library.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const tokens = await library.processAuthorizationCodeResponse(server, tolerant, response, {
      expectedNonce: nonce,
      requireIdToken: true,
      ...(isRenewed && { maxAge: 0 }),
    });
    await verifySignature(library, server, response, options);
    const idToken = library.getValidatedIdTokenClaims(tokens)!;
    const now = Math.floor(Date.now() / 1000);
    const accepted = {
      token: tokens.id_token!,
      claims: idToken,
      accessToken: tokens.access_token,
    };
    if (await findIdTokenDefect(accepted, { clientId, now })) throw invalidResponse(name);
    const userInfo =
      isComplete(idToken) || !server.userinfo_endpoint
        ? {}
        : await library.processUserInfoResponse(
            server,
            client,
            idToken.sub,
            await library.userInfoRequest(server, client, tokens.access_token, options),
          );
    return toClaims(idToken, userInfo, server.issuer);
  }

  /** Verifies the signature. Reads the keys again if none fits: providers rotate their keys. */
  async function verifySignature(
    library: Library,
    server: AuthorizationServer,
    response: Response,
    options: ReturnType<typeof optionsOf>,
  ): Promise<void> {
    try {
      await library.validateApplicationLevelSignature(server, response, options);
    } catch (error) {
      const isRejected = error instanceof library.OperationProcessingError;
      if (!isRejected || Date.now() - refetched < REFETCH_MILLISECONDS) throw error;
      refetched = Date.now();
      metadata = undefined;
      // The library keeps keys with the object of the metadata, so a new one has none.
      const current = await discover(library);
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

/** Returns the `fetch` of the library: through the guarded client, without redirects. */
const guardedFetch =
  (outbound: Outbound) =>
  async (
    url: string,
    {
      method,
      headers,
      body,
    }: {
      readonly method: string;
      readonly headers: Record<string, string>;
      readonly body?: unknown;
    },
  ): Promise<Response> => {
    const response = await outbound.fetch(url, {
      method,
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      redirects: 0,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MILLISECONDS,
    });
    const bytes = await response.bytes();
    return new Response(bytes.length > 0 ? (bytes as BodyInit) : null, {
      status: response.status,
      headers: [...response.headers],
    });
  };
