import { Problem } from "../../http/problem.ts";
import {
  type RegisteredClient,
  readRegisteredClient,
  registrationRequest,
} from "../../lib/oauth/index.ts";
import type { AuthMethod } from "../../lib/openapi-tools/index.ts";
import { SERVICE_ACCOUNT, type Vault } from "../../lib/vault/index.ts";
import type { ConnectionStore, DiscoveredServer } from "../../ports/connection-store.ts";
import { type ConnectionDeps, oauthCallbackUrl, type ResolvedApp } from "./deps.ts";
import type { ConnectionClient } from "./secrets.ts";
import { fetchJson } from "./token-endpoint.ts";

/** An OAuth client that the operator has registered at an app. */
export interface OperatorClient {
  readonly id: string;
  readonly secret?: string | undefined;
}

/**
 * Returns the storage key of an app's OAuth client. A custom app has its own key, so that it never
 * gets the client of a catalog app with the same slug.
 */
export const clientKey = (slug: string, owner?: string): string =>
  owner === undefined ? slug : `${owner}/${slug}`;

const clientContext = (key: string) => ({ id: key, field: "oauth_client" });

/** Encrypts and stores the operator's OAuth client for an app. */
export const storeClient = async (
  store: ConnectionStore,
  vault: Vault,
  key: string,
  client: OperatorClient,
): Promise<void> =>
  store.saveClient(
    key,
    await vault.encrypt(SERVICE_ACCOUNT, JSON.stringify(client), clientContext(key)),
  );

/** Reads the operator's OAuth client for an app. `undefined` if none is configured. */
export async function readOperatorClient(
  { store, vault }: Pick<ConnectionDeps, "store" | "vault">,
  { record, isOwn }: ResolvedApp,
  account: string,
): Promise<OperatorClient | undefined> {
  const key = clientKey(record.slug, isOwn ? account : undefined);
  const stored = await store.findClient(key);
  return stored === undefined
    ? undefined
    : (JSON.parse(
        await vault.decrypt(SERVICE_ACCOUNT, stored, clientContext(key)),
      ) as OperatorClient);
}

/** Whether a method requires the end user to enter an OAuth client. */
export const requiresOwnClient = ({ fields }: AuthMethod): boolean =>
  fields.some(({ name }) => name === "client_id");

/**
 * Whether users can connect with a method now. OAuth methods need a client, unless users enter one.
 */
export async function isConfigured(
  deps: Pick<ConnectionDeps, "store">,
  { record, isOwn }: ResolvedApp,
  account: string,
  method: AuthMethod,
): Promise<boolean> {
  if ((method.type !== "oauth2" && method.type !== "oauth2_cc") || requiresOwnClient(method))
    return true;
  return (
    (await deps.store.findClient(clientKey(record.slug, isOwn ? account : undefined))) !== undefined
  );
}

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
  const operatorClient = await readOperatorClient(deps, app, account);
  if (operatorClient)
    return { ...operatorClient, auth: server ? chooseClientAuth(server) : auth, from: "operator" };
  if (server) return getRegisteredClient(deps, app, server);
  throw notConfiguredProblem(app, method, deps.origin);
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
  const toConnectionClient = ({ id, secret, auth }: RegisteredClient): ConnectionClient => ({
    id,
    secret,
    auth,
    from: "registered",
  });
  const stored = await store.findRegistration(server.issuer);
  if (stored !== undefined) {
    const client = JSON.parse(
      await vault.decrypt(SERVICE_ACCOUNT, stored, context),
    ) as RegisteredClient;
    const isExpired =
      client.secretExpires !== undefined && client.secretExpires * 1000 <= now() + 60_000;
    if (client.redirectUri === redirectUri && !isExpired) return toConnectionClient(client);
    await store.deleteRegistration(server.issuer, stored);
  }
  if (!server.registrationUrl) throw notConfiguredProblem(app, undefined, origin);
  const registration = registrationRequest({ origin, redirectUri, clientAuth: server.clientAuth });
  const response = await fetchJson(
    { outbound: deps.outboundFor(app.record.base) },
    server.registrationUrl,
    { body: registration },
  );
  const client =
    response && response.status < 300
      ? readRegisteredClient(response.value, {
          redirectUri,
          requestedMethod: registration.token_endpoint_auth_method,
        })
      : undefined;
  if (!client) {
    throw new Problem(
      "provider_unavailable",
      response
        ? `${app.record.name} rejected the client registration (HTTP ${response.status}).`
        : `${app.record.name} is unreachable for client registration.`,
      { hint: "Try again in a few minutes." },
    );
  }
  // If another process registered at the same time, all use the client that was stored first.
  return toConnectionClient(
    JSON.parse(
      await vault.decrypt(
        SERVICE_ACCOUNT,
        await store.addRegistration(
          server.issuer,
          await vault.encrypt(SERVICE_ACCOUNT, JSON.stringify(client), context),
        ),
        context,
      ),
    ) as RegisteredClient,
  );
}

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
  origin: string,
): Problem =>
  new Problem("app_not_configured", `${record.name} has no OAuth client in this deployment.`, {
    hint: `Ask the operator of this service to register an OAuth client at ${method?.setupUrl ?? record.name}. Its redirect URI is ${oauthCallbackUrl(origin)}. Then run: npm run apps -- configure ${record.slug}${isOwn ? " --own" : ""} --client-id <id> (the secret is read from standard input).`,
  });
