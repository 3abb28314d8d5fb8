import { Problem } from "../../../http/problem.ts";
import type { AuditEntry } from "../../../ports/stores/audit-log.ts";
import type { ConnectionStatus, StoredConnection } from "../../../ports/stores/connection-store.ts";
import type { Actor } from "../../auth/actor.ts";
import { createActorEntry } from "../../auth/audit-entry.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import type { ConnectionService } from "../connection-service.ts";
import { choiceDetails, requireChoices, withChoices } from "../context/choose-context.ts";
import { findVacantDefault } from "../default-connection.ts";
import { changesForEnabled, connectionChange } from "../stored-connection.ts";
import { findConnection, updateExisting } from "./find-connection.ts";

/** See `ConnectionService`. */
export async function updateConnection(
  deps: ConnectionDeps,
  actor: Actor,
  id: string,
  { label, isDefault, isEnabled, context }: Parameters<ConnectionService["update"]>[2],
): Promise<StoredConnection> {
  const { store, now } = deps;
  const stored = await findConnection(deps, actor, id);
  // Before `makeDefault`, so that invalid input changes nothing.
  if (context) requireChoices(stored.connection, context);
  if (isEnabled !== undefined) requireSwitchable(id, stored.connection.status);
  const createEntry = (details: AuditEntry["details"]) =>
    createActorEntry(
      now(),
      actor,
      connectionChange("connection.changed", stored.connection, details),
    );
  if (isDefault) {
    const replaced = await findVacantDefault(deps, stored.connection);
    await store.makeDefault(id, createEntry({ default: "true" }));
    if (replaced) deps.onDefaultChange(replaced, stored.connection);
  }
  const details = {
    ...(label !== undefined && { label }),
    ...(isEnabled !== undefined && { enabled: String(isEnabled) }),
    ...choiceDetails(context),
  };
  await updateExisting(deps, id, ({ connection }) => {
    // The app may have listed others in the meantime.
    if (context) requireChoices(connection, context);
    return {
      set: {
        ...(label !== undefined && { label }),
        ...(isEnabled !== undefined && changesForEnabled(connection, isEnabled, now())),
        ...(context && { context: withChoices(connection.context, context) }),
      },
      ...(Object.keys(details).length > 0 && { entry: createEntry(details) }),
    };
  });
  return findConnection(deps, actor, id);
}

/** Rejects a connection that can't be enabled or disabled. */
function requireSwitchable(id: string, status: ConnectionStatus): void {
  if (status === "active" || status === "disabled") return;
  throw new Problem(
    "connection_inactive",
    `Connection "${id}" can't be enabled or disabled because it is ${status}.`,
    {
      hint: `Create a link with POST /api/v1/connections/${id}/reconnect, and have the user open it.`,
    },
  );
}
