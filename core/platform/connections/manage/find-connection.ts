import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import type { Actor } from "../../auth/actor.ts";
import { covers, reachOfConnection } from "../../auth/reach.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { notFoundProblem } from "../connection-problems.ts";
import type { ConnectionService } from "../connection-service.ts";
import { isUnfinished, updateStored } from "../stored-connection.ts";

/** Rejects with the `Problem` "connection_not_found". */
export async function findConnection(
  { store }: Pick<ConnectionDeps, "store">,
  actor: Actor,
  id: string,
): Promise<StoredConnection> {
  const stored = await store.find(id);
  const isAccessible = stored && covers(actor, reachOfConnection(stored.connection));
  if (!isAccessible || stored.connection.status === "revoked") throw notFoundProblem(id);
  return stored;
}

/** Lists the connections that an actor may access. By default without those never connected. */
export async function listConnections(
  { store }: Pick<ConnectionDeps, "store">,
  actor: Actor,
  { app, user, status }: Parameters<ConnectionService["list"]>[1],
): Promise<readonly StoredConnection[]> {
  if (actor.user !== undefined && user !== undefined && user !== actor.user) return [];
  const all = await store.list(actor.account, { user: actor.user ?? user, app });
  return all.filter(
    ({ connection }) =>
      covers(actor, reachOfConnection(connection)) &&
      (status === undefined ? !isUnfinished(connection) : connection.status === status),
  );
}

/** Updates a connection. Rejects with "connection_not_found" if it was deleted in the meantime. */
export async function updateExisting(
  deps: Parameters<typeof updateStored>[0],
  id: string,
  update: Parameters<typeof updateStored>[2],
): Promise<StoredConnection> {
  const stored = await updateStored(deps, id, (current) =>
    current.connection.status === "revoked" ? undefined : update(current),
  );
  if (!stored || stored.connection.status === "revoked") throw notFoundProblem(id);
  return stored;
}
