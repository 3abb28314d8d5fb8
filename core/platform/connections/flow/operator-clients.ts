import type { AuthMethod } from "../../../lib/openapi-tools/index.ts";
import { SERVICE_ACCOUNT, type Vault } from "../../../lib/vault/index.ts";
import type { AuditEntry } from "../../../ports/stores/audit-log.ts";
import type { ConnectionStore } from "../../../ports/stores/connection-store.ts";
import { oauthClientKey, serverClientKey } from "../../../ports/stores/oauth-client-store.ts";
import type { ConnectionDeps } from "../connection-deps.ts";
import type { ResolvedApp } from "../resolved-app.ts";
import { needsOperatorClient, sharedServerOrigin } from "../sign-in-servers.ts";

/** An OAuth client that the operator has registered at an app. */
interface OperatorClient {
  readonly id: string;
  readonly secret?: string | undefined;
}

const clientContext = (key: string) => ({ id: key, field: "oauth_client" });

/** Encrypts and stores the operator's OAuth client for an app. */
export const storeOAuthClient = async (
  { store, vault }: { readonly store: Pick<ConnectionStore, "saveClient">; readonly vault: Vault },
  key: string,
  client: OperatorClient,
  entry?: AuditEntry,
): Promise<boolean> =>
  store.saveClient(
    key,
    await vault.encrypt(SERVICE_ACCOUNT, JSON.stringify(client), clientContext(key)),
    entry,
  );

/**
 * Returns the storage keys of the operator's OAuth clients for a method, in order of precedence:
 * the app's own client, then that of its authorization server.
 */
export function clientKeys(
  { record, isOwn }: ResolvedApp,
  account: string,
  method: AuthMethod | undefined,
): readonly string[] {
  if (isOwn) return [oauthClientKey(record.slug, account)];
  const server = method && sharedServerOrigin(method);
  const own = oauthClientKey(record.slug);
  return server === undefined ? [own] : [own, serverClientKey(server)];
}

/** Decrypts the operator's OAuth client with a storage key. */
export async function readOperatorClient(
  { store, vault }: Pick<ConnectionDeps, "store" | "vault">,
  key: string,
): Promise<OperatorClient | undefined> {
  const stored = await store.findClient(key);
  return stored === undefined
    ? undefined
    : JSON.parse(await vault.decrypt(SERVICE_ACCOUNT, stored, clientContext(key)));
}

/** Returns the first of the operator's OAuth clients that exists and matches. */
export async function findOperatorClient(
  deps: Pick<ConnectionDeps, "store" | "vault">,
  keys: readonly string[],
  matches: (client: OperatorClient) => boolean = () => true,
): Promise<OperatorClient | undefined> {
  for (const key of keys) {
    const client = await readOperatorClient(deps, key);
    if (client && matches(client)) return client;
  }
  return undefined;
}

/**
 * Whether users can connect with a method now. OAuth methods need a client, unless users enter one.
 */
export async function isConfigured(
  deps: Pick<ConnectionDeps, "store">,
  app: ResolvedApp,
  account: string,
  method: AuthMethod,
): Promise<boolean> {
  if (!needsOperatorClient(method)) return true;
  for (const key of clientKeys(app, account, method))
    if ((await deps.store.findClient(key)) !== undefined) return true;
  return false;
}
