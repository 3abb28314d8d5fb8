import { Problem } from "../../http/problem.ts";
import type { Connection, StoredConnection } from "../../ports/connection-store.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import { keyAllowsApp } from "../auth/permission.ts";
import { isConfigured } from "./clients.ts";
import { createConnectionAccess } from "./connection-access.ts";
import type { ConnectionService } from "./connection-service.ts";
import {
  type ConnectionDeps,
  isoTime,
  oauthCallbackUrl,
  outboundForConnection,
  updateStored,
} from "./deps.ts";
import {
  requireAllowedReturnUrl,
  requireOfferedMethod,
  requireValidScopes,
} from "./link-options.ts";
import { createLinkFor, createLinkUrls } from "./link-urls.ts";
import { addPendingConnection, newConnectionId } from "./new-connection.ts";
import type { RefreshConnection } from "./refresh.ts";
import { revokeTokens } from "./revoke.ts";
import { belongsToApp, type ConnectionSecrets, decryptSecrets } from "./secrets.ts";
import { type Probe, testConnection } from "./test-connection.ts";

/** Creates the connection service. Without `probe`, `test` sends no API requests to apps. */
export function createConnectionService(
  deps: ConnectionDeps,
  refresh: RefreshConnection,
  { probe }: { readonly probe?: Probe | undefined } = {},
): ConnectionService {
  const { store, vault, now } = deps;
  const linkUrls = createLinkUrls(deps);
  const access = createConnectionAccess(deps, refresh, linkUrls);

  const find = async (key: ApiKey, id: string): Promise<StoredConnection> => {
    const stored = await store.find(id);
    const isAccessible =
      stored &&
      stored.connection.account === key.account &&
      (key.user === undefined || stored.connection.user === key.user) &&
      keyAllowsApp(key, stored.connection.app);
    if (!isAccessible || stored.connection.status === "revoked") throw notFoundProblem(id);
    return stored;
  };

  const updateExisting = async (
    id: string,
    update: Parameters<typeof updateStored>[2],
  ): Promise<StoredConnection> => {
    const stored = await updateStored(deps, id, (current) =>
      current.connection.status === "revoked" ? undefined : update(current),
    );
    if (!stored || stored.connection.status === "revoked") throw notFoundProblem(id);
    return stored;
  };

  return {
    ...access,
    callbackUrl: oauthCallbackUrl(deps.origin),
    createReconnectUrl: linkUrls.createReconnectUrl,
    find,
    isConfigured: (key, app, method) => isConfigured(deps, app, key.account, method),

    async connect(key, record, options) {
      if (key.user !== undefined && options.user !== undefined && options.user !== key.user) {
        throw new Problem(
          "permission_denied",
          `API key "${key.name}" can't connect apps for end user "${options.user}".`,
          {
            hint: `Omit user to connect for "${key.user}", or use an API key that is not bound to an end user.`,
          },
        );
      }
      requireAllowedReturnUrl(deps, options);
      const { isOwn } = await deps.resolveApp(key.account, record.slug);
      await requireOfferedMethod(deps, { record, isOwn }, key.account, options.method);
      requireValidScopes(options.scopes);
      const id = newConnectionId();
      const user = key.user ?? options.user;
      const link = await deps.links.create({
        account: key.account,
        user,
        app: record.slug,
        connection: id,
        method: options.method,
        returnUrl: options.returnUrl,
        key: key.id,
      });
      const connection = await addPendingConnection(
        deps,
        {
          id,
          account: key.account,
          user,
          app: record.slug,
          label: options.label ?? record.name,
          asked: options.scopes && [...options.scopes],
          method: options.method,
        },
        link.expires,
      );
      return {
        url: link.url,
        expires: isoTime(link.expires),
        stored: { connection, isDefault: false },
      };
    },

    async list(key, { app, user, status }) {
      if (key.user !== undefined && user !== undefined && user !== key.user) return [];
      const all = await store.list(key.account, { user: key.user ?? user, app });
      return all.filter(
        ({ connection }) =>
          keyAllowsApp(key, connection.app) &&
          (status === undefined || connection.status === status),
      );
    },

    async update(key, id, { label, isDefault, isEnabled }) {
      const stored = await find(key, id);
      const { status } = stored.connection;
      if (isEnabled !== undefined && status !== "active" && status !== "disabled") {
        throw new Problem(
          "connection_inactive",
          `Connection "${id}" can't be enabled or disabled because it is ${status}.`,
          { hint: "Create a link with reconnectConnection, and have the user open it." },
        );
      }
      if (isDefault) await store.makeDefault(id);
      await updateExisting(id, ({ connection }) => ({
        set: {
          ...(label !== undefined && { label }),
          ...(isEnabled !== undefined && changesForEnabled(connection, isEnabled, now())),
        },
      }));
      return find(key, id);
    },

    async remove(key, id) {
      const stored = await find(key, id);
      const secrets = await decryptSecrets(vault, stored).catch(() => undefined);
      const revoked = await updateStored(deps, id, ({ connection }) =>
        connection.status === "revoked"
          ? undefined
          : {
              set: {
                status: "revoked",
                reason: {
                  code: "deleted",
                  message: "The connection was deleted.",
                  at: isoTime(now()),
                },
                due: undefined,
                who: undefined,
                fields: {},
                expires: undefined,
                failures: undefined,
              },
              encryptedSecrets: null,
            },
      );
      if (secrets) void revokeGrant(deps, stored, secrets).catch(deps.onError);
      return revoked ?? stored;
    },

    async reconnect(key, id, options) {
      const stored = await find(key, id);
      requireAllowedReturnUrl(deps, options);
      const app = await deps.resolveApp(key.account, stored.connection.app);
      await requireOfferedMethod(
        deps,
        app,
        key.account,
        options.method ?? stored.connection.method,
      );
      requireValidScopes(options.scopes);
      const { scopes } = options;
      const updated = scopes
        ? await updateExisting(id, () => ({ set: { asked: [...scopes] } }))
        : stored;
      const { url, expires } = await createLinkFor(deps, key, updated, options);
      return { url, expires: isoTime(expires), stored: updated };
    },

    async test(key, id) {
      const stored = await find(key, id);
      return testConnection(deps, stored, {
        refresh,
        probe,
        use: (app) => access.use(key, app, id),
      });
    },
  };
}

/**
 * The changes that enable or disable a connection. Enabling an expiring token refreshes it at once.
 */
function changesForEnabled(
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

async function revokeGrant(
  deps: ConnectionDeps,
  { connection }: StoredConnection,
  secrets: ConnectionSecrets,
): Promise<void> {
  const { record } = await deps.resolveApp(connection.account, connection.app);
  const method = record.methods.find(({ id }) => id === connection.method);
  if (!method || !belongsToApp(secrets, record)) return;
  await revokeTokens(
    { ...outboundForConnection(deps, record, connection), onError: deps.onError },
    connection,
    method,
    secrets,
    record.baseFields,
  );
}

const notFoundProblem = (id: string) =>
  new Problem("connection_not_found", `Connection "${id.slice(0, 100)}" does not exist.`, {
    hint: "List connections with GET /api/v1/connections (list_connections).",
  });
