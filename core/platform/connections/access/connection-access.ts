import { Problem } from "../../../http/problem.ts";
import { resolveWithin } from "../../../lib/kit/flow/sleep.ts";
import { setRecent } from "../../../lib/kit/net/freshness.ts";
import type { DecryptedConnection } from "../../../lib/openapi-tools/credentials/index.ts";
import type { AppRecord } from "../../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import type { Actor } from "../../auth/actor.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import {
  deletedProblem,
  inactiveProblem,
  type LinkUrls,
  otherAppProblem,
  requiredProblem,
} from "../connection-problems.ts";
import type { ConnectionService } from "../connection-service.ts";
import {
  createContextLookup,
  incompleteProblem,
  lookupTimeoutProblem,
} from "../context/complete-context.ts";
import { contextValues } from "../context/context-values.ts";
import type { FoundContext } from "../context/look-up-context.ts";
import type { RefreshConnection } from "../refresh/refresh.ts";
import type { RefreshResult } from "../refresh/refresh-result.ts";
import { belongsToApp, type ConnectionSecrets, createSecretsReader } from "../secrets.ts";
import { isoTime, markExpired } from "../stored-connection.ts";
import { chooseConnection } from "./choose-connection.ts";
import {
  type ConnectionOwner,
  DecryptedConnections,
  NO_SECRETS,
  openConnection,
} from "./decrypted-connections.ts";

/** A token with no more time left than this is refreshed before it is sent. */
const REFRESH_BEFORE_MILLISECONDS = 30_000;
const TOUCH_INTERVAL_MILLISECONDS = 60_000;
const MAX_TOUCHED = 50_000;

const REFRESH_TIMEOUT = "did not refresh the access token in time.";

/** Decrypts connections for running tools, and refreshes their tokens. */
export class ConnectionAccess {
  readonly #deps: ConnectionDeps;
  readonly #refreshConnection: RefreshConnection;
  readonly #linkUrls: LinkUrls;
  readonly #readSecrets: ReturnType<typeof createSecretsReader>;
  readonly #lookUp: ReturnType<typeof createContextLookup>;
  readonly #decrypted = new DecryptedConnections();
  readonly #lastTouched = new Map<string, number>();

  constructor(deps: ConnectionDeps, refresh: RefreshConnection, linkUrls: LinkUrls) {
    this.#deps = deps;
    this.#refreshConnection = refresh;
    this.#linkUrls = linkUrls;
    this.#readSecrets = createSecretsReader(deps.vault);
    this.#lookUp = createContextLookup(deps);
  }

