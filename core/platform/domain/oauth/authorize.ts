import type { OAuthServer } from "../../../ports/apps.ts";

/** A sign-in that is asked for. */
export interface Asking {
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
export function authorizationAddress({
  authorizationUrl,
  server,
  clientId,
  redirectUri,
  scopes,
  state,
  challenge,
  resource,
}: Asking): string {
  const url = new URL(authorizationUrl);
  const put = (name: string, value: string | undefined) =>
    value !== undefined && url.searchParams.set(name, value);
  for (const [name, value] of Object.entries(server.authorizationParams ?? {})) put(name, value);
  put("response_type", "code");
  put("client_id", clientId);
  put("redirect_uri", redirectUri);
  // Some providers want theirs by another name, as Slack's user_scope: then it stands among the params, with {scopes}.
  const named = [...url.searchParams].find(([, value]) => value === "{scopes}")?.[0];
  const isReplaced = server.authorizationParams?.["scope"] !== undefined;
  if (scopes.length > 0 && !isReplaced)
    put(named ?? "scope", scopes.join(server.scopeSeparator ?? " "));
  else if (named) url.searchParams.delete(named);
  put("state", state);
  put("code_challenge", challenge);
  put("code_challenge_method", challenge && "S256");
  put("resource", resource);
  return url.href.replaceAll("+", "%20");
}
