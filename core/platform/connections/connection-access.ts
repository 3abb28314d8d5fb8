import { setRecent } from "../../domain/freshness.ts";
import type { AppRecord } from "../../ports/apps.ts";
import type { StoredConnection } from "../../ports/connection-store.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import { Problem } from "../../problem.ts";
import type { DecryptedConnection } from "../domain/decrypted-connection.ts";
import type { ConnectionService } from "./connection-service.ts";
import { type ConnectionDeps, isoTime } from "./deps.ts";
import { markExpired, type RefreshConnection } from "./refresh.ts";
import { createSecretCache } from "./secret-cache.ts";
import { belongsToApp, type ConnectionSecrets, decryptSecrets, toConnected } from "./secrets.ts";

/** A token is renewed before it is sent when it has no longer than this. */
const REFRESH_BEFORE_MILLISECONDS = 30_000;
const TOUCH_INTERVAL_MILLISECONDS = 60_000;
const MAX_TOUCHED = 50_000;

/** The links that mend what keeps a tool from being run; none where the key may not connect. */
interface ReconnectUrls {
  createConnectUrl(key: ApiKey, app: AppRecord): Promise<string | undefined>;
  readonly createReconnectUrl: ConnectionService["createReconnectUrl"];
  /** Of one that works, but allows too little. */
  createScopeUpgradeUrl(
    key: ApiKey,
    id: string,
    scopes: readonly string[],
  ): Promise<string | undefined>;
}

