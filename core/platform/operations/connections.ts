import type { Operation } from "../contract.ts";
import { pageOf } from "../domain/cursor.ts";
import { connectionView } from "./connection-view.ts";

export const connectApp: Operation<"connectApp"> = async (
  { app: slug, method, scopes, label, user, return_url },
  { key, shelf, desk },
) => {
  const { record } = await shelf.app(slug);
  const { url, expires, kept } = await desk.connect(key, record, {
    method,
    scopes,
    label,
    user,
    returnUrl: return_url,
  });
  return { url, expires_at: expires, connection: connectionView(kept) };
};

export const listConnections: Operation<"listConnections"> = async (
  { app, status, user, limit, cursor },
  { key, desk },
) => {
  const all = await desk.list(key, { app, status, user });
  const { items, next } = pageOf(all, { cursor, limit, of: [app, status, user] });
  return {
    data: await Promise.all(
      items.map(async (kept) => connectionView(kept, await desk.mendingLink(key, kept))),
    ),
    total: all.length,
    next_cursor: next,
  };
};

export const getConnection: Operation<"getConnection"> = async ({ connection }, { key, desk }) => {
  const kept = await desk.find(key, connection);
  return connectionView(kept, await desk.mendingLink(key, kept));
};

export const updateConnection: Operation<"updateConnection"> = async (
  { connection, label, is_default, is_enabled },
  { key, desk },
) => {
  const kept = await desk.update(key, connection, {
    label,
    isDefault: is_default,
    isEnabled: is_enabled,
  });
  return connectionView(kept, await desk.mendingLink(key, kept));
};

export const deleteConnection: Operation<"deleteConnection"> = async (
  { connection },
  { key, desk },
) => connectionView(await desk.remove(key, connection));

export const reconnectConnection: Operation<"reconnectConnection"> = async (
  { connection, method, scopes, return_url },
  { key, desk },
) => {
  const { url, expires, kept } = await desk.reconnect(key, connection, {
    method,
    scopes,
    returnUrl: return_url,
  });
  return { url, expires_at: expires, connection: connectionView(kept) };
};

export const testConnection: Operation<"testConnection"> = async (
  { connection },
  { key, desk },
) => {
  const { ok, tried, detail, kept } = await desk.test(key, connection);
  return { ok, tried, detail, connection: connectionView(kept, await desk.mendingLink(key, kept)) };
};
