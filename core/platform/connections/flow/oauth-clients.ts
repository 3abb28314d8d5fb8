import { Problem } from "../../../http/problem.ts";
import {
  type DiscoveredServer,
  type EndpointInputs,
  type OAuthEndpoints,
  type RegisteredClient,
  type RegistrationError,
  registerClient,
  resolveEndpoints,
  revokeToken,
} from "../../../lib/oauth/index.ts";
import type { AppRecord, AuthMethod } from "../../../lib/openapi-tools/index.ts";
import { SERVICE_ACCOUNT } from "../../../lib/vault/index.ts";
import type { Connection } from "../../../ports/stores/connection-store.ts";
import { PRODUCT_NAME } from "../../product-name.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import type { ResolvedApp } from "../resolved-app.ts";
import { belongsToApp, type ConnectionClient, type ConnectionSecrets } from "../secrets.ts";
import { clientKeys, findOperatorClient } from "./operator-clients.ts";

/** The redirect URI of every OAuth sign-in. */
export const oauthCallbackUrl = (origin: string): string => `${origin}/oauth/callback`;

/**
 * Returns the OAuth client to use: the one that the end user entered, the operator's, or one that
 * Jackfield registers at the discovered server. Rejects with the `Problem` "app_not_configured" or
 * "provider_unavailable".
 */
export async function resolveClient(
  deps: ConnectionDeps,
  app: ResolvedApp,
  account: string,
  method: AuthMethod,
  {
    entered,
    server,
  }: {
    readonly entered: Readonly<Record<string, string>>;
    readonly server?: DiscoveredServer | undefined;
  },
): Promise<ConnectionClient> {
  const auth = method.oauth?.clientAuth ?? "body";
  if (entered["client_id"])
    return {
      id: entered["client_id"],
      secret: entered["client_secret"] || undefined,
      auth,
      from: "entered",
    };
  const operatorClient = await findOperatorClient(deps, clientKeys(app, account, method));
  if (operatorClient)
    return { ...operatorClient, auth: server ? chooseClientAuth(server) : auth, from: "operator" };
  if (server) return getRegisteredClient(deps, app, server);
  throw notConfiguredProblem(app, method, deps);
}

const chooseClientAuth = ({ clientAuth }: DiscoveredServer): "basic" | "body" =>
  !clientAuth || clientAuth.includes("client_secret_basic") ? "basic" : "body";

/**
 * Returns the client registered at a server. Registers a new one if there is none or its secret
 * expired.
 */
async function getRegisteredClient(
  deps: ConnectionDeps,
  app: ResolvedApp,
  server: DiscoveredServer,
): Promise<ConnectionClient> {
  const { store, vault, origin, now } = deps;
  const redirectUri = oauthCallbackUrl(origin);
  const context = { id: server.issuer, field: "registration" };
  const decryptClient = async (encrypted: string): Promise<RegisteredClient> =>
    JSON.parse(await vault.decrypt(SERVICE_ACCOUNT, encrypted, context));
  const toConnectionClient = ({ id, secret, auth }: RegisteredClient): ConnectionClient => ({
    id,
    secret,
    auth,
    from: "registered",
  });
  const stored = await store.findRegistration(server.issuer);
  if (stored !== undefined) {
    const client = await decryptClient(stored);
    const isExpired =
      client.secretExpires !== undefined && client.secretExpires * 1000 <= now() + 60_000;
    if (client.redirectUri === redirectUri && !isExpired) return toConnectionClient(client);
    await store.deleteRegistration(server.issuer, stored);
  }
  const { registrationUrl, clientAuth } = server;
  if (!registrationUrl) throw notConfiguredProblem(app, undefined, deps);
  const registered = await registerClient(deps.fetchFor(app.record.base), {
    registrationUrl,
    clientName: PRODUCT_NAME,
    origin,
    redirectUri,
    clientAuth,
  });
  if ("error" in registered) throw registrationProblem(app, registered.error);
  const encrypted = await vault.encrypt(
    SERVICE_ACCOUNT,
    JSON.stringify(registered.client),
    context,
  );
  // If another process registered at the same time, all use the client that was stored first.
  return toConnectionClient(
    await decryptClient(await store.addRegistration(server.issuer, encrypted)),
  );
}

