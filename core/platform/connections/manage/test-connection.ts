import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import type { Actor } from "../../auth/actor.ts";
import type { ConnectionAccess } from "../access/connection-access.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import type { ConnectionTestResult } from "../connection-service.ts";
import type { RefreshConnection } from "../refresh/refresh.ts";
import type { RefreshResult } from "../refresh/refresh-result.ts";
import { decryptSecrets } from "../secrets.ts";
import { markExpired, updateStored } from "../stored-connection.ts";
import type { CredentialTestResult } from "./credential-test.ts";
import { findConnection } from "./find-connection.ts";

interface TestConnectionParts {
  readonly access: Pick<ConnectionAccess, "use" | "updateContext">;
  readonly refresh: RefreshConnection;
}

type Outcome = Omit<ConnectionTestResult, "stored">;

/** Tests a connection. Then lists its tools, and looks up its context again. */
export async function testConnection(
  deps: ConnectionDeps,
  parts: TestConnectionParts,
  actor: Actor,
  id: string,
): Promise<ConnectionTestResult> {
  const result = await testOnce(deps, parts, actor, id);
  if (result.ok) await deps.listTools(id);
  // Credentials that no request can test may still be good for a lookup.
  if (result.ok === false) return result;
  const { record } = await deps.resolveApp(actor.account, result.stored.connection.app);
  if (!record.context) return result;
  const { access } = parts;
  await access
    .use(actor, record, id)
    .then((connected) => access.updateContext(connected))
    .catch(deps.onError);
  return { ...result, stored: (await deps.store.find(id)) ?? result.stored };
}

async function testOnce(
  deps: ConnectionDeps,
  { access, refresh }: TestConnectionParts,
  actor: Actor,
  id: string,
): Promise<ConnectionTestResult> {
  const stored = await findConnection(deps, actor, id);
  const { account, app, status, reason } = stored.connection;
  const resolved = await deps.resolveApp(account, app);
  if (status !== "active")
    return {
      ok: false,
      tried: "decrypted",
      detail: reason?.message ?? `The connection is ${status}.`,
      stored,
    };
  const secrets = await decryptSecrets(deps.vault, stored);
  const refreshed =
    secrets?.client && (await refresh(id, secrets.values["access_token"], "test", account));
  const latest = (await deps.store.find(id)) ?? stored;
  const outcome = refreshed && toRefreshOutcome(refreshed, resolved.record.name, latest);
  if (outcome) return { ...outcome, stored: latest };
  const connected = await access.use(actor, resolved.record, id);
  const tested = await deps.testCredentials(account, resolved, connected);
  return { ...toTestOutcome(tested), stored: (await saveOutcome(deps, latest, tested)) ?? latest };
}

/** `undefined` if the credentials must be tested, because they can't be refreshed. */
function toRefreshOutcome(
  refreshed: RefreshResult,
  app: string,
  { connection }: StoredConnection,
): Outcome | undefined {
  switch (refreshed.outcome) {
    case "refreshed":
      return { ok: true, tried: "refreshed", detail: `${app} refreshed the access token.` };
    case "deferred":
      return { ok: false, tried: "refreshed", detail: refreshed.message };
    case "inactive":
      return {
        ok: false,
        tried: "refreshed",
        detail: connection.reason?.message ?? "The connection no longer works.",
      };
    default:
      return undefined;
  }
}

function toTestOutcome(tested: CredentialTestResult): Outcome {
  const { outcome, message: detail } = tested;
  if (outcome === "untested")
    return { ok: null, tried: tested.wasSent ? "requested" : "decrypted", detail };
  return { ok: outcome === "accepted", tried: "requested", detail };
}

/** Stores what a test has proved, unless the credentials were replaced in the meantime. */
async function saveOutcome(
  deps: ConnectionDeps,
  { connection: { id }, encryptedSecrets }: StoredConnection,
  { outcome, message }: CredentialTestResult,
): Promise<StoredConnection | undefined> {
  const isReplaced = (current: StoredConnection) => current.encryptedSecrets !== encryptedSecrets;
  if (outcome === "untested") return undefined;
  if (outcome === "rejected")
    return markExpired(deps, id, { code: "refused_by_app", message }, { unless: isReplaced });
  return updateStored(deps, id, (current) =>
    current.connection.reason?.code !== "not_tested" || isReplaced(current)
      ? undefined
      : { set: { reason: undefined } },
  );
}
