import { Problem } from "../../http/problem.ts";
import { resolveWithin } from "../../lib/kit/flow/sleep.ts";
import { setRecent } from "../../lib/kit/net/freshness.ts";
import type { AppRecord, DecryptedConnection } from "../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../ports/stores/connection-store.ts";
import type { Actor } from "../auth/actor.ts";
import { chooseConnection } from "./choose-connection.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import { inactiveProblem, type LinkUrls, requiredProblem } from "./connection-problems.ts";
import type { ConnectionService } from "./connection-service.ts";
import {
  createContextLookup,
  incompleteProblem,
  lookupTimeoutProblem,
} from "./context/complete-context.ts";
import { contextValues } from "./context/context-values.ts";
import type { FoundContext } from "./context/look-up-context.ts";
import type { RefreshConnection } from "./refresh.ts";
import type { RefreshResult } from "./refresh-result.ts";
import {
  belongsToApp,
  type ConnectionSecrets,
  createSecretsReader,
  toConnected,
} from "./secrets.ts";
import { isoTime, markExpired } from "./stored-connection.ts";

/** A token with no more time left than this is refreshed before it is sent. */
const REFRESH_BEFORE_MILLISECONDS = 30_000;
const TOUCH_INTERVAL_MILLISECONDS = 60_000;
const MAX_TOUCHED = 50_000;

