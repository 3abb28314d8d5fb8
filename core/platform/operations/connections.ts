import { paginate } from "../../lib/kit/cursor.ts";
import type { Operation } from "../contract.ts";
import { connectionView } from "./connection-view.ts";
import { withCursorProblem } from "./cursor-problem.ts";

export const connectApp: Operation<"connectApp"> = async (
  { app: slug, auth_method, scopes, label, user, return_url, idempotency_key },
  { key, catalogView, connections },
) => {
  const { record } = await catalogView.app(slug);
  const { url, expires, stored } = await connections.connect(key, record, {
    method: auth_method,
    scopes,
    label,
    user,
    returnUrl: return_url,
    idempotencyKey: idempotency_key,
  });
  return { url, expires_at: expires, connection: connectionView(stored) };
};

export const listConnections: Operation<"listConnections"> = async (
  { app, status, user, limit, cursor },
  { key, connections },
) => {
  const all = await connections.list(key, { app, status, user });
  const { items, next } = withCursorProblem(() =>
    paginate(all, { cursor, limit, listKey: [app, status, user] }),
  );
  return {
    data: await Promise.all(
      items.map(async (stored) =>
        connectionView(stored, await connections.createReconnectUrl(key, stored)),
      ),
    ),
    total: all.length,
    next_cursor: next,
  };
};

export const getConnection: Operation<"getConnection"> = async (
  { connection },
  { key, connections },
) => {
  const stored = await connections.find(key, connection);
  return connectionView(stored, await connections.createReconnectUrl(key, stored));
};

export const updateConnection: Operation<"updateConnection"> = async (
  { connection, label, default: isDefault, enabled: isEnabled },
  { key, connections },
) => {
  const stored = await connections.update(key, connection, {
    label,
    isDefault,
    isEnabled,
  });
  return connectionView(stored, await connections.createReconnectUrl(key, stored));
};

export const deleteConnection: Operation<"deleteConnection"> = async (
  { connection },
  { key, connections },
) => connectionView(await connections.remove(key, connection));

export const reconnectConnection: Operation<"reconnectConnection"> = async (
  { connection, auth_method, scopes, return_url, idempotency_key },
  { key, connections },
) => {
  const { url, expires, stored } = await connections.reconnect(key, connection, {
    method: auth_method,
    scopes,
    returnUrl: return_url,
    idempotencyKey: idempotency_key,
  });
  return { url, expires_at: expires, connection: connectionView(stored) };
};

export const testConnection: Operation<"testConnection"> = async (
  { connection },
  { key, connections },
) => {
  const { ok, tried, detail, stored } = await connections.test(key, connection);
  return {
    ok,
    tried,
    detail,
    connection: connectionView(stored, await connections.createReconnectUrl(key, stored)),
  };
};
