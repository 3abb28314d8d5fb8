import type { AppRecord } from "../../ports/apps.ts";
import type { StoredConnection } from "../../ports/connection-store.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import { Problem } from "../../problem.ts";
import { keyAllowsApp } from "../auth/permission.ts";
import type { DecryptedConnection } from "../domain/decrypted-connection.ts";
import { isConfigured, notConfiguredProblem } from "./clients.ts";
import { createConnectionAccess } from "./connection-access.ts";
import type { ConnectionService, LinkOptions } from "./connection-service.ts";
import {
  type ConnectionDeps,
  isoTime,
  oauthCallbackUrl,
  outboundForConnection,
  updateStored,
} from "./deps.ts";
import { addPendingConnection, newConnectionId } from "./new-connection.ts";
import type { RefreshConnection } from "./refresh.ts";
import { revokeTokens } from "./revoke.ts";
import { belongsToApp, decryptSecrets } from "./secrets.ts";

/** Asks an app something harmless with a connection; says the status of its answer. */
export type Probe = (connected: DecryptedConnection, app: AppRecord) => Promise<number | undefined>;

/** The connections of keys. */
export function createConnectionService(
  deps: ConnectionDeps,
  refresh: RefreshConnection,
  { probe }: { readonly probe?: Probe | undefined } = {},
): ConnectionService {
  const { store, vault, now } = deps;
  const callbackUrl = oauthCallbackUrl(deps.origin);

  const find = async (key: ApiKey, id: string): Promise<StoredConnection> => {
    const stored = await store.find(id);
    const isTheirs =
      stored &&
      stored.connection.account === key.account &&
      (key.user === undefined || stored.connection.user === key.user) &&
      keyAllowsApp(key, stored.connection.app);
    if (!isTheirs || stored.connection.status === "revoked") throw notFoundProblem(id);
    return stored;
  };

  /** What is set, of one that is still there. */
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

  const requireAllowedReturnUrl = ({ returnUrl }: LinkOptions): void => {
    if (returnUrl === undefined || deps.isAllowedReturnUrl(returnUrl)) return;
    throw new Problem(
      "return_url_refused",
      `People may not be sent to ${displayOrigin(returnUrl)}.`,
      {
        hint: "The person who runs this service lists the origins that they may be sent to in PLATFORM_RETURN_ORIGINS.",
        errors: [{ pointer: "/return_url", detail: "Its origin is not among those allowed." }],
      },
    );
  };

  const requireOfferedMethod = async (
    key: ApiKey,
    app: { record: AppRecord; isOwn: boolean },
    requestedMethod: string | undefined,
  ): Promise<void> => {
    const { record } = app;
    const offered = record.methods.filter(
      ({ id }) => requestedMethod === undefined || id === requestedMethod,
    );
    if (offered.length === 0) {
      const ids = record.methods.map(({ id }) => id);
      throw new Problem(
        "method_not_offered",
        ids.length === 0
          ? `Nothing is known of how ${record.name} is connected.`
          : `${record.name} can't be connected by ${requestedMethod}: it can by ${ids.join(", ")}.`,
        {
          errors: [{ pointer: "/auth_method", detail: "The app has no such way to be connected." }],
        },
      );
    }
    const configured = await Promise.all(
      offered.map((method) => isConfigured(deps, app, key.account, method)),
    );
    if (!configured.includes(true)) throw notConfiguredProblem(app, offered[0], deps.origin);
  };

  const isOwnApp = async (key: ApiKey, record: AppRecord) =>
    (await deps.resolveApp(key.account, record.slug)).isOwn;

  const createLink = async (
    key: ApiKey,
    { connection }: StoredConnection,
    { method, scopes, returnUrl }: LinkOptions,
  ): Promise<{ url: string; expires: number }> =>
    deps.links.create({
      account: connection.account,
      user: connection.user,
      app: connection.app,
      connection: connection.id,
      method,
      scopes,
      returnUrl,
      key: key.id,
    });

  const createReconnectUrl: ConnectionService["createReconnectUrl"] = async (key, stored) => {
    const { status } = stored.connection;
    if (
      !key.permissions.includes("connect") ||
      status === "active" ||
      status === "revoked" ||
      status === "disabled"
    )
      return undefined;
    return (await createLink(key, stored, {})).url;
  };

  const service: Omit<ConnectionService, "use" | "refresh" | "createScopeUpgradeUrl"> = {
    callbackUrl,
    createReconnectUrl,
    find,
    isConfigured: (key, app, method) => isConfigured(deps, app, key.account, method),

    async connect(key, record, options) {
      if (key.user !== undefined && options.user !== undefined && options.user !== key.user) {
        throw new Problem(
          "permission_denied",
          `The key ${key.name} connects for the user ${key.user} alone, not for ${options.user}.`,
          { hint: "Leave user out, or use a key that is bound to no user." },
        );
      }
      requireAllowedReturnUrl(options);
      const app = { record, isOwn: await isOwnApp(key, record) };
      await requireOfferedMethod(key, app, options.method);
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
          `The connection ${id} is ${status}: only one that works can be switched off or on.`,
          { hint: "A person mends it with reconnectConnection." },
        );
      }
      if (isDefault) await store.makeDefault(id);
      await updateExisting(id, ({ connection }) => ({
        set: {
          ...(label !== undefined && { label }),
          ...(isEnabled === false &&
            connection.status === "active" && {
              status: "disabled" as const,
              due: undefined,
              reason: { code: "switched_off", message: "It was switched off.", at: isoTime(now()) },
            }),
          ...(isEnabled === true &&
            connection.status === "disabled" && {
              status: "active" as const,
              reason: undefined,
              due: connection.expires && now(),
            }),
        } as Partial<typeof connection>,
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
                reason: { code: "deleted", message: "It was deleted.", at: isoTime(now()) },
                due: undefined,
                who: undefined,
                fields: {},
                expires: undefined,
                failures: undefined,
              },
              sealed: null,
            },
      );
      if (secrets) void revokeGrant(stored, secrets).catch(deps.onError);
      return revoked ?? stored;
    },

    async reconnect(key, id, options) {
      const stored = await find(key, id);
      requireAllowedReturnUrl(options);
      const app = await deps.resolveApp(key.account, stored.connection.app);
      await requireOfferedMethod(key, app, options.method ?? stored.connection.method);
      requireValidScopes(options.scopes);
      const updated = options.scopes
        ? await updateExisting(id, () => ({ set: { asked: [...options.scopes!] } }))
        : stored;
      const { url, expires } = await createLink(key, updated, options);
      return { url, expires: isoTime(expires), stored: updated };
    },

    async test(key, id) {
      const stored = await find(key, id);
      const { record } = await deps.resolveApp(key.account, stored.connection.app);
      if (stored.connection.status !== "active")
        return {
          ok: false,
          tried: "decrypted",
          detail: stored.connection.reason?.message ?? `It is ${stored.connection.status}.`,
          stored,
        };
      const secrets = await decryptSecrets(vault, stored);
      const refreshed = secrets?.client && (await refresh(id, secrets.values["access_token"]));
      const latest = (await store.find(id)) ?? stored;
      if (refreshed?.outcome === "refreshed")
        return {
          ok: true,
          tried: "refreshed",
          detail: `${record.name} refreshed the access token.`,
          stored: latest,
        };
      if (refreshed?.outcome === "deferred")
        return { ok: false, tried: "refreshed", detail: refreshed.message, stored: latest };
      if (refreshed?.outcome === "inactive")
        return {
          ok: false,
          tried: "refreshed",
          detail: latest.connection.reason?.message ?? "It does not work any more.",
          stored: latest,
        };
      const connected = probe && (await access.use(key, record, id));
      const status = connected && (await probe(connected, record));
      if (status !== undefined) {
        const ok = status !== 401 && status !== 403;
        return {
          ok,
          tried: "requested",
          detail: ok
            ? `${record.name} answered ${status} to a request made with it.`
            : `${record.name} refused a request made with it (${status}).`,
          stored: latest,
        };
      }
      return {
        ok: true,
        tried: "decrypted",
        detail: `The stored credentials can be decrypted. No request was made to ${record.name}.`,
        stored: latest,
      };
    },
  };

  const revokeGrant = async (
    { connection }: StoredConnection,
    secrets: Parameters<typeof revokeTokens>[3],
  ): Promise<void> => {
    const { record } = await deps.resolveApp(connection.account, connection.app);
    const method = record.methods.find(({ id }) => id === connection.method);
    if (method && belongsToApp(secrets, record))
      await revokeTokens(
        { ...outboundForConnection(deps, record, connection), onError: deps.onError },
        connection,
        method,
        secrets,
        record.baseFields,
      );
  };

  const access = createConnectionAccess(deps, refresh, {
    createReconnectUrl,
    async createScopeUpgradeUrl(key, id, extraScopes) {
      const stored = key.permissions.includes("connect") ? await store.find(id) : undefined;
      const { scopes, asked } = stored?.connection ?? {};
      const currentScopes = scopes ?? asked;
      // Whoever signs in anew is to lose nothing; what is not known to have been asked for is the method's own.
      return (
        stored &&
        (
          await createLink(key, stored, {
            scopes:
              extraScopes.length > 0 && currentScopes
                ? [...new Set([...currentScopes, ...extraScopes])]
                : undefined,
          })
        ).url
      );
    },
    async createConnectUrl(key, app) {
      if (!key.permissions.includes("connect")) return undefined;
      return (
        await deps.links.create({
          account: key.account,
          user: key.user,
          app: app.slug,
          key: key.id,
        })
      ).url;
    },
  });
  return { ...service, ...access };
}

const notFoundProblem = (id: string) =>
  new Problem("connection_not_found", `There is no connection ${id.slice(0, 100)}.`, {
    hint: "GET /api/v1/connections (list_connections) lists them.",
  });

const displayOrigin = (text: string): string => URL.parse(text)?.origin ?? text.slice(0, 100);

/** RFC 6749, section 3.3. */
function requireValidScopes(scopes: readonly string[] | undefined): void {
  const invalidIndex =
    scopes?.findIndex((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]{1,300}$/.test(scope)) ?? -1;
  if (invalidIndex >= 0)
    throw new Problem(
      "invalid_input",
      `scopes/${invalidIndex}: ${JSON.stringify(scopes![invalidIndex]!.slice(0, 100))} is no scope: one is of visible ASCII letters, without spaces.`,
      {
        errors: [
          {
            pointer: `/scopes/${invalidIndex}`,
            detail: "It is no scope: one is of visible ASCII letters, without spaces.",
          },
        ],
      },
    );
}
