import type { OAuthServer } from "../openapi-tools/index.ts";
import type { DiscoveredServer } from "./discovery.ts";
import { sanitizeMessage } from "./sanitize-message.ts";

interface AuthorizationRequest {
  /** The authorization endpoint, with all `{field}`s filled in. */
  readonly authorizationUrl: string;
  readonly server: Pick<OAuthServer, "scopeSeparator" | "authorizationParams">;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  /** The S256 challenge, or `undefined` if the provider doesn't support PKCE. */
  readonly challenge?: string | undefined;
  /** The resource indicator (RFC 8707). */
  readonly resource?: string | undefined;
}

/**
 * Builds the URL at which the user signs in (RFC 6749, section 4.1.1). The parameters of the
 * provider can't replace the security parameters. A `scope` among them replaces `scopes`.
 */
export function buildAuthorizationUrl({
  authorizationUrl,
  server,
  clientId,
  redirectUri,
  scopes,
  state,
  challenge,
  resource,
}: AuthorizationRequest): string {
  const url = new URL(authorizationUrl);
  const setParameter = (name: string, value: string | undefined) => {
    if (value !== undefined) url.searchParams.set(name, value);
  };
  for (const [name, value] of Object.entries(server.authorizationParams ?? {})) {
    setParameter(name, value);
  }
  setParameter("response_type", "code");
  setParameter("client_id", clientId);
  setParameter("redirect_uri", redirectUri);
  // Some providers use another parameter, such as `user_scope`. Its value is then {scopes}.
  const scopesParameter = [...url.searchParams].find(([, value]) => value === "{scopes}")?.[0];
  const isReplaced = server.authorizationParams?.["scope"] !== undefined;
  if (scopes.length > 0 && !isReplaced) {
    setParameter(scopesParameter ?? "scope", scopes.join(server.scopeSeparator ?? " "));
  } else if (scopesParameter) {
    url.searchParams.delete(scopesParameter);
  }
  setParameter("state", state);
  setParameter("code_challenge", challenge);
  setParameter("code_challenge_method", challenge && "S256");
  setParameter("resource", resource);
  return url.href.replaceAll("+", "%20");
}

/** An error that the user or the provider caused. The texts are sanitized. */
export interface AuthorizationError {
  /** `refused`: the user refused access. */
  readonly kind: "refused" | "failed";
  readonly error: string;
  /** May be empty. */
  readonly description: string;
}

/** Reads the error of an authorization response (RFC 6749, section 4.1.2.1, and deviations). */
export function readAuthorizationError(query: URLSearchParams): AuthorizationError | undefined {
  const error = query.get("error");
  if (error === null) return undefined;
  return {
    kind: /^(access_denied|user_denied|consent_required|user_cancelled_\w+)$/.test(error)
      ? "refused"
      : "failed",
    error: sanitizeMessage(error, 80),
    description: sanitizeMessage(query.get("error_description")),
  };
}

/** Prevents mix-up attacks: a response must come from the expected server (RFC 9207). */
export const isExpectedIssuer = (
  issuer: string | null,
  { issuer: expected, saysIssuer }: DiscoveredServer,
): boolean =>
  (!saysIssuer && issuer === null) || issuer?.replace(/\/$/, "") === expected.replace(/\/$/, "");
