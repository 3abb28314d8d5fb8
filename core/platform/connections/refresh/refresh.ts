import { jitter } from "../../../lib/kit/flow/backoff.ts";
import { createSemaphore } from "../../../lib/kit/flow/semaphore.ts";
import { sleep } from "../../../lib/kit/flow/sleep.ts";
import {
  refreshTokens,
  requestClientCredentials,
  resolveScopes,
  type TokenError,
} from "../../../lib/oauth/index.ts";
import { recordClientUse } from "../client-failures.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import {
  forgetRegisteredClient,
  requireEndpoints,
  withCurrentSecret,
} from "../flow/oauth-clients.ts";
import { clientKeys } from "../flow/operator-clients.ts";
import type { ResolvedApp } from "../resolved-app.ts";
import { belongsToApp, decryptSecrets } from "../secrets.ts";
import { markExpired } from "../stored-connection.ts";
import {
  type ActiveSecrets,
  type RefreshResult,
  recordFailure,
  storeTokens,
} from "./refresh-result.ts";

/**
 * Why a token is refreshed:
 * - `test`: a user tests the connection.
 * - `due`: the scheduler refreshes it before it expires.
 * - `use`: a run needs it, and it is about to expire.
 * - `rejected`: the app rejected it with 401.
 */
type RefreshOccasion = "test" | "due" | "use" | "rejected";

/**
 * Refreshes a connection's access token if it is still `staleToken`, or in any case if `staleToken`
 * is `undefined`. Concurrent calls send one request, also across processes.
 *
 * A connection without a refresh token becomes `inactive` if its token was rejected, or if it
 * expired before it was due or used.
 */
export type RefreshConnection = (
  id: string,
  staleToken: string | undefined,
  occasion?: RefreshOccasion,
  /** The account in whose share of the concurrent refreshes this one counts. */
  account?: string,
) => Promise<RefreshResult>;

/** Exceeds the time that requesting and storing a token takes. */
const LEASE_MILLISECONDS = 40_000;
const POLL_MILLISECONDS = 60;
const MAX_CONCURRENT = 24;
const MAX_PER_ACCOUNT = 18;

/**
 * Creates the function that refreshes connections. It refreshes at most 24 at once, and at most 18
 * for each account.
 */
export function createRefresh(
  deps: ConnectionDeps,
  onRefresh: (outcome: RefreshResult["outcome"]) => void = () => {},
): RefreshConnection {
  const inFlight = new Map<string, Promise<RefreshResult>>();
  const semaphore = createSemaphore(MAX_CONCURRENT, { maxPerHolder: MAX_PER_ACCOUNT });
  const refreshOnce = (
    id: string,
    staleToken: string | undefined,
    holder: string | undefined,
  ): Promise<RefreshResult> => {
    const key = `${id} ${staleToken}`;
    const pending = inFlight.get(key);
    if (pending) return pending;
    const refreshing = semaphore
      .run(() => refreshExclusively(deps, id, staleToken), { holder })
      .then((result) => {
        onRefresh(result.outcome);
        return result;
      })
      .finally(() => inFlight.delete(key));
    inFlight.set(key, refreshing);
    return refreshing;
  };
  return async (id, staleToken, occasion = "test", account = undefined) => {
    const result = await refreshOnce(id, staleToken, account);
    return result.outcome === "not_refreshable" ? expireUnusable(deps, result, occasion) : result;
  };
}

/** Marks a connection as expired if its token no longer works and can't be refreshed. */
async function expireUnusable(
  deps: ConnectionDeps,
  result: Extract<RefreshResult, { outcome: "not_refreshable" }>,
  occasion: RefreshOccasion,
): Promise<RefreshResult> {
  const { stored } = result;
  const { id, account, app, expires } = stored.connection;
  const isExpired = expires !== undefined && Date.parse(expires) <= deps.now();
  if (occasion === "test" || (occasion !== "rejected" && !isExpired)) return result;
  const { name } = (await deps.resolveApp(account, app)).record;
  const expired =
    occasion === "rejected"
      ? await markExpired(
          deps,
          id,
          {
            code: "refused_by_app",
            message: `${name} rejected the access token (401) and issued no refresh token.`,
          },
          { unless: ({ encryptedSecrets }) => encryptedSecrets !== stored.encryptedSecrets },
        )
      : await markExpired(deps, id, {
          code: "not_refreshable",
          message: `The sign-in at ${name} expired, and ${name} issued no refresh token.`,
        });
  return { outcome: "inactive", stored: expired ?? stored };
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
    await sleep(jitter(POLL_MILLISECONDS, 0.5, Math.random()));
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
  const { refreshToken } = secrets;
  if (
    !method ||
    !belongsToApp(secrets, app.record) ||
    !secrets.client ||
    !(isClientCredentials || refreshToken)
  )
    return { outcome: "not_refreshable", stored, secrets };

  const client = await withCurrentSecret(deps, app, connection.account, method, secrets.client);
  const endpoints = requireEndpoints({
    method,
    fields: connection.fields,
    client,
    baseFields: app.record.baseFields,
    discovered: connection.server,
  });
  const send = connection.server ? deps.fetchFor(app.record.base) : deps.fetch;
  const response =
    isClientCredentials || !refreshToken
      ? await requestClientCredentials(
          send,
          endpoints,
          client,
          resolveScopes(method, connection.asked, connection.fields),
        )
      : await refreshTokens(send, endpoints, client, refreshToken);

  const used = {
    keys: clientKeys(app, connection.account, method),
    app: app.record.slug,
    client,
  };
  if ("tokens" in response) {
    const { tokens } = response;
    const result = await storeTokens(deps, { stored, secrets, record: app.record, tokens });
    await recordClientUse(deps, used);
    return result;
  }
  const { refused, retryAfter } = response;
  await recordClientUse(deps, used, refused);
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
