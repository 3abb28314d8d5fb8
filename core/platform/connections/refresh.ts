import { createSemaphore } from "../../lib/kit/semaphore.ts";
import type { TokenError } from "../../lib/oauth/index.ts";
import type { Connection } from "../../ports/connection-store.ts";
import { forgetRegisteredClient, readOperatorClient } from "./clients.ts";
import { type ConnectionDeps, outboundForConnection, type ResolvedApp } from "./deps.ts";
import { resolveOAuthEndpoints, resolveScopes } from "./oauth-endpoints.ts";
import {
  type ActiveSecrets,
  markExpired,
  type RefreshResult,
  recordFailure,
  storeTokens,
} from "./record-refresh.ts";
import { belongsToApp, type ConnectionClient, decryptSecrets } from "./secrets.ts";
import { requestTokens } from "./token-endpoint.ts";

/**
 * Refreshes a connection's access token if it is still `staleToken`, or in any case if `staleToken`
 * is `undefined`. Concurrent calls send one request, also across processes.
 */
export type RefreshConnection = (
  id: string,
  staleToken: string | undefined,
) => Promise<RefreshResult>;

/** Exceeds the time that requesting and storing a token takes. */
const LEASE_MILLISECONDS = 40_000;
const POLL_MILLISECONDS = 60;
const MAX_CONCURRENT = 24;

/** Creates the function that refreshes connections. It refreshes at most 24 at once. */
export function createRefresh(deps: ConnectionDeps): RefreshConnection {
  const inFlight = new Map<string, Promise<RefreshResult>>();
  const semaphore = createSemaphore(MAX_CONCURRENT);
  return (id, staleToken) => {
    const key = `${id} ${staleToken}`;
    const pending = inFlight.get(key);
    if (pending) return pending;
    const refreshing = semaphore
      .run(() => refreshExclusively(deps, id, staleToken))
      .finally(() => inFlight.delete(key));
    inFlight.set(key, refreshing);
    return refreshing;
  };
}

async function refreshExclusively(
  deps: ConnectionDeps,
  id: string,
  staleToken: string | undefined,
): Promise<RefreshResult> {
  const { store, vault, now } = deps;
  const holder = crypto.randomUUID();
  const deadline = performance.now() + LEASE_MILLISECONDS + 5_000;
  for (;;) {
    const at = now();
    const leased = await store.lease(id, { holder, now: at, until: at + LEASE_MILLISECONDS });
    // Read again, because another process may have stored new tokens.
    const stored = leased ?? (await store.find(id));
    const secrets = stored && (await decryptSecrets(vault, stored));
    try {
      if (!stored || stored.connection.status === "revoked") return { outcome: "deleted" };
      if (!secrets || stored.connection.status !== "active") return { outcome: "inactive", stored };
      if (staleToken !== undefined && secrets.values["access_token"] !== staleToken)
        return { outcome: "refreshed", stored, secrets };
      if (leased) return await refreshLeased(deps, { stored, secrets });
      if (performance.now() > deadline)
        return {
          outcome: "deferred",
          stored,
          secrets,
          message: "Another process is still refreshing the access token.",
        };
    } finally {
      if (leased) await store.release(id, holder).catch(deps.onError);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS * (0.5 + Math.random())));
  }
}

async function refreshLeased(
  deps: ConnectionDeps,
  { stored, secrets }: ActiveSecrets,
): Promise<RefreshResult> {
  const { connection } = stored;
  const app = await deps.resolveApp(connection.account, connection.app);
  const method = app.record.methods.find(({ id }) => id === connection.method);
  const isClientCredentials = method?.type === "oauth2_cc";
  if (
    !method ||
    !belongsToApp(secrets, app.record) ||
    !secrets.client ||
    !(isClientCredentials || secrets.refreshToken)
  )
    return { outcome: "not_refreshable", stored, secrets };

  const client = await currentClient(deps, app, connection, secrets.client);
  const { refresh, token, server, resource } = resolveOAuthEndpoints(
    connection,
    method,
    client,
    app.record.baseFields,
  );
  const scopes = isClientCredentials
    ? resolveScopes(method, connection.asked, connection.fields)
    : [];
  const fetcher = outboundForConnection(deps, app.record, connection);
  const response = isClientCredentials
    ? await requestTokens(fetcher, token, client, {
        grant_type: "client_credentials",
        scope: scopes.length > 0 ? scopes.join(server.scopeSeparator ?? " ") : undefined,
        ...server.tokenParams,
      })
    : await requestTokens(fetcher, refresh, client, {
        grant_type: "refresh_token",
        ...server.refreshParams,
        refresh_token: secrets.refreshToken,
        resource,
      });

  if ("tokens" in response)
    return storeTokens(deps, {
      stored,
      secrets,
      method,
      record: app.record,
      tokens: response.tokens,
    });
  const { refused, retryAfter } = response;
  if (refused.kind === "grant")
    return expireRefusedGrant(deps, { stored, secrets }, refusalMessage(app, refused));
  if (refused.kind === "client" && client.from === "registered" && connection.server)
    await forgetRegisteredClient(deps, connection.server.issuer);
  return recordFailure(deps, {
    stored,
    secrets,
    message: failureMessage(app, refused),
    retryAfter,
  });
}

const refusalMessage = ({ record }: ResolvedApp, { error, description }: TokenError): string =>
  `${record.name} refused to refresh the access token (${error})${description ? `: ${description}` : "."}`;

function failureMessage(app: ResolvedApp, error: TokenError): string {
  if (error.kind === "client")
    return `${refusalMessage(app, error)} The OAuth client is invalid. The user's sign-in may still be valid.`;
  return `${app.record.name} did not refresh the access token (${error.error})${error.description ? `: ${error.description}` : "."}`;
}

/** Marks a connection as expired, unless another process has stored new tokens. */
async function expireRefusedGrant(
  deps: ConnectionDeps,
  { stored }: ActiveSecrets,
  message: string,
): Promise<RefreshResult> {
  const { id } = stored.connection;
  const latest = await deps.store.find(id);
  if (!latest) return { outcome: "deleted" };
  if (latest.encryptedSecrets !== stored.encryptedSecrets) {
    const newer = await decryptSecrets(deps.vault, latest);
    return newer
      ? { outcome: "refreshed", stored: latest, secrets: newer }
      : { outcome: "inactive", stored: latest };
  }
  const expired = await markExpired(
    deps,
    id,
    { code: "grant_refused", message },
    { unless: ({ encryptedSecrets }) => encryptedSecrets !== stored.encryptedSecrets },
  );
  return expired ? { outcome: "inactive", stored: expired } : { outcome: "deleted" };
}

/** Returns the client with the operator's current secret, if the grant belongs to that client. */
async function currentClient(
  deps: ConnectionDeps,
  app: ResolvedApp,
  { account }: Connection,
  connectionClient: ConnectionClient,
): Promise<ConnectionClient> {
  const operatorClient =
    connectionClient.from === "operator" ? await readOperatorClient(deps, app, account) : undefined;
  return operatorClient?.id === connectionClient.id
    ? { ...connectionClient, secret: operatorClient.secret }
    : connectionClient;
}