/** Opens connections for running tools. */
export function createConnectionAccess(
  deps: ConnectionDeps,
  refresh: RefreshConnection,
  { createConnectUrl, createReconnectUrl, createScopeUpgradeUrl }: ReconnectUrls,
): Pick<ConnectionService, "use" | "refresh" | "createScopeUpgradeUrl"> {
  const { store, vault, now } = deps;
  const lastTouched = new Map<string, number>();
  const decryptCached = createSecretCache((stored) => decryptSecrets(vault, stored));
  // By what was given out: whose it was, for the link that mends it.
  const openedFor = new WeakMap<
    DecryptedConnection,
    { readonly key: ApiKey; readonly app: AppRecord }
  >();

  const inactiveProblem = async (
    key: ApiKey,
    app: AppRecord,
    stored: StoredConnection,
  ): Promise<Problem> => {
    const { id, label, status, reason } = stored.connection;
    const url = await createReconnectUrl(key, stored);
    const state =
      status === "disabled"
        ? "is switched off"
        : status === "pending"
          ? "waits for a person"
          : "does not work any more";
    return new Problem(
      "connection_inactive",
      `The connection ${label} (${id}) to ${app.name} ${state}${reason ? `: ${reason.message}` : "."}`,
      {
        hint:
          status === "disabled"
            ? "Switch it on again with updateConnection."
            : url
              ? "Give the person reconnect_url: they sign in there, and the same connection works again."
              : `Ask for a link with a key that may connect: reconnectConnection ${id}.`,
        extensions: { ...(url && status !== "disabled" && { reconnect_url: url }) },
      },
    );
  };

  const chooseConnection = async (
    key: ApiKey,
    app: AppRecord,
    requested: string | undefined,
  ): Promise<StoredConnection | undefined> => {
    const byId = requested?.startsWith("conn_") ? await store.find(requested) : undefined;
    const isOwnedByKey =
      byId &&
      byId.connection.account === key.account &&
      byId.connection.app === app.slug &&
      (key.user === undefined || byId.connection.user === key.user);
    const all = isOwnedByKey
      ? [byId]
      : await store.list(key.account, {
          user: requested !== undefined && key.user === undefined ? undefined : (key.user ?? null),
          app: app.slug,
        });
    const candidates = all.filter(
      ({ connection: { status } }) =>
        status === "active" || status === "expired" || status === "disabled",
    );
    const isActive = ({ connection }: StoredConnection) => connection.status === "active";
    if (requested !== undefined) {
      const named = candidates.filter(
        ({ connection: { id, label } }) => id === requested || label === requested,
      );
      // One that nobody has finished is known by its id alone: its label is often that of another.
      const match =
        named[0] ??
        all.find(({ connection: { id, status } }) => id === requested && status !== "revoked");
      if (!match)
        throw new Problem(
          "connection_not_found",
          `There is no connection ${requested.slice(0, 100)} to ${app.name}.`,
          {
            hint: "GET /api/v1/connections (list_connections) lists them, with their ids and labels.",
          },
        );
      if (named.length > 1) throw ambiguousProblem(app, named);
      if (!isActive(match)) throw await inactiveProblem(key, app, match);
      return match;
    }
    const active = candidates.filter(isActive);
    const defaultConnection = candidates.find(({ isDefault }) => isDefault);
    if (defaultConnection && !isActive(defaultConnection))
      throw await inactiveProblem(key, app, defaultConnection);
    if (defaultConnection ?? active.length === 1) return defaultConnection ?? active[0];
    if (active.length > 1) throw ambiguousProblem(app, active);
    if (candidates.length > 0) throw await inactiveProblem(key, app, candidates[0]!);
    return undefined;
  };

  const recordUse = ({ connection: { id } }: StoredConnection) => {
    const at = now();
    if (at - (lastTouched.get(id) ?? 0) < TOUCH_INTERVAL_MILLISECONDS) return;
    setRecent(lastTouched, id, at, MAX_TOUCHED);
    store.recordUse(id, isoTime(at)).catch(deps.onError);
  };

  // By the secrets, which are the same as long as they were just opened.
  const connectedBySecrets = new WeakMap<
    ConnectionSecrets,
    {
      readonly key: ApiKey;
      readonly app: AppRecord;
      readonly version: number;
      readonly connected: DecryptedConnection;
    }
  >();

  const toCachedConnected = (
    key: ApiKey,
    app: AppRecord,
    { connection }: StoredConnection,
    secrets: ConnectionSecrets,
  ): DecryptedConnection => {
    const cached = secrets === NO_SECRETS ? undefined : connectedBySecrets.get(secrets);
    if (cached && cached.key === key && cached.app === app && cached.version === connection.version)
      return cached.connected;
    const method = app.methods.find(({ id }) => id === connection.method);
    if (!method)
      throw new Problem(
        "connection_inactive",
        `${app.name} can't be connected by ${connection.method} any more.`,
        { hint: `Reconnect ${connection.id} in another way.` },
      );
    const connected = toConnected(connection, method, secrets);
    openedFor.set(connected, { key, app });
    if (secrets !== NO_SECRETS)
      connectedBySecrets.set(secrets, { key, app, version: connection.version, connected });
    return connected;
  };

  return {
    async use(key, app, requested) {
      const stored = await chooseConnection(key, app, requested);
      if (!stored) {
        const openMethod = app.methods.find(({ type }) => type === "none");
        if (openMethod && !app.baseFields.some(({ required }) => required))
          return { id: "none", method: openMethod, fields: {}, secrets: {} };
        const url = await createConnectUrl(key, app);
        throw new Problem(
          "connection_required",
          `${app.name} is not connected${key.user === undefined ? "" : ` for the user ${key.user}`}.`,
          {
            hint: url
              ? "Give the person connect_url: they sign in there, and the tool can be run."
              : "Ask for a link with a key that may connect: connectApp.",
            extensions: { ...(url && { connect_url: url }) },
          },
        );
      }
      recordUse(stored);
      const secrets = (await decryptCached(stored)) ?? NO_SECRETS;
      if (!belongsToApp(secrets, app))
        throw new Problem(
          "connection_inactive",
          `The connection ${stored.connection.id} was made with another app that is called ${app.slug} too: what was given to that one is not sent to this.`,
          {
            hint: "Connect this app anew, or remove the one that was added (npm run apps -- remove) or add it under another name (--as).",
          },
        );
      const { id, expires } = stored.connection;
      if (expires === undefined || Date.parse(expires) - now() > REFRESH_BEFORE_MILLISECONDS)
        return toCachedConnected(key, app, stored, secrets);
      const refreshed = await refresh(id, secrets.values["access_token"]);
      if (refreshed.outcome === "refreshed")
        return toCachedConnected(key, app, refreshed.stored, refreshed.secrets);
      const isExpired = Date.parse(expires) <= now();
      if (refreshed.outcome === "not_refreshable" && isExpired) {
        const expired = await markExpired(deps, id, {
          code: "not_refreshable",
          message: `The sign-in at ${app.name} is over, and it gave nothing to renew it with.`,
        });
        throw await inactiveProblem(key, app, expired ?? stored);
      }
      if (
        (refreshed.outcome === "deferred" || refreshed.outcome === "not_refreshable") &&
        !isExpired
      )
        return toCachedConnected(key, app, stored, secrets);
      if (refreshed.outcome === "deferred")
        throw new Problem("provider_unavailable", refreshed.message, {
          hint: "Try again in a little while.",
        });
      throw await inactiveProblem(
        key,
        app,
        refreshed.outcome === "inactive" ? refreshed.stored : stored,
      );
    },

    async createScopeUpgradeUrl(connected, scopes) {
      const owner = openedFor.get(connected);
      return owner && createScopeUpgradeUrl(owner.key, connected.id, scopes);
    },

    async refresh(connected) {
      const owner = openedFor.get(connected);
      const stale = connected.secrets["access_token"];
      if (!owner || stale === undefined || connected.method.type === "bearer") return connected;
      const { key, app } = owner;
      const refreshed = await refresh(connected.id, stale);
      if (refreshed.outcome === "refreshed")
        return toCachedConnected(key, app, refreshed.stored, refreshed.secrets);
      if (refreshed.outcome === "deferred") return connected;
      if (refreshed.outcome === "not_refreshable") {
        const expired = await markExpired(
          deps,
          connected.id,
          {
            code: "refused_by_app",
            message: `${app.name} does not accept the sign-in any more (401), and gave nothing to renew it with.`,
          },
          { unless: ({ sealed }) => sealed !== refreshed.stored.sealed },
        );
        throw await inactiveProblem(key, app, expired ?? refreshed.stored);
      }
      const stored =
        refreshed.outcome === "inactive" ? refreshed.stored : await store.find(connected.id);
      if (!stored || stored.connection.status === "revoked")
        throw new Problem(
          "connection_not_found",
          `The connection ${connected.id} was deleted meanwhile.`,
        );
      throw await inactiveProblem(key, app, stored);
    },
  };
}

const NO_SECRETS: ConnectionSecrets = { values: {} };

const ambiguousProblem = (app: AppRecord, candidates: readonly StoredConnection[]): Problem =>
  new Problem(
    "connection_ambiguous",
    `${candidates.length} connections to ${app.name} would do: ${candidates
      .map(({ connection: { label, id } }) => `${label} (${id})`)
      .slice(0, 10)
      .join(", ")}.`,
    {
      hint: "Send the id or the label of one as connection, or make one the default with updateConnection.",
      extensions: {
        candidates: candidates.slice(0, 20).map(({ connection: { id, label, who } }) => {
          const account = who?.email ?? who?.name ?? who?.id;
          return { id, label, ...(account && { account }) };
        }),
      },
    },
  );
