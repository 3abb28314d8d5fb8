import { Problem } from "../../http/problem.ts";
import type { AuditEntry } from "../../ports/stores/audit-log.ts";
import type { StoredConnection } from "../../ports/stores/connection-store.ts";
import type { Actor } from "../auth/actor.ts";
import { createActorEntry } from "../auth/audit-entry.ts";
import { covers, reachOfConnection } from "../auth/reach.ts";
import { createConnect } from "./connect.ts";
import { createConnectionAccess } from "./connection-access.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import { createLinkFor, createLinkUrls, notFoundProblem } from "./connection-problems.ts";
import type { ConnectionService, ConnectionTestResult } from "./connection-service.ts";
import { choiceDetails, requireChoices, withChoices } from "./context/choose-context.ts";
import { createLinkOnce } from "./create-link-once.ts";
import { findVacantDefault } from "./default-connection.ts";
import {
  requireAllowedReturnUrl,
  requireOfferedMethod,
  requireSpelledScopes,
  requireValidScopes,
} from "./flow/connect-links.ts";
import { isConfigured, oauthCallbackUrl, revokeGrant } from "./flow/oauth-clients.ts";
import type { RefreshConnection } from "./refresh.ts";
import { type ConnectionSecrets, decryptSecrets } from "./secrets.ts";
import {
  changesForEnabled,
  connectionChange,
  deleteSecrets,
  isoTime,
  isUnfinished,
  markExpired,
  updateStored,
} from "./stored-connection.ts";

