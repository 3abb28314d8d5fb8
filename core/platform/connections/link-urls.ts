import type { AppRecord } from "../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../ports/connection-store.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import type { LinkOptions } from "./connection-service.ts";
import type { ConnectionDeps } from "./deps.ts";

/**
 * Creates the connect links that resolve a problem with a connection. Each is `undefined` if the
 * API key lacks the "connect" permission.
 */
export interface LinkUrls {
  /** For an app without a connection. */
  createConnectUrl(key: ApiKey, app: AppRecord): Promise<string | undefined>;
  /** For a connection that no longer works. `undefined` if it works, or is disabled or revoked. */
  createReconnectUrl(key: ApiKey, stored: StoredConnection): Promise<string | undefined>;
  /** For a connection that lacks scopes. */
  createScopeUpgradeUrl(
    key: ApiKey,
    id: string,
    scopes: readonly string[],
  ): Promise<string | undefined>;
}

/** Creates a connect link for an existing connection. `expires` is in milliseconds since 1970. */
export const createLinkFor = (
  { links }: Pick<ConnectionDeps, "links">,
  key: ApiKey,
  { connection }: StoredConnection,
  { method, scopes, returnUrl }: LinkOptions,
): Promise<{ readonly url: string; readonly expires: number }> =>
  links.create({
    account: connection.account,
    user: connection.user,
    app: connection.app,
    connection: connection.id,
    method,
    scopes,
    returnUrl,
    key: key.id,
  });

export const createLinkUrls = (deps: Pick<ConnectionDeps, "links" | "store">): LinkUrls => ({
  async createConnectUrl(key, app) {
    if (!key.permissions.includes("connect")) return undefined;
    const { url } = await deps.links.create({
      account: key.account,
      user: key.user,
      app: app.slug,
      key: key.id,
    });
    return url;
  },

  async createReconnectUrl(key, stored) {
    const { status } = stored.connection;
    if (
      !key.permissions.includes("connect") ||
      status === "active" ||
      status === "revoked" ||
      status === "disabled"
    )
      return undefined;
    return (await createLinkFor(deps, key, stored, {})).url;
  },

  async createScopeUpgradeUrl(key, id, extraScopes) {
    const stored = key.permissions.includes("connect") ? await deps.store.find(id) : undefined;
    if (!stored) return undefined;
    const { scopes, asked } = stored.connection;
    const currentScopes = scopes ?? asked;
    // Keep the current scopes, because a new sign-in replaces the grant. If they are unknown,
    // request the method's defaults.
    const requestedScopes =
      extraScopes.length > 0 && currentScopes
        ? [...new Set([...currentScopes, ...extraScopes])]
        : undefined;
    return (await createLinkFor(deps, key, stored, { scopes: requestedScopes })).url;
  },
});
