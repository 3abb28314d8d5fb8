import { SERVICE_ACCOUNT, type Vault } from "../../../lib/vault/index.ts";
import type { AuditEntry } from "../../../ports/audit-log.ts";
import type { ConnectionStore } from "../../../ports/connection-store.ts";
import { replaceSecret, type TimedSecret } from "../trigger-secrets.ts";

/** The secrets with which an app signs the events of all connections. */
export interface SharedSecrets {
  /** The current one first. */
  readonly secrets: readonly TimedSecret[];
  /** Until when the app may send its secret, in milliseconds since 1970. */
  readonly waitingUntil?: number | undefined;
}

export interface SharedSecretsDeps {
  readonly store: Pick<ConnectionStore, "findWebhookSecrets" | "saveWebhookSecrets">;
  readonly vault: Vault;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Whether a text can be the secret of an app: 8 to 500 printable characters. */
export const isSharedSecret = (text: string): boolean => /^[\x21-\x7e]{8,500}$/.test(text);

/** A replaced secret stays valid for this long. */
const OVERLAP = 86_400_000;
/** How long the first request of an app may bring the secret. */
const WAIT = 3_600_000;

const context = (app: string) => ({ id: app, field: "webhook_secrets" });

/** Reads the secrets of an app. `undefined` if the operator hasn't set it up. */
export async function readSharedSecrets(
  { store, vault }: Pick<SharedSecretsDeps, "store" | "vault">,
  app: string,
): Promise<{ readonly state: SharedSecrets; readonly encrypted: string } | undefined> {
  const encrypted = await store.findWebhookSecrets(app);
  if (encrypted === undefined) return undefined;
  const text = await vault.decrypt(SERVICE_ACCOUNT, encrypted, context(app));
  return { state: JSON.parse(text) as SharedSecrets, encrypted };
}

/**
 * Stores the secret of an app. The earlier one stays valid for a day. Without a secret, the first
 * request of the app may bring one within an hour. Resolves to `false` if somebody else has changed
 * the secrets meanwhile.
 */
export async function storeSharedSecret(
  deps: SharedSecretsDeps,
  app: string,
  secret: string | undefined,
  entry?: AuditEntry,
): Promise<boolean> {
  const current = await readSharedSecrets(deps, app);
  const state = changeSecrets(current?.state.secrets ?? [], secret, deps.now());
  const encrypted = await deps.vault.encrypt(SERVICE_ACCOUNT, JSON.stringify(state), context(app));
  return deps.store.saveWebhookSecrets(app, encrypted, { previous: current?.encrypted, entry });
}

function changeSecrets(
  secrets: readonly TimedSecret[],
  secret: string | undefined,
  now: number,
): SharedSecrets {
  if (secret === undefined) return { secrets, waitingUntil: now + WAIT };
  if (secrets[0]?.secret === secret) return { secrets };
  return { secrets: replaceSecret(secrets, secret, { now, until: now + OVERLAP }) };
}

/** Deletes the secrets of an app, whose events are refused then. Resolves to whether it had any. */
export async function deleteSharedSecrets(
  { store }: Pick<SharedSecretsDeps, "store">,
  app: string,
  entry?: AuditEntry,
): Promise<boolean> {
  const previous = await store.findWebhookSecrets(app);
  return previous !== undefined && store.saveWebhookSecrets(app, undefined, { previous, entry });
}