/** Creates the connection service. */
export function createConnectionService(
  deps: ConnectionDeps,
  refresh: RefreshConnection,
  isToolGone: ConnectionService["isToolGone"],
): ConnectionService {
  const { store, vault, now } = deps;
  const linkUrls = createLinkUrls(deps);
  const access = createConnectionAccess(deps, refresh, linkUrls);

  const find = async (actor: Actor, id: string): Promise<StoredConnection> => {
    const stored = await store.find(id);
    const isAccessible = stored && covers(actor, reachOfConnection(stored.connection));
    if (!isAccessible || stored.connection.status === "revoked") throw notFoundProblem(id);
    return stored;
  };

  const revokeInBackground = async (
    { connection }: StoredConnection,
    secrets: ConnectionSecrets,
  ) => {
    try {
      const { record } = await deps.resolveApp(connection.account, connection.app);
      await revokeGrant(deps, record, connection, secrets);
    } catch (error) {
      deps.onError(error);
    }
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

  const test = async (actor: Actor, id: string): Promise<ConnectionTestResult> => {
    const stored = await find(actor, id);
    const { account, app, status, reason } = stored.connection;
    const resolved = await deps.resolveApp(account, app);
    const { record } = resolved;
    if (status !== "active")
      return {
        ok: false,
        tried: "decrypted",
        detail: reason?.message ?? `The connection is ${status}.`,
        stored,
      };
    const secrets = await decryptSecrets(vault, stored);
    const refreshed =
      secrets?.client && (await refresh(id, secrets.values["access_token"], "test", account));
    const latest = (await store.find(id)) ?? stored;
    const result = (outcome: Omit<ConnectionTestResult, "stored">) => ({
      ...outcome,
      stored: latest,
    });
    if (refreshed?.outcome === "refreshed")
      return result({
        ok: true,
        tried: "refreshed",
        detail: `${record.name} refreshed the access token.`,
      });
    if (refreshed?.outcome === "deferred")
      return result({ ok: false, tried: "refreshed", detail: refreshed.message });
    if (refreshed?.outcome === "inactive")
      return result({
        ok: false,
        tried: "refreshed",
        detail: latest.connection.reason?.message ?? "The connection no longer works.",
      });
    const connected = await access.use(actor, record, id);
    const tested = await deps.testCredentials(account, resolved, connected);
    const { outcome, message } = tested;
    const tried = outcome === "untested" && !tested.wasSent ? "decrypted" : "requested";
    if (outcome === "untested") return result({ ok: null, tried, detail: message });
    const { encryptedSecrets } = latest;
    const isReplaced = (current: StoredConnection) => current.encryptedSecrets !== encryptedSecrets;
    const updated =
      outcome === "rejected"
        ? await markExpired(deps, id, { code: "refused_by_app", message }, { unless: isReplaced })
        : await updateStored(deps, id, (current) =>
            current.connection.reason?.code !== "not_tested" || isReplaced(current)
              ? undefined
              : { set: { reason: undefined } },
          );
    const ok = outcome === "accepted";
    return { ok, tried, detail: message, stored: updated ?? latest };
  };

  return {
    ...access,
    isToolGone,
    connect: createConnect(deps),
    callbackUrl: oauthCallbackUrl(deps.origin),
    createReconnectUrl: linkUrls.createReconnectUrl,
    find,
    isConfigured: (actor, app, method) => isConfigured(deps, app, actor.account, method),

    async list(actor, { app, user, status }) {
      if (actor.user !== undefined && user !== undefined && user !== actor.user) return [];
      const all = await store.list(actor.account, { user: actor.user ?? user, app });
      return all.filter(
        ({ connection }) =>
          covers(actor, reachOfConnection(connection)) &&
          (status === undefined ? !isUnfinished(connection) : connection.status === status),
      );
    },

    async update(actor, id, { label, isDefault, isEnabled, context }) {
      const stored = await find(actor, id);
      // Before `makeDefault`, so that invalid input changes nothing.
      if (context) requireChoices(stored.connection, context);
      const { status } = stored.connection;
      if (isEnabled !== undefined && status !== "active" && status !== "disabled") {
        throw new Problem(
          "connection_inactive",
          `Connection "${id}" can't be enabled or disabled because it is ${status}.`,
          {
            hint: `Create a link with POST /api/v1/connections/${id}/reconnect, and have the user open it.`,
          },
        );
      }
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
      await updateExisting(id, ({ connection }) => {
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
      return find(actor, id);
    },

    async remove(actor, id) {
      const stored = await find(actor, id);
      const secrets = await decryptSecrets(vault, stored).catch(() => undefined);
      const revoked = await deleteSecrets(deps, id, (change) =>
        createActorEntry(now(), actor, change),
      );
      // Another request was first, and tells the app.
      if (!revoked) return find(actor, id);
      if (secrets) void revokeInBackground(stored, secrets);
      return revoked;
    },

    async reconnect(actor, id, options) {
      const stored = await find(actor, id);
      requireAllowedReturnUrl(deps, options);
      const app = await deps.resolveApp(actor.account, stored.connection.app);
      await requireOfferedMethod(
        deps,
        app,
        actor.account,
        options.method ?? stored.connection.method,
      );
      requireValidScopes(options.scopes);
      requireSpelledScopes(app.record.methods, options.scopes);
      const { idempotencyKey, ...linkOptions } = options;
      const { scopes } = linkOptions;
      const inputs = { id, ...linkOptions };
      return createLinkOnce(
        deps,
        actor,
        { operation: "reconnect", idempotencyKey, inputs },
        async () => {
          const updated = scopes
            ? await updateExisting(id, () => ({ set: { asked: [...scopes] } }))
            : stored;
          const { url, expires } = await createLinkFor(deps, actor, updated, linkOptions);
          return { url, expires: isoTime(expires), stored: updated };
        },
      );
    },

    async test(actor, id) {
      const result = await test(actor, id);
      if (result.ok) await deps.listTools(id);
      // Credentials that no request can test may still be good for a lookup.
      if (result.ok === false) return result;
      const { record } = await deps.resolveApp(actor.account, result.stored.connection.app);
      if (!record.context) return result;
      await access.use(actor, record, id).then(access.updateContext).catch(deps.onError);
      return { ...result, stored: (await store.find(id)) ?? result.stored };
    },
  };
}
