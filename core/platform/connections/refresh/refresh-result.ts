import { sleep } from "../../../lib/kit/flow/sleep.ts";
import { refreshBackoff, type Tokens } from "../../../lib/oauth/index.ts";
import type { AppRecord } from "../../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { revokeGrant } from "../flow/oauth-clients.ts";
import { type ConnectionSecrets, decryptSecrets, encryptSecrets } from "../secrets.ts";
import { changesFromTokens, isoTime, updateStored } from "../stored-connection.ts";

/** A connection and its decrypted secrets. */
export interface ActiveSecrets {
  readonly stored: StoredConnection;
  readonly secrets: ConnectionSecrets;
}

/** The outcome of a refresh. */
export type RefreshResult =
  /** The access token is no longer the stale one. This or another process refreshed it. */
  | ({ readonly outcome: "refreshed" } & ActiveSecrets)
  /** The refresh failed for now. The grant may still be valid, so nothing changes. */
  | ({ readonly outcome: "deferred"; readonly message: string } & ActiveSecrets)
  /** The connection has no refresh token. */
  | ({ readonly outcome: "not_refreshable" } & ActiveSecrets)
  /** The connection is not active, for example because the app refused the grant. */
  | { readonly outcome: "inactive"; readonly stored: StoredConnection }
  | { readonly outcome: "deleted" };

/** Storing tokens is retried for this long, within the lease. */
const STORE_MILLISECONDS = 15_000;

/**
 * Stores refreshed tokens. Retries for 15 seconds, because the old tokens may be invalid once the
 * app issued new ones. If the connection was deleted in the meantime, revokes the new tokens.
 */
export async function storeTokens(
  deps: ConnectionDeps,
  {
    stored,
    secrets,
    record,
    tokens,
  }: ActiveSecrets & {
    readonly record: AppRecord;
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
  const changes = changesFromTokens(tokens, deps.now(), stored);
  const deadline = performance.now() + STORE_MILLISECONDS;
  for (;;) {
    try {
      const saved = await updateStored(
        deps,
        connection.id,
        ({ connection: { status }, encryptedSecrets: currentCiphertext }) =>
          status === "revoked" || currentCiphertext !== stored.encryptedSecrets
            ? undefined
            : {
                set: { ...changes, scopes: tokens.scopes ?? connection.scopes, status },
                encryptedSecrets: encrypted,
              },
      );
      if (saved && saved.encryptedSecrets === encrypted)
        return { outcome: "refreshed", stored: saved, secrets: newSecrets };
      if (!saved || saved.connection.status === "revoked")
        await revokeGrant(deps, record, connection, newSecrets);
      // The user may have signed in again during the refresh. Those secrets are newer.
      const newer =
        saved && saved.connection.status === "active" && (await decryptSecrets(deps.vault, saved));
      return newer
        ? { outcome: "refreshed", stored: saved, secrets: newer }
        : { outcome: "deleted" };
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(250);
    }
  }
}

/** Records a temporary failure and schedules the next attempt. `retryAfter` is in seconds. */
export async function recordFailure(
  deps: ConnectionDeps,
  {
    stored,
    secrets,
    message,
    retryAfter,
  }: ActiveSecrets & {
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
                message,
                at: reason?.code === "refresh_failing" ? reason.at : isoTime(now()),
              },
            },
          },
  );
  return saved ? { outcome: "deferred", stored: saved, secrets, message } : { outcome: "deleted" };
}
