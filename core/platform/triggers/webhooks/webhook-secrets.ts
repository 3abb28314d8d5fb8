import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import { randomToken } from "../../../lib/kit/bytes/random.ts";
import { SERVICE_ACCOUNT, type Vault } from "../../../lib/vault/index.ts";
import type { AuditEntry } from "../../../ports/stores/audit-log.ts";
import type { ConnectionStore } from "../../../ports/stores/connection-store.ts";
import { replaceSecret, type TimedSecret } from "../trigger-secrets.ts";

/** The secrets with which an app signs the events of all connections. */
export interface SharedSecrets {
  /** The current one first. */
  readonly secrets: readonly TimedSecret[];
  /** Absent unless the app may send its secret. */
  readonly waiting?: WaitingForSecret | undefined;
}

/** Anyone can send a secret to the address of an app, so only the operator's address accepts one. */
interface WaitingForSecret {
  /** Milliseconds since 1970. */
  readonly until: number;
  /** The random value of the parameter `setup` in the address. */
  readonly token: string;
}

interface SharedSecretsDeps {
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

/** The parameter of the address to which an app may send its secret. */
const SETUP_PARAMETER = "setup";

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
 * request to the address with the setup token may bring one within an hour. Resolves to `false` if somebody else has changed
 * the secrets meanwhile.
 */
export async function storeSharedSecret(
  deps: SharedSecretsDeps,
  app: string,
  secret: string | undefined,
  entry?: AuditEntry,
): Promise<boolean> {
  const current = await readSharedSecrets(deps, app);
  const state = changeSecrets(current?.state ?? { secrets: [] }, secret, deps.now());
  const encrypted = await deps.vault.encrypt(SERVICE_ACCOUNT, JSON.stringify(state), context(app));
  return deps.store.saveWebhookSecrets(app, encrypted, { previous: current?.encrypted, entry });
}

/** Whether a request came to the address that the operator entered at the app, and in time. */
export async function mayBringSecret(
  { waiting }: SharedSecrets,
  url: string,
  now: number,
): Promise<boolean> {
  const token = new URL(url).searchParams.get(SETUP_PARAMETER);
  if (!waiting || waiting.until <= now || token === null) return false;
  return hex(await sha256(token)) === hex(await sha256(waiting.token));
}

function changeSecrets(
  { secrets, waiting }: SharedSecrets,
  secret: string | undefined,
  now: number,
): SharedSecrets {
  if (secret === undefined) {
    const token = waiting && waiting.until > now ? waiting.token : randomToken();
    return { secrets, waiting: { until: now + WAIT, token } };
  }
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