const registrationProblem = ({ record }: ResolvedApp, { rule, status }: RegistrationError) =>
  new Problem(
    "provider_unavailable",
    rule === "refused"
      ? `${record.name} rejected the client registration (HTTP ${status}).`
      : `${record.name} is unreachable for client registration.`,
    { hint: "Try again in a few minutes." },
  );

/**
 * Deletes a registered client that its server rejects, so that the next sign-in registers a new
 * one.
 */
export async function forgetRegisteredClient(
  { store }: Pick<ConnectionDeps, "store">,
  issuer: string,
): Promise<void> {
  const stored = await store.findRegistration(issuer);
  if (stored !== undefined) await store.deleteRegistration(issuer, stored);
}

/**
 * Returns the `Problem` "app_not_configured", with the command that configures the app's OAuth
 * client.
 */
export const notConfiguredProblem = (
  { record, isOwn }: ResolvedApp,
  method: AuthMethod | undefined,
  { origin, commandLine }: Pick<ConnectionDeps, "origin" | "commandLine">,
): Problem =>
  new Problem("app_not_configured", `${record.name} has no OAuth client in this deployment.`, {
    hint: `Ask the operator of this service to register an OAuth client at ${method?.setupUrl ?? record.name}. Its redirect URI is ${oauthCallbackUrl(origin)}. Then run: ${commandLine(`apps configure ${record.slug}${isOwn ? " --own" : ""} --client-id <id>`)} (the secret is read from standard input).`,
  });

/** Returns the client of a grant, with the operator's current secret if the client is theirs. */
export async function withCurrentSecret(
  deps: ConnectionDeps,
  app: ResolvedApp,
  account: string,
  method: AuthMethod,
  client: ConnectionClient,
): Promise<ConnectionClient> {
  if (client.from !== "operator") return client;
  const keys = clientKeys(app, account, method);
  const current = await findOperatorClient(deps, keys, ({ id }) => id === client.id);
  return current ? { ...client, secret: current.secret } : client;
}

/** Returns the OAuth endpoints of a connection. Throws the `Problem` "invalid_input". */
export function requireEndpoints(inputs: EndpointInputs): OAuthEndpoints {
  const resolved = resolveEndpoints(inputs);
  if ("endpoints" in resolved) return resolved.endpoints;
  const { rule, pointer, message } = resolved.error;
  if (rule === "no_tls")
    throw new Problem("invalid_input", message, {
      hint: "Use an https URL. Jackfield never sends secrets without TLS.",
    });
  throw new Problem("invalid_input", `"${pointer.slice(1)}" can't be part of the app's URL.`, {
    hint: "Use letters, digits and hyphens.",
    errors: [{ pointer, detail: message }],
  });
}

/**
 * Revokes a grant at the app, if it has a revocation endpoint. Failures are ignored, because
 * Jackfield no longer stores the secrets, and users can revoke access at the app.
 */
export async function revokeGrant(
  deps: Pick<ConnectionDeps, "fetch" | "fetchFor" | "onError">,
  app: AppRecord,
  { method: methodId, fields, server: discovered }: Connection,
  secrets: ConnectionSecrets,
): Promise<void> {
  const method = app.methods.find(({ id }) => id === methodId);
  const { client, refreshToken, values } = secrets;
  const token = refreshToken ?? values["access_token"];
  if (!method || !client || !token || !belongsToApp(secrets, app)) return;
  const { baseFields } = app;
  const resolved = resolveEndpoints({ method, fields, client, baseFields, discovered });
  if (!("endpoints" in resolved) || !resolved.endpoints.revocation) return;
  await revokeToken(
    discovered ? deps.fetchFor(app.base) : deps.fetch,
    resolved.endpoints.revocation,
    client,
    { token, hint: refreshToken ? "refresh_token" : "access_token" },
  ).catch(deps.onError);
}
