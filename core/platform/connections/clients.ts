import type { AuthMethod } from "../../ports/apps.ts";
import type { ConnectionStore, DiscoveredServer } from "../../ports/connection-store.ts";
import { Problem } from "../../problem.ts";
import {
  type RegisteredClient,
  readRegisteredClient,
  registrationRequest,
} from "../domain/oauth/discovery.ts";
import { type ConnectionDeps, oauthCallbackUrl, type ResolvedApp } from "./deps.ts";
import type { ConnectionClient } from "./secrets.ts";
import { fetchJson } from "./token-endpoint.ts";
import { SERVICE_ACCOUNT, type Vault } from "./vault.ts";

/** An OAuth client that the operator has registered at an app. */
export interface OperatorClient {
  readonly id: string;
  readonly secret?: string | undefined;
}

/** By which a client is kept: an app that an account added never gets the client of the catalog's app of that name. */
export const clientKey = (slug: string, owner?: string): string =>
  owner === undefined ? slug : `${owner}/${slug}`;

const clientContext = (key: string) => ({ id: key, field: "oauth_client" });

/** Keeps the operator's client for an app, sealed. */
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

/** The operator's client for an app. */
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

/** Whether a method asks for the person's own OAuth client. */
export const requiresOwnClient = ({ fields }: AuthMethod): boolean =>
  fields.some(({ name }) => name === "client_id");

/** Whether a method can be used as things stand: of OAuth with a code, whether there is a client. */
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

/** The client to use: the person's own, the operator's, or one that registers by itself. Throws the `Problem` "app_not_configured". */
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

/** The client that was registered at a server; it registers where there is none, or its secret has run out. */
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
      `${app.record.name} gave no OAuth client to this service${response ? ` (it answered ${response.status})` : ": it could not be reached"}.`,
      { hint: "Try again in a little while." },
    );
  }
  // Another may have registered meanwhile: that one is used by all.
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

/** Forgets a client that its server knows no more, so that the next sign-in registers anew. */
export async function forgetRegisteredClient(
  { store }: Pick<ConnectionDeps, "store">,
  issuer: string,
): Promise<void> {
  const stored = await store.findRegistration(issuer);
  if (stored !== undefined) await store.deleteRegistration(issuer, stored);
}

/** What to do about an app whose OAuth has no client yet. */
export const notConfiguredProblem = (
  { record, isOwn }: ResolvedApp,
  method: AuthMethod | undefined,
  origin: string,
): Problem =>
  new Problem("app_not_configured", `${record.name} has no OAuth client here yet.`, {
    hint: `The person who runs this service registers one${method?.setupUrl ? ` at ${method.setupUrl}` : ` at ${record.name}`}, with the redirect address ${oauthCallbackUrl(origin)}, and gives it here: npm run apps -- configure ${record.slug}${isOwn ? " --own" : ""} --client-id <id> (the secret is read from the input).`,
  });
