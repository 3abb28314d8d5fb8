import { Problem } from "../../http/problem.ts";
import { randomToken } from "../../lib/kit/random.ts";
import { buildAuthorizationUrl, createChallenge, createVerifier } from "../../lib/oauth/index.ts";
import { SERVICE_ACCOUNT } from "../../lib/vault/index.ts";
import type { DiscoveredServer } from "../../ports/connection-store.ts";
import { resolveClient } from "./clients.ts";
import { digestSecret, newState } from "./connect-links.ts";
import type { FormValues } from "./credential-form.ts";
import { type ConnectionDeps, oauthCallbackUrl } from "./deps.ts";
import { discoverServer } from "./discover.ts";
import { resolveOAuthEndpoints, resolveScopes } from "./oauth-endpoints.ts";
import type { ActiveLink, MethodChoice } from "./resolve-link.ts";
import type { ConnectionClient } from "./secrets.ts";

/** The data that completes an OAuth sign-in. It is stored encrypted. */
export interface PendingSignIn {
  readonly token: string;
  readonly method: string;
  readonly verifier?: string | undefined;
  readonly client: ConnectionClient;
  readonly fields: FormValues;
  readonly secret: FormValues;
  readonly server?: DiscoveredServer | undefined;
  readonly scopes: readonly string[];
}

/**
 * The redirect of the browser to the app, with the cookie that binds the sign-in to the browser.
 */
export interface SignInRedirect {
  readonly url: string;
  readonly cookie: { readonly name: string; readonly value: string };
}

/** Returns the name of the cookie that binds a sign-in to a browser. */
export const signInCookieName = (stateDigest: string): string =>
  `jf_signin_${stateDigest.slice(0, 12)}`;

/**
 * Stores a pending sign-in and returns the app's authorization URL. Discovers the authorization
 * server of a remote MCP server at `serverUrl`. Rejects with the `Problem` "provider_unavailable",
 * "app_not_configured" or "invalid_input".
 */
export async function redirectToSignIn(
  deps: ConnectionDeps,
  activeLink: ActiveLink,
  {
    connection,
    method,
    serverUrl,
    plain,
    secret,
    requestedScopes,
  }: {
    readonly connection: string;
    readonly method: MethodChoice["method"];
    readonly serverUrl: string;
    readonly plain: FormValues;
    readonly secret: FormValues;
    readonly requestedScopes: readonly string[] | undefined;
  },
): Promise<SignInRedirect> {
  const { link, app } = activeLink;
  const { record } = app;
  const server =
    method.type === "mcp_oauth"
      ? await discoverServer({ outbound: deps.outboundFor(record.base) }, serverUrl, record.name)
      : undefined;
  const client = await resolveClient(deps, app, link.account, method, {
    entered: { ...plain, ...secret },
    server,
  });
  const scopes = resolveScopes(method, requestedScopes ?? server?.scopes, plain);
  const endpoints = resolveOAuthEndpoints(
    { server, fields: plain },
    method,
    client,
    record.baseFields,
  );
  if (!endpoints.authorizationUrl)
    throw new Problem("provider_unavailable", `${record.name} has no known sign-in page.`);
  const verifier = endpoints.server.pkce ? createVerifier() : undefined;
  const state = await newState(deps.vault, connection);
  const stateDigest = await digestSecret(state);
  const cookie = { name: signInCookieName(stateDigest), value: randomToken() };
  const pending: PendingSignIn = {
    token: activeLink.token,
    method: method.id,
    client,
    fields: plain,
    secret,
    server,
    scopes,
    verifier,
  };
  const encrypted = await deps.vault.encrypt(SERVICE_ACCOUNT, JSON.stringify(pending), {
    id: stateDigest,
    field: "sign_in",
  });
  await deps.store.addSignIn({
    state: stateDigest,
    connection,
    link: activeLink.linkDigest,
    browser: await digestSecret(cookie.value),
    encryptedData: encrypted,
    expires: link.expires,
  });
  const url = buildAuthorizationUrl({
    authorizationUrl: endpoints.authorizationUrl,
    server: endpoints.server,
    clientId: client.id,
    redirectUri: oauthCallbackUrl(deps.origin),
    scopes,
    state,
    challenge: verifier && (await createChallenge(verifier)),
    resource: endpoints.resource,
  });
  return { url, cookie };
}
