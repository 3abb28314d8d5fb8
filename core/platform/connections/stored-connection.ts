import { nextRefresh, type Tokens } from "../../lib/oauth/index.ts";
import type { AuditEntry } from "../../ports/stores/audit-log.ts";
import type {
  Connection,
  StatusReason,
  StoredConnection,
} from "../../ports/stores/connection-store.ts";
import type { Actor } from "../auth/actor.ts";
import { type AuditChange, createActorEntry } from "../auth/audit-entry.ts";
import type { ConnectionDeps } from "./connection-deps.ts";

/** Who changes a connection: an API key or a person, or whoever opened a link that one created. */
export type Changer = Pick<Actor, "id" | "account" | "name" | "network">;

/** Describes a change to a connection for the audit log. */
export const connectionChange = (
  action: `connection.${string}`,
  { id, app, user }: Pick<Connection, "id" | "app" | "user">,
  details: AuditEntry["details"] = {},
): AuditChange => ({
  action,
  subject: id,
  details: { app, ...(user !== undefined && { user }), ...details },
});

/** Formats a time as RFC 3339 in UTC. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Returns a new, random connection ID. */
export const newConnectionId = (): string => `conn_${crypto.randomUUID().replaceAll("-", "")}`;

/**
 * Stores a pending connection that someone requested. It fails if the user does not finish by
 * `expires` (milliseconds since 1970).
 */
export async function addPendingConnection(
  { store, now }: Pick<ConnectionDeps, "store" | "now">,
  input: Pick<Connection, "id" | "account" | "user" | "app" | "label" | "asked" | "method">,
  { expires, by }: { readonly expires: number; readonly by: Changer },
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
  await store.add(
    connection,
    createActorEntry(now(), by, connectionChange("connection.created", connection)),
  );
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

const MAX_ATTEMPTS = 20;

type UpdateDeps = Pick<ConnectionDeps, "store" | "now"> &
  Partial<Pick<ConnectionDeps, "onStatusChange">>;

/**
 * Changes a stored connection with optimistic locking. After a conflicting change, `update` runs
 * again on the new version. If `update` returns `undefined`, the connection stays unchanged.
 * Resolves to the stored connection, or `undefined` if it does not exist.
 */
export async function updateStored(
  { store, now, onStatusChange }: UpdateDeps,
  id: string,
  update: (stored: StoredConnection) =>
    | {
        readonly set: Partial<Connection>;
        readonly encryptedSecrets?: string | null | undefined;
        readonly entry?: AuditEntry | undefined;
        readonly newToolList?: { readonly due: number } | undefined;
      }
    | undefined,
): Promise<StoredConnection | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await store.find(id);
    const changes = stored && update(stored);
    if (!stored || !changes) return stored;
    const { encryptedSecrets, entry, newToolList } = changes;
    const connection: Connection = {
      ...stored.connection,
      ...changes.set,
      updated: isoTime(now()),
      version: stored.connection.version + 1,
    };
    if (await store.save(connection, { encryptedSecrets, entry, newToolList })) {
      if (connection.status !== stored.connection.status)
        onStatusChange?.(stored.connection, connection);
      return {
        ...stored,
        connection,
        ...(encryptedSecrets !== undefined && { encryptedSecrets: encryptedSecrets ?? undefined }),
      };
    }
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

/** Marks a connection as revoked, and deletes its secrets and what they belong to. */
export const deleteSecrets = (
  deps: UpdateDeps,
  id: string,
  createEntry: (change: AuditChange) => AuditEntry,
): Promise<StoredConnection | undefined> =>
  updateStored(deps, id, ({ connection }) =>
    connection.status === "revoked"
      ? undefined
      : {
          set: {
            status: "revoked",
            reason: {
              code: "deleted",
              message: "The connection was deleted.",
              at: isoTime(deps.now()),
            },
            due: undefined,
            who: undefined,
            fields: {},
            context: undefined,
            expires: undefined,
            failures: undefined,
          },
          encryptedSecrets: null,
          entry: createEntry(connectionChange("connection.deleted", connection)),
        },
  );

/** Marks an active connection as expired. Keeps its secrets, because revoking may need them. */
export const markExpired = (
  deps: UpdateDeps,
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
