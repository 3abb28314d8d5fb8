import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import type { Actor } from "../../auth/actor.ts";
import { createActorEntry } from "../../auth/audit-entry.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import { revokeGrant } from "../flow/oauth-clients.ts";
import { type ConnectionSecrets, decryptSecrets } from "../secrets.ts";
import { deleteSecrets } from "../stored-connection.ts";
import { findConnection } from "./find-connection.ts";

/** See `ConnectionService`. */
export async function removeConnection(
  deps: ConnectionDeps,
  actor: Actor,
  id: string,
): Promise<StoredConnection> {
  const stored = await findConnection(deps, actor, id);
  const secrets = await decryptSecrets(deps.vault, stored).catch(() => undefined);
  const revoked = await deleteSecrets(deps, id, (change) =>
    createActorEntry(deps.now(), actor, change),
  );
  // Another request was first, and tells the app.
  if (!revoked) return findConnection(deps, actor, id);
  if (secrets) void revokeInBackground(deps, stored, secrets);
  return revoked;
}

async function revokeInBackground(
  deps: ConnectionDeps,
  { connection }: StoredConnection,
  secrets: ConnectionSecrets,
): Promise<void> {
  try {
    const { record } = await deps.resolveApp(connection.account, connection.app);
    await revokeGrant(deps, record, connection, secrets);
  } catch (error) {
    deps.onError(error);
  }
}
