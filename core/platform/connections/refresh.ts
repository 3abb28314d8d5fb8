import type { AuthMethod } from "../../ports/apps.ts";
import type { Connection, StatusReason, StoredConnection } from "../../ports/connection-store.ts";
import { nextRefresh, refreshBackoff } from "../domain/oauth/refresh-schedule.ts";
import type { Tokens } from "../domain/oauth/token-response.ts";
import { forgetRegisteredClient, readOperatorClient } from "./clients.ts";
import {
  type ConnectionDeps,
  isoTime,
  outboundForConnection,
  type ResolvedApp,
  updateStored,
} from "./deps.ts";
import { resolveOAuthEndpoints, resolveScopes } from "./oauth-endpoints.ts";
import { revokeTokens } from "./revoke.ts";
import { belongsToApp, type ConnectionSecrets, decryptSecrets, encryptSecrets } from "./secrets.ts";
import { createSemaphore } from "./semaphore.ts";
import { requestTokens } from "./token-endpoint.ts";

/** What came of renewing. */
export type RefreshResult =
  /** It has a token now that is not the stale one, whoever renewed it. */
  | {
      readonly outcome: "refreshed";
      readonly stored: StoredConnection;
      readonly secrets: ConnectionSecrets;
    }
  /** Nothing is known of the grant: what there is stays. */
  | {
      readonly outcome: "deferred";
      readonly stored: StoredConnection;
      readonly secrets: ConnectionSecrets;
      readonly message: string;
    }
  /** There is nothing to renew it with. */
  | {
      readonly outcome: "not_refreshable";
      readonly stored: StoredConnection;
      readonly secrets: ConnectionSecrets;
    }
  /** The app has refused the grant: it is expired, or was before. */
  | { readonly outcome: "inactive"; readonly stored: StoredConnection }
  | { readonly outcome: "deleted" };

/** Renews a connection whose token is stale, once, however many ask, in however many processes. */
export type RefreshConnection = (
  id: string,
  staleToken: string | undefined,
) => Promise<RefreshResult>;

/** Longer than a token endpoint is waited for and the new token is stored. */
const LEASE_MILLISECONDS = 40_000;
const POLL_MILLISECONDS = 60;
const MAX_CONCURRENT = 24;

/** Renews connections, each by one at a time, and no more than 24 at once. */
export function createRefresh(deps: ConnectionDeps): RefreshConnection {
  const inFlight = new Map<string, Promise<RefreshResult>>();
  const semaphore = createSemaphore(MAX_CONCURRENT);
  return (id, staleToken) => {
    const key = `${id} ${staleToken}`;
    const pending = inFlight.get(key);
    if (pending) return pending;
    const refreshing = semaphore(() => refreshExclusively(deps, id, staleToken)).finally(() =>
      inFlight.delete(key),
    );
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
    // Whatever somebody else has stored meanwhile is what counts.
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
          message: "Somebody else has been renewing it for a minute.",
        };
    } finally {
      if (leased) await store.release(id, holder).catch(deps.onError);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS * (0.5 + Math.random())));
  }
}

async function refreshLeased(
  deps: ConnectionDeps,
  { stored, secrets }: { readonly stored: StoredConnection; readonly secrets: ConnectionSecrets },
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
  const tokenReply = isClientCredentials
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

  if ("tokens" in tokenReply)
    return storeTokens(deps, {
      stored,
      secrets,
      method,
      record: app.record,
      tokens: tokenReply.tokens,
    });
  const { error, description, kind: means } = tokenReply.refused;
  const message = `${app.record.name} refused to renew the sign-in (${error})${description ? `: ${description}` : "."}`;
  if (means !== "grant") {
    if (means === "client" && client.from === "registered" && connection.server)
      await forgetRegisteredClient(deps, connection.server.issuer);
    return recordFailure(deps, {
      stored,
      secrets,
      message:
        means === "client"
          ? `${message} The OAuth client is to blame, not the person.`
          : `${app.record.name} did not renew the sign-in (${error})${description ? `: ${description}` : "."}`,
      retryAfter: tokenReply.retryAfter,
    });
  }
  // Whoever was refused may only have been late: what is kept now decides.
  const after = await deps.store.find(connection.id);
  if (!after) return { outcome: "deleted" };
  if (after.sealed !== stored.sealed) {
    const newer = await decryptSecrets(deps.vault, after);
    return newer
      ? { outcome: "refreshed", stored: after, secrets: newer }
      : { outcome: "inactive", stored: after };
  }
  const expired = await markExpired(
    deps,
    connection.id,
    { code: "grant_refused", message: message },
    { unless: ({ sealed }) => sealed !== stored.sealed },
  );
  return expired ? { outcome: "inactive", stored: expired } : { outcome: "deleted" };
}

