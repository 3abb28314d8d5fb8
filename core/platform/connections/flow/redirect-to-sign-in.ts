import { Problem } from "../../../http/problem.ts";
import { randomToken } from "../../../lib/kit/bytes/random.ts";
import type { Fetch } from "../../../lib/kit/net/fetch.ts";
import {
  buildAuthorizationUrl,
  createChallenge,
  createVerifier,
  type DiscoveredServer,
  type DiscoveryError,
  discoverServer,
  resolveScopes,
} from "../../../lib/oauth/index.ts";
import type { FormValues } from "../../../lib/openapi-tools/credentials/index.ts";
import { SERVICE_ACCOUNT, type Vault } from "../../../lib/vault/index.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import type { ConnectionClient } from "../secrets.ts";
import { type ActiveLink, digestSecret, type MethodChoice } from "./connect-links.ts";
import { oauthCallbackUrl, requireEndpoints, resolveClient } from "./oauth-clients.ts";

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
 * Creates the OAuth state of a sign-in. It is encrypted, so that forged states fail without a
 * lookup.
 */
const newState = (vault: Vault, connection: string): Promise<string> =>
  vault.encrypt(SERVICE_ACCOUNT, JSON.stringify([connection, randomToken()]), {
    id: "state",
    field: "state",
  });

/** Whether Jackfield issued a state for this connection. */
export async function isStateFor(
  vault: Vault,
  state: string,
  connection: string,
): Promise<boolean> {
  const text = await vault.tryDecrypt(SERVICE_ACCOUNT, state, { id: "state", field: "state" });
  return text !== undefined && (JSON.parse(text) as unknown[])[0] === connection;
}

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
      ? await requireServer(deps.fetchFor(record.base), serverUrl, record.name)
      : undefined;
  const client = await resolveClient(deps, app, link.account, method, {
    entered: { ...plain, ...secret },
    server,
  });
  const scopes = resolveScopes(method, requestedScopes ?? server?.scopes, plain);
  const endpoints = requireEndpoints({
    method,
    fields: plain,
    client,
    baseFields: record.baseFields,
    discovered: server,
  });
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

/** Finds the authorization server of a remote MCP server. */
async function requireServer(send: Fetch, url: string, name: string): Promise<DiscoveredServer> {
  const found = await discoverServer(send, url);
  if ("server" in found) return found.server;
  const { message, hint } = DISCOVERY_ERRORS[found.error.rule];
  throw new Problem("provider_unavailable", message(name), { hint });
}

const DISCOVERY_ERRORS: Readonly<
  Record<DiscoveryError["rule"], { message(name: string): string; readonly hint: string }>
> = {
  no_tls: {
    message: (name) => `${name} has a URL without TLS.`,
    hint: "Use an https URL. Jackfield never sends tokens without TLS.",
  },
  invalid_metadata: {
    message: (name) => `The authorization server of ${name} has no valid metadata, or lacks PKCE.`,
    hint: "Try again later. If the problem persists, contact the operator of the MCP server.",
  },
  no_metadata: {
    message: (name) => `${name} has no authorization server metadata.`,
    hint: "Check the URL of the MCP server, or try again later.",
  },
};
