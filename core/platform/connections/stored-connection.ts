import { sleep } from "../../lib/kit/sleep.ts";
import { nextRefresh, refreshBackoff, type Tokens } from "../../lib/oauth/index.ts";
import type { AppRecord } from "../../lib/openapi-tools/index.ts";
import type { Connection, StatusReason, StoredConnection } from "../../ports/connection-store.ts";
import type { ConnectionDeps } from "./connection-service.ts";
import { revokeGrant } from "./flow/oauth-clients.ts";
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

/** Formats a time as RFC 3339 in UTC. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Returns a new, random connection ID. */
export const newConnectionId = (): string => `conn_${crypto.randomUUID().replaceAll("-", "")}`;

/**
 * Stores a pending connection. It fails if the user does not finish by `expires` (milliseconds
 * since 1970).
 */
export async function addPendingConnection(
  { store, now }: Pick<ConnectionDeps, "store" | "now">,
  input: Pick<Connection, "id" | "account" | "user" | "app" | "label" | "asked" | "method">,
  expires: number,
): Promise<Connection> {
  const at = isoTime(now());
  const connection: Connection = {
    ...input,
    status: "pending",
    fields: {},
    created: at,
    updated: at,
    due: expires,
    version: 1,
  };
  await store.add(connection);
  return connection;
}

/** Whether no user has finished connecting. Such a connection can get another link. */
export const isUnfinished = ({ status, reason }: Connection): boolean =>
  status === "pending" || (status === "failed" && reason?.code === "link_expired");

/** Whether a connection has never been connected. Its first sign-in may have failed. */
export const isAwaitingSignIn = ({ status }: Connection): boolean =>
  status === "pending" || status === "failed";

/** Returns the name of an app, with a number if one of its owner's connections has that label. */
export function unusedLabel(name: string, all: readonly StoredConnection[]): string {
  const labels = new Set(
    all.flatMap(({ connection: { status, label } }) => (status === "failed" ? [] : [label])),
  );
  let label = name;
  for (let number = 2; labels.has(label); number++) label = `${name} ${number}`;
  return label;
}

/**
 * Makes the first connection of an owner to an app the default, so that later ones don't make runs
 * ambiguous. Changes nothing if there is a default, or if several others have none.
 */
export async function withFirstAsDefault(
  { store, onError }: Pick<ConnectionDeps, "store" | "onError">,
  stored: StoredConnection,
): Promise<StoredConnection> {
  const { id, account, user, app } = stored.connection;
  try {
    const all = await store.list(account, { user: user ?? null, app });
    const others = all.filter(
      ({ connection }) => connection.id !== id && !isAwaitingSignIn(connection),
    );
    if (all.some(({ isDefault }) => isDefault) || others.length > 1) return stored;
    const first = others[0]?.connection.id ?? id;
    await store.makeDefault(first);
    return { ...stored, isDefault: first === id };
  } catch (error) {
    // The connection works without it.
    onError(error);
    return stored;
  }
}

const MAX_ATTEMPTS = 20;

/**
 * Changes a stored connection with optimistic locking. After a conflicting change, `update` runs
 * again on the new version. If `update` returns `undefined`, the connection stays unchanged.
 * Resolves to the stored connection, or `undefined` if it does not exist.
 */
export async function updateStored(
  { store, now }: Pick<ConnectionDeps, "store" | "now">,
  id: string,
  update: (
    stored: StoredConnection,
  ) =>
    | { readonly set: Partial<Connection>; readonly encryptedSecrets?: string | null | undefined }
    | undefined,
): Promise<StoredConnection | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await store.find(id);
    const changes = stored && update(stored);
    if (!stored || !changes) return stored;
    const { encryptedSecrets } = changes;
    const connection: Connection = {
      ...stored.connection,
      ...changes.set,
      updated: isoTime(now()),
      version: stored.connection.version + 1,
    };
    if (await store.save(connection, { encryptedSecrets }))
      return {
        ...stored,
        connection,
        ...(encryptedSecrets !== undefined && { encryptedSecrets: encryptedSecrets ?? undefined }),
      };
  }
  throw new Error(`Connection ${id} changed concurrently ${MAX_ATTEMPTS} times in a row.`);
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

/**
 * The changes that enable or disable a connection. Enabling an expiring token refreshes it at once.
 */
export function changesForEnabled(
  { status, expires }: Connection,
  isEnabled: boolean,
  now: number,
): Partial<Connection> {
  if (!isEnabled && status === "active")
    return {
      status: "disabled",
      due: undefined,
      reason: {
        code: "switched_off",
        message: "The connection was disabled.",
        at: isoTime(now),
      },
    };
  if (isEnabled && status === "disabled")
    return { status: "active", reason: undefined, due: expires === undefined ? undefined : now };
  return {};
}

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