/** The operator's client may have a new secret since; another client than the one that the grant is for would not do. */
async function currentClient(
  deps: ConnectionDeps,
  app: ResolvedApp,
  { account }: Connection,
  connectionClient: NonNullable<ConnectionSecrets["client"]>,
): Promise<NonNullable<ConnectionSecrets["client"]>> {
  const operatorClient =
    connectionClient.from === "operator" ? await readOperatorClient(deps, app, account) : undefined;
  return operatorClient?.id === connectionClient.id
    ? { ...connectionClient, secret: operatorClient.secret }
    : connectionClient;
}

/** Once the provider has given new tokens the old ones may be worth nothing: storing them is tried until it succeeds or the lease is over. */
async function storeTokens(
  deps: ConnectionDeps,
  {
    stored,
    secrets,
    method,
    record,
    tokens,
  }: {
    readonly stored: StoredConnection;
    readonly secrets: ConnectionSecrets;
    readonly method: AuthMethod;
    readonly record: ResolvedApp["record"];
    readonly tokens: Tokens;
  },
): Promise<RefreshResult> {
  const { connection } = stored;
  const newSecrets: ConnectionSecrets = {
    ...secrets,
    values: { ...secrets.values, access_token: tokens.accessToken },
    refreshToken: tokens.refreshToken ?? secrets.refreshToken,
  };
  const encrypted = await encryptSecrets(deps.vault, connection, newSecrets);
  const set = changesFromTokens(tokens, deps.now(), stored);
  const deadline = performance.now() + 15_000;
  for (;;) {
    try {
      const saved = await updateStored(
        deps,
        connection.id,
        ({ connection: { status }, sealed: currentCiphertext }) =>
          status === "revoked" || currentCiphertext !== stored.sealed
            ? undefined
            : {
                set: { ...set, scopes: tokens.scopes ?? connection.scopes, status },
                sealed: encrypted,
              },
      );
      if (saved && saved.sealed === encrypted)
        return { outcome: "refreshed", stored: saved, secrets: newSecrets };
      // Deleted or signed in anew meanwhile: then nobody needs these.
      if (!saved || saved.connection.status === "revoked")
        await revokeTokens(
          { ...outboundForConnection(deps, record, connection), onError: deps.onError },
          connection,
          method,
          newSecrets,
          record.baseFields,
        );
      const newer =
        saved && saved.connection.status === "active" && (await decryptSecrets(deps.vault, saved));
      return newer
        ? { outcome: "refreshed", stored: saved, secrets: newer }
        : { outcome: "deleted" };
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/** What new tokens say of a connection. */
export function changesFromTokens(
  tokens: Tokens,
  at: number,
  { connection, lastUsed }: Pick<StoredConnection, "connection" | "lastUsed">,
): Partial<Connection> {
  const times = {
    refreshed: isoTime(at),
    created: connection.created,
    expires: tokens.expiresIn === undefined ? undefined : isoTime(at + tokens.expiresIn * 1000),
  };
  const isUsed = at - Date.parse(lastUsed ?? connection.created) < 86_400_000;
  return {
    status: "active",
    reason: undefined,
    failures: undefined,
    refreshed: times.refreshed,
    expires: times.expires,
    due: nextRefresh(times, { isUsed }),
  };
}

async function recordFailure(
  deps: ConnectionDeps,
  {
    stored,
    secrets,
    message,
    retryAfter,
  }: {
    readonly stored: StoredConnection;
    readonly secrets: ConnectionSecrets;
    readonly message: string;
    readonly retryAfter?: number | undefined;
  },
): Promise<RefreshResult> {
  const { now } = deps;
  const saved = await updateStored(
    deps,
    stored.connection.id,
    ({ connection: { status, failures = 0, reason } }) =>
      status !== "active"
        ? undefined
        : {
            set: {
              failures: failures + 1,
              due: now() + refreshBackoff(failures + 1, retryAfter),
              reason: {
                code: "refresh_failing",
                message: message,
                at: reason?.code === "refresh_failing" ? reason.at : isoTime(now()),
              },
            },
          },
  );
  return saved ? { outcome: "deferred", stored: saved, secrets, message } : { outcome: "deleted" };
}

/** Says of an active connection that it does not work any more; a person mends it. Its secrets stay, for what they may still be good for. */
export const markExpired = (
  deps: Pick<ConnectionDeps, "store" | "now">,
  id: string,
  reason: Omit<StatusReason, "at">,
  { unless = () => false }: { unless?(stored: StoredConnection): boolean } = {},
): Promise<StoredConnection | undefined> =>
  updateStored(deps, id, (stored) =>
    stored.connection.status !== "active" || unless(stored)
      ? undefined
      : {
          set: {
            status: "expired",
            reason: { ...reason, at: isoTime(deps.now()) },
            due: undefined,
          },
        },
  );
