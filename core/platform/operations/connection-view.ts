import type { Connection, StoredConnection } from "../../ports/stores/connection-store.ts";
import { selectedChoice } from "../connections/context/context-values.ts";
import type { Output } from "../contract.ts";

/** Converts a stored connection to its JSON form. The unencrypted record has no secrets. */
export function connectionView(
  { connection, isDefault, lastUsed }: StoredConnection,
  reconnectUrl?: string,
): Output<"getConnection"> {
  const {
    id,
    app,
    method,
    user,
    label,
    status,
    reason,
    who,
    scopes,
    asked,
    fields,
    context,
    created,
    updated,
    expires,
    refreshed,
    due,
  } = connection;
  const visibleScopes = scopes ?? (status === "pending" ? asked : undefined);
  return {
    id,
    app,
    auth_method: method ?? null,
    user: user ?? null,
    label,
    default: isDefault,
    status,
    ...(reason && { status_reason: reason }),
    ...(who && { account: { ...who } as { id?: string; name?: string; email?: string } }),
    ...(visibleScopes && { scopes: [...visibleScopes] }),
    fields: { ...fields },
    ...(context && { context: contextView(context) }),
    ...(expires && { expires_at: expires }),
    ...(refreshed && { last_refreshed_at: refreshed }),
    ...(status === "active" &&
      due !== undefined && { next_refresh_at: new Date(due).toISOString() }),
    ...(lastUsed && { last_used_at: lastUsed }),
    created_at: created,
    updated_at: updated,
    ...(reconnectUrl && { reconnect_url: reconnectUrl }),
  };
}

const contextView = (
  context: NonNullable<Connection["context"]>,
): NonNullable<Output<"getConnection">["context"]> =>
  Object.fromEntries(
    Object.entries(context).map(([name, entry]) => {
      const { label, choices, failure } = entry;
      const selected = selectedChoice(entry);
      const view = {
        label,
        id: selected?.id ?? null,
        ...(selected?.text !== undefined && { name: selected.text }),
        ...(choices.length > 1 && {
          choices: choices.map(({ id, text }) => ({
            id,
            ...(text !== undefined && { name: text }),
          })),
        }),
        ...(failure !== undefined && { failure }),
      };
      return [name, view];
    }),
  );