  /** See `ConnectionService`. */
  async use(
    actor: Actor,
    app: AppRecord,
    requested?: string,
    { timeoutMs }: { readonly timeoutMs?: number | undefined } = {},
  ): Promise<DecryptedConnection> {
    const { now } = this.#deps;
    const stored = await chooseConnection(this.#deps, this.#linkUrls, { actor, app, requested });
    if (!stored) {
      const open = openConnection(app);
      if (open) return open;
      throw requiredProblem(app, actor, await this.#linkUrls.createConnectUrl(actor, app));
    }
    this.#recordUse(stored);
    const secrets = (await this.#readSecrets(stored)) ?? NO_SECRETS;
    if (!belongsToApp(secrets, app)) throw otherAppProblem(stored, app);
    const { expires } = stored.connection;
    if (expires === undefined || Date.parse(expires) - now() > REFRESH_BEFORE_MILLISECONDS)
      return this.#decrypted.create(actor, app, stored, secrets);
    return this.#useRefreshed(actor, app, { stored, secrets, expires, timeoutMs });
  }

  /** Decrypts a connection whose token is about to expire. */
  async #useRefreshed(
    actor: Actor,
    app: AppRecord,
    {
      stored,
      secrets,
      expires,
      timeoutMs,
    }: {
      readonly stored: StoredConnection;
      readonly secrets: ConnectionSecrets;
      readonly expires: string;
      readonly timeoutMs: number | undefined;
    },
  ): Promise<DecryptedConnection> {
    const { id } = stored.connection;
    const refreshed = await resolveWithin(
      this.#refreshConnection(id, secrets.values["access_token"], "use", actor.account),
      timeoutMs,
      { outcome: "deferred", stored, secrets, message: `${app.name} ${REFRESH_TIMEOUT}` },
    );
    if (refreshed.outcome === "refreshed")
      return this.#decrypted.create(actor, app, refreshed.stored, refreshed.secrets);
    const isExpired = Date.parse(expires) <= this.#deps.now();
    if (refreshed.outcome === "deferred" && isExpired)
      throw new Problem("provider_unavailable", refreshed.message, {
        hint: "Try again in a few minutes.",
      });
    if (refreshed.outcome === "deferred" || refreshed.outcome === "not_refreshable")
      return this.#decrypted.create(actor, app, stored, secrets);
    throw await this.#inactiveProblem(
      actor,
      app,
      refreshed.outcome === "inactive" ? refreshed.stored : stored,
    );
  }

  /** See `ConnectionService`. */
  async complete(
    connected: DecryptedConnection,
    names: readonly string[],
    timeoutMs?: number,
  ): Promise<DecryptedConnection> {
    const owner = this.#decrypted.ownerOf(connected);
    if (!owner) return connected;
    // After this time, the lookup continues for the next run.
    const result = await resolveWithin(
      this.#lookUpRefreshed(connected, owner),
      timeoutMs,
      undefined,
    );
    if (!result) throw lookupTimeoutProblem(owner.app, connected);
    const { connected: latest, found } = result;
    const fields = { ...latest.fields, ...contextValues(found.context) };
    const missing = names.find((name) => !fields[name]);
    if (missing !== undefined) throw incompleteProblem(owner.app, latest, missing, found);
    return this.#decrypted.withFields(latest, fields);
  }

  /** Looks up the context of a connection returned by `use` again. */
  async updateContext(connected: DecryptedConnection): Promise<void> {
    const owner = this.#decrypted.ownerOf(connected);
    if (owner) await this.#lookUp(owner.app, connected, owner.encryptedSecrets);
  }

  /** See `ConnectionService`. */
  async createScopeUpgradeUrl(
    connected: DecryptedConnection,
    scopes: readonly string[],
  ): Promise<string | undefined> {
    const owner = this.#decrypted.ownerOf(connected);
    return owner && this.#linkUrls.createScopeUpgradeUrl(owner.actor, connected.id, scopes);
  }

  /** See `ConnectionService`. */
  async refresh(
    connected: DecryptedConnection,
    { wasRefreshed = false, timeoutMs }: Parameters<ConnectionService["refresh"]>[1] = {},
  ): Promise<DecryptedConnection> {
    const owner = this.#decrypted.ownerOf(connected);
    if (!owner || connected.method.type === "none") return connected;
    const { actor, app } = owner;
    const staleToken = connected.secrets["access_token"];
    if (staleToken === undefined || connected.method.type === "bearer" || wasRefreshed)
      return this.#confirmRejection(connected, owner, { wasRefreshed, timeoutMs });
    const refreshed = await resolveWithin<RefreshResult | undefined>(
      this.#refreshConnection(connected.id, staleToken, "rejected", actor.account),
      timeoutMs,
      undefined,
    );
    if (refreshed === undefined) return connected;
    if (refreshed.outcome === "refreshed")
      return this.#decrypted.create(actor, app, refreshed.stored, refreshed.secrets);
    if (refreshed.outcome === "deferred") return connected;
    const stored =
      refreshed.outcome === "inactive"
        ? refreshed.stored
        : await this.#deps.store.find(connected.id);
    if (!stored || stored.connection.status === "revoked") throw deletedProblem(connected);
    throw await this.#inactiveProblem(actor, app, stored);
  }

  /**
   * Marks a connection as expired, unless the app accepts its credentials in a test. Some apps
   * respond with 401 if credentials lack a permission for one tool. A token that the app has just
   * issued counts as valid without a test.
   */
  async #confirmRejection(
    connected: DecryptedConnection,
    { actor, app, encryptedSecrets }: ConnectionOwner,
    { wasRefreshed, timeoutMs }: { wasRefreshed: boolean; timeoutMs: number | undefined },
  ): Promise<DecryptedConnection> {
    const tested = await this.#deps.testCredentials(
      actor.account,
      { record: app, isOwn: app.isOwn === true },
      connected,
      timeoutMs,
    );
    if (tested.outcome === "accepted" || (tested.outcome === "untested" && wasRefreshed))
      return connected;
    const expired = await markExpired(
      this.#deps,
      connected.id,
      { code: "refused_by_app", message: `${app.name} rejected the credentials (401).` },
      { unless: (current) => current.encryptedSecrets !== encryptedSecrets },
    );
    if (!expired || expired.connection.status === "revoked") throw deletedProblem(connected);
    // The user has reconnected in the meantime.
    if (expired.connection.status === "active") return connected;
    throw await this.#inactiveProblem(actor, app, expired);
  }

  /**
   * Looks up the context, after a refresh of the token if the app rejects it. The connection stays
   * active, because some apps respond with 401 if credentials lack a permission.
   */
  async #lookUpRefreshed(
    connected: DecryptedConnection,
    { actor, app, encryptedSecrets }: ConnectionOwner,
  ): Promise<{ readonly connected: DecryptedConnection; readonly found: FoundContext }> {
    const found = await this.#lookUp(app, connected, encryptedSecrets);
    if (found.rejection === undefined) return { connected, found };
    const staleToken = connected.secrets["access_token"];
    const result = await this.#refreshConnection(connected.id, staleToken, "test", actor.account);
    if (result.outcome !== "refreshed") return { connected, found };
    const refreshed = this.#decrypted.create(actor, app, result.stored, result.secrets);
    return {
      connected: refreshed,
      found: await this.#lookUp(app, refreshed, result.stored.encryptedSecrets),
    };
  }

  #recordUse({ connection: { id } }: StoredConnection): void {
    const { store, now, onError } = this.#deps;
    const at = now();
    if (at - (this.#lastTouched.get(id) ?? 0) < TOUCH_INTERVAL_MILLISECONDS) return;
    setRecent(this.#lastTouched, id, at, MAX_TOUCHED);
    store.recordUse(id, isoTime(at)).catch(onError);
  }

  async #inactiveProblem(actor: Actor, app: AppRecord, stored: StoredConnection): Promise<Problem> {
    return inactiveProblem(app, stored, await this.#linkUrls.createReconnectUrl(actor, stored));
  }
}
