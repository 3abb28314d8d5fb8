import { ConnectionAccess } from "./access/connection-access.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import { createLinkUrls } from "./connection-problems.ts";
import type { ConnectionService } from "./connection-service.ts";
import { oauthCallbackUrl } from "./flow/oauth-clients.ts";
import { isConfigured } from "./flow/operator-clients.ts";
import { createConnect } from "./manage/connect.ts";
import { findConnection, listConnections } from "./manage/find-connection.ts";
import { reconnect } from "./manage/reconnect.ts";
import { removeConnection } from "./manage/remove-connection.ts";
import { testConnection } from "./manage/test-connection.ts";
import { updateConnection } from "./manage/update-connection.ts";
import type { RefreshConnection } from "./refresh/refresh.ts";

/** Creates the connection service. */
export function createConnectionService(
  deps: ConnectionDeps,
  refresh: RefreshConnection,
  isToolGone: ConnectionService["isToolGone"],
): ConnectionService {
  const linkUrls = createLinkUrls(deps);
  const access = new ConnectionAccess(deps, refresh, linkUrls);
  return {
    connect: createConnect(deps),
    list: (actor, filter) => listConnections(deps, actor, filter),
    find: (actor, id) => findConnection(deps, actor, id),
    update: (actor, id, options) => updateConnection(deps, actor, id, options),
    remove: (actor, id) => removeConnection(deps, actor, id),
    reconnect: (actor, id, options) => reconnect(deps, actor, id, options),
    test: (actor, id) => testConnection(deps, { access, refresh }, actor, id),
    createReconnectUrl: linkUrls.createReconnectUrl,
    callbackUrl: oauthCallbackUrl(deps.origin),
    isConfigured: (actor, app, method) => isConfigured(deps, app, actor.account, method),
    use: (actor, app, requested, options) => access.use(actor, app, requested, options),
    complete: (connected, names, timeoutMs) => access.complete(connected, names, timeoutMs),
    refresh: (connected, options) => access.refresh(connected, options),
    createScopeUpgradeUrl: (connected, scopes) => access.createScopeUpgradeUrl(connected, scopes),
    isToolGone,
  };
}