/** Decrypts connections for running tools, and refreshes their tokens. */
export function createConnectionAccess(
  deps: ConnectionDeps,
  refresh: RefreshConnection,
  linkUrls: LinkUrls,
): Pick<ConnectionService, "use" | "complete" | "refresh" | "createScopeUpgradeUrl"> & {
  /** Looks up the context of a connection returned by `use` again. */
  updateContext(connected: DecryptedConnection): Promise<unknown>;
} {
  const { store, vault, now } = deps;
  const lastTouched = new Map<string, number>();
  const decryptCached = createSecretsReader(vault);
  // The key and app that each returned connection was decrypted for, and its ciphertext.
  const owners = new WeakMap<
    DecryptedConnection,
    {
      readonly actor: Actor;
      readonly app: AppRecord;
      readonly encryptedSecrets: string | undefined;
    }
  >();
  const lookUp = createContextLookup(deps);
  // The secret cache returns the same object for a second, so connections are cached by it.
  const connectedBySecrets = new WeakMap<
    ConnectionSecrets,
    {
      readonly actor: Actor;
      readonly app: AppRecord;
      readonly version: number;
      readonly connected: DecryptedConnection;
    }
  >();

  const createInactiveProblem = async (
    actor: Actor,
    app: AppRecord,
    stored: StoredConnection,
  ): Promise<Problem> =>
    inactiveProblem(app, stored, await linkUrls.createReconnectUrl(actor, stored));

  const recordUse = ({ connection: { id } }: StoredConnection) => {
    const at = now();
    if (at - (lastTouched.get(id) ?? 0) < TOUCH_INTERVAL_MILLISECONDS) return;
    setRecent(lastTouched, id, at, MAX_TOUCHED);
    store.recordUse(id, isoTime(at)).catch(deps.onError);
  };

  const toCachedConnected = (
    actor: Actor,
    app: AppRecord,
    { connection, encryptedSecrets }: StoredConnection,
    secrets: ConnectionSecrets,
  ): DecryptedConnection => {
    const cached = secrets === NO_SECRETS ? undefined : connectedBySecrets.get(secrets);
    if (
      cached &&
      cached.actor === actor &&
      cached.app === app &&
      cached.version === connection.version
    )
      return cached.connected;
    const method = app.methods.find(({ id }) => id === connection.method);
    if (!method)
      throw new Problem(
        "connection_inactive",
        `${app.name} no longer supports the authentication method "${connection.method}".`,
        { hint: `Reconnect ${connection.id} with another authentication method.` },
      );
    const connected = toConnected(connection, method, secrets);
    owners.set(connected, { actor, app, encryptedSecrets });
    if (secrets !== NO_SECRETS)
      connectedBySecrets.set(secrets, { actor, app, version: connection.version, connected });
    return connected;
  };

  /**
   * Marks a connection as expired, unless the app accepts its credentials in a test. Some apps
   * respond with 401 if credentials lack a permission for one tool. A token that the app has just
   * issued counts as valid without a test.
   */
  const confirmRejection = async (
    connected: DecryptedConnection,
    { wasRefreshed, timeoutMs }: { wasRefreshed: boolean; timeoutMs: number | undefined },
  ): Promise<DecryptedConnection> => {
    const { actor, app, encryptedSecrets } = owners.get(connected)!;
    const tested = await deps.testCredentials(
      actor.account,
      { record: app, isOwn: app.isOwn === true },
      connected,
      timeoutMs,
    );
    if (tested.outcome === "accepted" || (tested.outcome === "untested" && wasRefreshed))
      return connected;
    const expired = await markExpired(
      deps,
      connected.id,
      { code: "refused_by_app", message: `${app.name} rejected the credentials (401).` },
      { unless: (current) => current.encryptedSecrets !== encryptedSecrets },
    );
    if (!expired || expired.connection.status === "revoked")
      throw new Problem("connection_not_found", `Connection "${connected.id}" was deleted.`);
    // The user has reconnected in the meantime.
    if (expired.connection.status === "active") return connected;
    throw await createInactiveProblem(actor, app, expired);
  };

  /**
   * Looks up the context, after a refresh of the token if the app rejects it. The connection stays
   * active, because some apps respond with 401 if credentials lack a permission.
   */
  const lookUpRefreshed = async (
    connected: DecryptedConnection,
  ): Promise<{ readonly connected: DecryptedConnection; readonly found: FoundContext }> => {
    const { actor, app, encryptedSecrets } = owners.get(connected)!;
    const found = await lookUp(app, connected, encryptedSecrets);
    if (found.rejection === undefined) return { connected, found };
    const staleToken = connected.secrets["access_token"];
    const result = await refresh(connected.id, staleToken, "test", actor.account);
    if (result.outcome !== "refreshed") return { connected, found };
    const refreshed = toCachedConnected(actor, app, result.stored, result.secrets);
    return {
      connected: refreshed,
      found: await lookUp(app, refreshed, result.stored.encryptedSecrets),
    };
  };

  return {
    async use(actor, app, requested, { timeoutMs } = {}) {
      const stored = await chooseConnection(deps, linkUrls, { actor, app, requested });
      if (!stored) {
        const openMethod = app.methods.find(({ type }) => type === "none");
        if (openMethod && !app.baseFields.some(({ required }) => required))
          return { id: "none", method: openMethod, fields: {}, secrets: {} };
        throw requiredProblem(app, actor, await linkUrls.createConnectUrl(actor, app));
      }
      recordUse(stored);
      const secrets = (await decryptCached(stored)) ?? NO_SECRETS;
      if (!belongsToApp(secrets, app)) throw otherAppProblem(stored, app);
      const { id, expires } = stored.connection;
      if (expires === undefined || Date.parse(expires) - now() > REFRESH_BEFORE_MILLISECONDS)
        return toCachedConnected(actor, app, stored, secrets);
      const refreshed = await resolveWithin(
        refresh(id, secrets.values["access_token"], "use", actor.account),
        timeoutMs,
        { outcome: "deferred", stored, secrets, message: `${app.name} ${REFRESH_TIMEOUT}` },
      );
      if (refreshed.outcome === "refreshed")
        return toCachedConnected(actor, app, refreshed.stored, refreshed.secrets);
      const isExpired = Date.parse(expires) <= now();
      if (refreshed.outcome === "deferred" && isExpired)
        throw new Problem("provider_unavailable", refreshed.message, {
          hint: "Try again in a few minutes.",
        });
      if (refreshed.outcome === "deferred" || refreshed.outcome === "not_refreshable")
        return toCachedConnected(actor, app, stored, secrets);
      throw await createInactiveProblem(
        actor,
        app,
        refreshed.outcome === "inactive" ? refreshed.stored : stored,
      );
    },

    async complete(connected, names, timeoutMs) {
      const owner = owners.get(connected);
      if (!owner) return connected;
      // After this time, the lookup continues for the next run.
      const result = await resolveWithin(lookUpRefreshed(connected), timeoutMs, undefined);
      if (!result) throw lookupTimeoutProblem(owner.app, connected);
      const { connected: latest, found } = result;
      const fields = { ...latest.fields, ...contextValues(found.context) };
      const missing = names.find((name) => !fields[name]);
      if (missing !== undefined) throw incompleteProblem(owner.app, latest, missing, found);
      const completed = { ...latest, fields };
      owners.set(completed, owners.get(latest)!);
      return completed;
    },

    async updateContext(connected) {
      const owner = owners.get(connected);
      if (owner) await lookUp(owner.app, connected, owner.encryptedSecrets);
    },

    async createScopeUpgradeUrl(connected, scopes) {
      const owner = owners.get(connected);
      return owner && linkUrls.createScopeUpgradeUrl(owner.actor, connected.id, scopes);
    },

    async refresh(connected, { wasRefreshed = false, timeoutMs } = {}) {
      const owner = owners.get(connected);
      if (!owner || connected.method.type === "none") return connected;
      const { actor, app } = owner;
      const staleToken = connected.secrets["access_token"];
      if (staleToken === undefined || connected.method.type === "bearer" || wasRefreshed)
        return confirmRejection(connected, { wasRefreshed, timeoutMs });
      const refreshed = await resolveWithin<RefreshResult | undefined>(
        refresh(connected.id, staleToken, "rejected", actor.account),
        timeoutMs,
        undefined,
      );
      if (refreshed === undefined) return connected;
      if (refreshed.outcome === "refreshed")
        return toCachedConnected(actor, app, refreshed.stored, refreshed.secrets);
      if (refreshed.outcome === "deferred") return connected;
      const stored =
        refreshed.outcome === "inactive" ? refreshed.stored : await store.find(connected.id);
      if (!stored || stored.connection.status === "revoked")
        throw new Problem("connection_not_found", `Connection "${connected.id}" was deleted.`);
      throw await createInactiveProblem(actor, app, stored);
    },
  };
}

const REFRESH_TIMEOUT = "did not refresh the access token in time.";

const NO_SECRETS: ConnectionSecrets = { values: {} };

const otherAppProblem = ({ connection: { id } }: StoredConnection, { slug }: AppRecord): Problem =>
  new Problem(
    "connection_inactive",
    `Connection "${id}" belongs to another app with the ID "${slug}".`,
    {
      hint: "Connect this app, remove the custom app (apps remove), or add it under another ID (apps add --as).",
    },
  );
