import type { AppRecord, DecryptedConnection } from "../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../ports/connection-store.ts";
import type { ConnectionTestResult } from "./connection-service.ts";
import type { ConnectionDeps } from "./deps.ts";
import type { RefreshConnection } from "./refresh.ts";
import { decryptSecrets } from "./secrets.ts";

/** Sends a harmless request to an app with a connection. Resolves to the status of the response. */
export type Probe = (connected: DecryptedConnection, app: AppRecord) => Promise<number | undefined>;

/**
 * Tests a connection: refreshes its token if it has an OAuth client, otherwise sends a probe,
 * otherwise only decrypts its secrets. `use` decrypts the connection for the probe.
 */
export async function testConnection(
  deps: ConnectionDeps,
  stored: StoredConnection,
  {
    refresh,
    probe,
    use,
  }: {
    readonly refresh: RefreshConnection;
    readonly probe: Probe | undefined;
    use(app: AppRecord): Promise<DecryptedConnection>;
  },
): Promise<ConnectionTestResult> {
  const { account, app, id, status, reason } = stored.connection;
  const { record } = await deps.resolveApp(account, app);
  if (status !== "active")
    return {
      ok: false,
      tried: "decrypted",
      detail: reason?.message ?? `The connection is ${status}.`,
      stored,
    };
  const secrets = await decryptSecrets(deps.vault, stored);
  const refreshed = secrets?.client && (await refresh(id, secrets.values["access_token"]));
  const latest = (await deps.store.find(id)) ?? stored;
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
      detail: latest.connection.reason?.message ?? "The connection no longer works.",
      stored: latest,
    };
  const probeStatus = probe && (await probe(await use(record), record));
  if (probeStatus === undefined)
    return {
      ok: true,
      tried: "decrypted",
      detail: `The stored credentials can be decrypted. No request was made to ${record.name}.`,
      stored: latest,
    };
  const ok = probeStatus !== 401 && probeStatus !== 403;
  return {
    ok,
    tried: "requested",
    detail: ok
      ? `${record.name} responded to a test request with status ${probeStatus}.`
      : `${record.name} rejected a test request with status ${probeStatus}.`,
    stored: latest,
  };
}
