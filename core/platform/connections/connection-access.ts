import { Problem } from "../../http/problem.ts";
import { setRecent } from "../../lib/kit/freshness.ts";
import type { AppRecord, DecryptedConnection } from "../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../ports/connection-store.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import { chooseConnection } from "./choose-connection.ts";
import { inactiveProblem, requiredProblem } from "./connection-problems.ts";
import type { ConnectionService } from "./connection-service.ts";
import { type ConnectionDeps, isoTime } from "./deps.ts";
import type { LinkUrls } from "./link-urls.ts";
import { markExpired } from "./record-refresh.ts";
import type { RefreshConnection } from "./refresh.ts";
import {
  belongsToApp,
  type ConnectionSecrets,
  createSecretsReader,
  toConnected,
} from "./secrets.ts";

/** A token with no more time left than this is refreshed before it is sent. */
const REFRESH_BEFORE_MILLISECONDS = 30_000;
const TOUCH_INTERVAL_MILLISECONDS = 60_000;
const MAX_TOUCHED = 50_000;

/** Decrypts connections for running tools, and refreshes their tokens. */
export function createConnectionAccess(
  deps: ConnectionDeps,
  refresh: RefreshConnection,
  linkUrls: LinkUrls,
): Pick<ConnectionService, "use" | "refresh" | "createScopeUpgradeUrl"> {
  const { store, vault, now } = deps;
  const lastTouched = new Map<string, number>();
  const decryptCached = createSecretsReader(vault);
  // The key and app that each returned connection was decrypted for.
  const owners = new WeakMap<
    DecryptedConnection,
    { readonly key: ApiKey; readonly app: AppRecord }
  >();
  // The secret cache returns the same object for a second, so connections are cached by it.
  const connectedBySecrets = new WeakMap<
    ConnectionSecrets,
    {
      readonly key: ApiKey;
      readonly app: AppRecord;
      readonly version: number;
      readonly connected: DecryptedConnection;
    }
  >();

  const createInactiveProblem = async (
    key: ApiKey,
    app: AppRecord,
    stored: StoredConnection,
  ): Promise<Problem> =>
    inactiveProblem(app, stored, await linkUrls.createReconnectUrl(key, stored));

  const recordUse = ({ connection: { id } }: StoredConnection) => {
    const at = now();
    if (at - (lastTouched.get(id) ?? 0) < TOUCH_INTERVAL_MILLISECONDS) return;
    setRecent(lastTouched, id, at, MAX_TOUCHED);
    store.recordUse(id, isoTime(at)).catch(deps.onError);
  };

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
        `${app.name} no longer supports the authentication method "${connection.method}".`,
        { hint: `Reconnect ${connection.id} with another authentication method.` },
      );
    const connected = toConnected(connection, method, secrets);
    owners.set(connected, { key, app });
    if (secrets !== NO_SECRETS)
      connectedBySecrets.set(secrets, { key, app, version: connection.version, connected });
    return connected;
  };

  return {
    async use(key, app, requested) {
      const stored = await chooseConnection(store, linkUrls, { key, app, requested });
      if (!stored) {
        const openMethod = app.methods.find(({ type }) => type === "none");
        if (openMethod && !app.baseFields.some(({ required }) => required))
          return { id: "none", method: openMethod, fields: {}, secrets: {} };
        throw requiredProblem(app, key, await linkUrls.createConnectUrl(key, app));
      }
      recordUse(stored);
      const secrets = (await decryptCached(stored)) ?? NO_SECRETS;
      if (!belongsToApp(secrets, app)) throw otherAppProblem(stored, app);
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
          message: `The sign-in at ${app.name} expired, and ${app.name} issued no refresh token.`,
        });
        throw await createInactiveProblem(key, app, expired ?? stored);
      }
      if (
        (refreshed.outcome === "deferred" || refreshed.outcome === "not_refreshable") &&
        !isExpired
      )
        return toCachedConnected(key, app, stored, secrets);
      if (refreshed.outcome === "deferred")
        throw new Problem("provider_unavailable", refreshed.message, {
          hint: "Try again in a few minutes.",
        });
      throw await createInactiveProblem(
        key,
        app,
        refreshed.outcome === "inactive" ? refreshed.stored : stored,
      );
    },

    async createScopeUpgradeUrl(connected, scopes) {
      const owner = owners.get(connected);
      return owner && linkUrls.createScopeUpgradeUrl(owner.key, connected.id, scopes);
    },

    async refresh(connected) {
      const owner = owners.get(connected);
      const staleToken = connected.secrets["access_token"];
      if (!owner || staleToken === undefined || connected.method.type === "bearer")
        return connected;
      const { key, app } = owner;
      const refreshed = await refresh(connected.id, staleToken);
      if (refreshed.outcome === "refreshed")
        return toCachedConnected(key, app, refreshed.stored, refreshed.secrets);
      if (refreshed.outcome === "deferred") return connected;
      if (refreshed.outcome === "not_refreshable") {
        const expired = await markExpired(
          deps,
          connected.id,
          {
            code: "refused_by_app",
            message: `${app.name} rejected the access token (401) and issued no refresh token.`,
          },
          {
            unless: ({ encryptedSecrets }) =>
              encryptedSecrets !== refreshed.stored.encryptedSecrets,
          },
        );
        throw await createInactiveProblem(key, app, expired ?? refreshed.stored);
      }
      const stored =
        refreshed.outcome === "inactive" ? refreshed.stored : await store.find(connected.id);
      if (!stored || stored.connection.status === "revoked")
        throw new Problem("connection_not_found", `Connection "${connected.id}" was deleted.`);
      throw await createInactiveProblem(key, app, stored);
    },
  };
}

const NO_SECRETS: ConnectionSecrets = { values: {} };

const otherAppProblem = ({ connection: { id } }: StoredConnection, { slug }: AppRecord): Problem =>
  new Problem(
    "connection_inactive",
    `Connection "${id}" belongs to another app with the ID "${slug}".`,
    {
      hint: "Connect this app, remove the custom app (npm run apps -- remove), or add it under another ID (--as).",
    },
  );
