import { nextRefresh } from "../../../lib/oauth/index.ts";
import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import { PARKED_CODE, parkedMessage } from "../../jobs/parked.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { decryptSecrets } from "../secrets.ts";
import { isoTime, updateStored } from "../stored-connection.ts";
import type { RefreshConnection } from "./refresh.ts";

/** A connection that stays due, because another process refreshes it, is tried again after this. */
const MIN_RETRY_MILLISECONDS = 15_000;
const DAY_MILLISECONDS = 86_400_000;

const PARKED = {
  code: PARKED_CODE,
  message: parkedMessage("refreshed this connection", "Enable the connection to try again."),
};

/**
 * Processes a connection that is due. Its next job has been added with the changed connection, and
 * replaces this one. If nothing changed, the job is retried when the connection is due.
 */
export async function runConnectionJob(
  deps: ConnectionDeps,
  refresh: RefreshConnection,
  id: string,
): Promise<number | undefined> {
  await processConnection(deps, refresh, id);
  const due = (await deps.store.find(id))?.connection.due;
  return due === undefined ? undefined : Math.max(due, deps.now() + MIN_RETRY_MILLISECONDS);
}

/** Disables a connection whose job isn't tried again. Enabling the connection refreshes it again. */
export async function parkConnection(deps: ConnectionDeps, id: string): Promise<void> {
  await updateStored(deps, id, ({ connection: { status } }) => ({
    set:
      status === "active"
        ? { status: "disabled", due: undefined, reason: { ...PARKED, at: isoTime(deps.now()) } }
        : { due: undefined },
  }));
}

async function processConnection(
  deps: ConnectionDeps,
  refresh: RefreshConnection,
  id: string,
): Promise<void> {
  const stored = await deps.store.find(id);
  const at = deps.now();
  if (!stored || stored.connection.due === undefined || stored.connection.due > at) return;
  const { status } = stored.connection;
  if (status === "pending") await markLinkExpired(deps, id, at);
  else if (status !== "active") await clearDue(deps, id);
  else await refreshActive(deps, refresh, stored, at);
}

const markLinkExpired = (deps: ConnectionDeps, id: string, at: number) =>
  updateStored(deps, id, ({ connection: { status } }) =>
    status !== "pending"
      ? undefined
      : {
          set: {
            status: "failed",
            due: undefined,
            reason: {
              code: "link_expired",
              message: "The connect link expired before the user finished connecting.",
              at: isoTime(at),
            },
          },
        },
  );

const clearDue = (deps: ConnectionDeps, id: string) =>
  updateStored(deps, id, ({ connection: { status } }) =>
    status === "active" || status === "pending" ? undefined : { set: { due: undefined } },
  );

async function refreshActive(
  deps: ConnectionDeps,
  refresh: RefreshConnection,
  stored: StoredConnection,
  at: number,
): Promise<void> {
  const { connection, lastUsed } = stored;
  const { id } = connection;
  // An idle connection is refreshed once a day. The stored due time may predate its last use.
  const nextDue = nextRefresh(connection, {
    isUsed: at - Date.parse(lastUsed ?? connection.created) < DAY_MILLISECONDS,
  });
  if (!connection.failures && nextDue !== undefined && nextDue > at) {
    await setDue(deps, id, nextDue);
    return;
  }
  const staleToken = (await decryptSecrets(deps.vault, stored))?.values["access_token"];
  const refreshed = await refresh(id, staleToken, "due", connection.account);
  if (refreshed.outcome !== "not_refreshable") return;
  // The token works until it expires, and can't be refreshed before.
  const expires = connection.expires === undefined ? undefined : Date.parse(connection.expires);
  await setDue(deps, id, expires);
}

const setDue = (deps: ConnectionDeps, id: string, due: number | undefined) =>
  updateStored(deps, id, ({ connection: { status } }) =>
    status !== "active" ? undefined : { set: { due } },
  );
