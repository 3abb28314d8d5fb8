import type { AuthorizationServer, Client, ClientAuth, UserInfoResponse } from "oauth4webapi";
import {
  type IdentityProvider,
  type ProviderClaims,
  ProviderFailure,
  type ProviderSignIn,
} from "../../core/ports/identity-provider.ts";
import type { Outbound } from "../../core/ports/outbound.ts";

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
const TIMEOUT_MILLISECONDS = 10_000;
const MAX_BYTES = 1_048_576;
/** The clocks of the provider and this machine may differ by this many seconds. */
const CLOCK_TOLERANCE_SECONDS = 30;

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
      explainFailures(name, async (library) => {
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
          ...(signIn.isRenewed && { max_age: "0", prompt: "login" }),
        };
        for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
        return url.href;
      }),

    finish: (signIn, response) =>
      explainFailures(name, async (library) => {
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
    await library.validateApplicationLevelSignature(server, response, options);
    const idToken = library.getValidatedIdTokenClaims(tokens)!;
    const isComplete = idToken["email"] !== undefined && idToken["groups"] !== undefined;
    const userInfo =
      isComplete || !server.userinfo_endpoint
        ? undefined
        : await library.processUserInfoResponse(
            server,
            client,
            idToken.sub,
            await library.userInfoRequest(server, client, tokens.access_token, options),
          );
    return toClaims({ ...userInfo, ...idToken }, server.issuer);
  }
}

/** `groups` isn't standardized, so it is requested only if the provider lists it. */
const scopesFor = ({ scopes_supported: supported }: AuthorizationServer): string =>
  ["openid", "profile", "email", ...(supported?.includes("groups") ? ["groups"] : [])].join(" ");

function toClaims(claims: Partial<UserInfoResponse>, issuer: string): ProviderClaims {
  const text = (value: unknown) =>
    typeof value === "string" && value.length > 0 && value.length <= 320 ? value : undefined;
  const name = text(claims.name) ?? text(claims.preferred_username);
  const email = claims.email_verified === true ? text(claims.email) : undefined;
  const groups = claims["groups"];
  return {
    issuer,
    subject: claims.sub!,
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
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

/** Converts errors of the library and of the network to a `ProviderFailure` in plain words. */
async function explainFailures<Result>(
  name: string,
  work: (library: Library) => Promise<Result>,
): Promise<Result> {
  const library = await load();
  try {
    return await work(library);
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (error instanceof library.AuthorizationResponseError)
      throw new ProviderFailure("refused", `${name} ended the sign-in: ${describe(error)}.`);
    if (error instanceof library.ResponseBodyError)
      throw new ProviderFailure(
        error.error === "invalid_grant" ? "invalid" : "unavailable",
        `${name} rejected the sign-in: ${describe(error)}.`,
      );
    if (error instanceof library.OperationProcessingError && INVALID_CODES.has(error.code ?? ""))
      throw new ProviderFailure("invalid", `The response of ${name} isn't for this sign-in.`);
    throw new ProviderFailure(
      "unavailable",
      `${name} can't be reached, or doesn't respond as an OpenID Connect provider.`,
    );
  }
}

/** The codes of responses that are forged, repeated or meant for someone else. */
const INVALID_CODES: ReadonlySet<string> = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
  "OAUTH_KEY_SELECTION_FAILED",
  "OAUTH_UNSUPPORTED_OPERATION",
]);

/** Returns the provider's error code and description, without characters that could mislead. */
const describe = ({
  error,
  error_description: description,
}: {
  readonly error: string;
  readonly error_description?: string | undefined;
}): string =>
  `${error}${description === undefined ? "" : ` (${description})`}`
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .slice(0, 300);
