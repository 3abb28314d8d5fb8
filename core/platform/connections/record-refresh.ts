import type { Tokens } from "../../lib/oauth/index.ts";
import { nextRefresh, refreshBackoff } from "../../lib/oauth/index.ts";
import type { AuthMethod } from "../../lib/openapi-tools/index.ts";
import type { Connection, StatusReason, StoredConnection } from "../../ports/connection-store.ts";
import {
  type ConnectionDeps,
  isoTime,
  outboundForConnection,
  type ResolvedApp,
  updateStored,
} from "./deps.ts";
import { revokeTokens } from "./revoke.ts";
import { type ConnectionSecrets, decryptSecrets, encryptSecrets } from "./secrets.ts";

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
    method,
    record,
    tokens,
  }: ActiveSecrets & {
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
        await revokeTokens(
          { ...outboundForConnection(deps, record, connection), onError: deps.onError },
          connection,
          method,
          newSecrets,
          record.baseFields,
        );
      // The user may have signed in again during the refresh. Those secrets are newer.
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

/**
 * Returns the changes to a connection that new tokens cause. `at` is in milliseconds since 1970.
 */
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

/** Marks an active connection as expired. Keeps its secrets, because revoking may need them. */
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
