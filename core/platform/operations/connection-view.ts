import type { StoredConnection } from "../../ports/connection-store.ts";
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
