import type { OAuthServer } from "../../../ports/apps.ts";

/** A sign-in that is asked for. */
export interface AuthorizationRequest {
  /** With no `{field}` left. */
  readonly authorizationUrl: string;
  readonly server: Pick<OAuthServer, "scopeSeparator" | "authorizationParams">;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  /** S256 of the verifier; none: the provider does not know PKCE. */
  readonly challenge?: string | undefined;
  /** RFC 8707. */
  readonly resource?: string | undefined;
}

/** Where the person signs in (RFC 6749, section 4.1.1). What the provider wants besides never takes the place of what keeps it safe; a scope in it takes the place of the scopes. */
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
  const setParameter = (name: string, value: string | undefined) =>
    value !== undefined && url.searchParams.set(name, value);
  for (const [name, value] of Object.entries(server.authorizationParams ?? {}))
    setParameter(name, value);
  setParameter("response_type", "code");
  setParameter("client_id", clientId);
  setParameter("redirect_uri", redirectUri);
  // Some providers want theirs by another name, as Slack's user_scope: then it stands among the params, with {scopes}.
  const scopesParameter = [...url.searchParams].find(([, value]) => value === "{scopes}")?.[0];
  const isReplaced = server.authorizationParams?.["scope"] !== undefined;
  if (scopes.length > 0 && !isReplaced)
    setParameter(scopesParameter ?? "scope", scopes.join(server.scopeSeparator ?? " "));
  else if (scopesParameter) url.searchParams.delete(scopesParameter);
  setParameter("state", state);
  setParameter("code_challenge", challenge);
  setParameter("code_challenge_method", challenge && "S256");
  setParameter("resource", resource);
  return url.href.replaceAll("+", "%20");
}
