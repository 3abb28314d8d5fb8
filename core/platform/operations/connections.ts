import { paginate } from "../../lib/kit/cursor.ts";
import type { Operation } from "../contract.ts";
import { requireName } from "../require-name.ts";
import { toChanger } from "./changer.ts";
import { connectionView } from "./connection-view.ts";
import { withCursorProblem } from "./cursor-problem.ts";

export const connectApp: Operation<"connectApp"> = async (
  { app: slug, auth_method, scopes, label, user, return_url, idempotency_key },
  context,
) => {
  const { record } = await context.catalogView.app(slug);
  const { url, expires, stored } = await context.connections.connect(toChanger(context), record, {
    method: auth_method,
    scopes,
    label: label && requireName(label, "label"),
    user,
    returnUrl: return_url,
    idempotencyKey: idempotency_key,
  });
  return { url, expires_at: expires, connection: connectionView(stored) };
};

export const listConnections: Operation<"listConnections"> = async (
  { app, status, user, limit, cursor },
  { actor, connections },
) => {
  const all = await connections.list(actor, { app, status, user });
  const { items, next } = withCursorProblem(() =>
    paginate(all, { cursor, limit, listKey: [app, status, user] }),
  );
  return {
    data: await Promise.all(
      items.map(async (stored) =>
        connectionView(stored, await connections.createReconnectUrl(actor, stored)),
      ),
    ),
    total: all.length,
    next_cursor: next,
  };
};

export const getConnection: Operation<"getConnection"> = async (
  { connection },
  { actor, connections },
) => {
  const stored = await connections.find(actor, connection);
  return connectionView(stored, await connections.createReconnectUrl(actor, stored));
};

export const updateConnection: Operation<"updateConnection"> = async (
  { connection, label, default: isDefault, enabled: isEnabled, context: choices },
  context,
) => {
  const { actor, connections } = context;
  const stored = await connections.update(toChanger(context), connection, {
    label: label && requireName(label, "label"),
    isDefault,
    isEnabled,
    context: choices,
  });
  return connectionView(stored, await connections.createReconnectUrl(actor, stored));
};

export const deleteConnection: Operation<"deleteConnection"> = async ({ connection }, context) =>
  connectionView(await context.connections.remove(toChanger(context), connection));

export const reconnectConnection: Operation<"reconnectConnection"> = async (
  { connection, auth_method, scopes, return_url, idempotency_key },
  { actor, connections },
) => {
  const { url, expires, stored } = await connections.reconnect(actor, connection, {
    method: auth_method,
    scopes,
    returnUrl: return_url,
    idempotencyKey: idempotency_key,
  });
  return { url, expires_at: expires, connection: connectionView(stored) };
};

export const testConnection: Operation<"testConnection"> = async (
  { connection },
  { actor, connections },
) => {
  const { ok, tried, detail, stored } = await connections.test(actor, connection);
  return {
    ok,
    tried,
    detail,
    connection: connectionView(stored, await connections.createReconnectUrl(actor, stored)),
  };
};
