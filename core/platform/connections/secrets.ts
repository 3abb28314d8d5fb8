import { Problem } from "../../http/problem.ts";
import type { DecryptedConnection, FormValues } from "../../lib/openapi-tools/credentials/index.ts";
import type { AppRecord, AuthMethod } from "../../lib/openapi-tools/index.ts";
import { createSecretCache, isVaultFailure, type Vault } from "../../lib/vault/index.ts";
import type { Connection, StoredConnection } from "../../ports/stores/connection-store.ts";
import { contextValues } from "./context/context-values.ts";

/** The OAuth client that a connection was made with. */
export interface ConnectionClient {
  readonly id: string;
  readonly secret?: string | undefined;
  readonly auth: "basic" | "body";
  /**
   * Its source: the end user entered it, the operator configured it, or Jackfield registered it.
   */
  readonly from: "entered" | "operator" | "registered";
}

/** The secrets of a connection. They are stored encrypted. */
export interface ConnectionSecrets {
  /** The credentials of requests to the app, by name. */
  readonly values: Readonly<Record<string, string>>;
  readonly refreshToken?: string | undefined;
  readonly client?: ConnectionClient | undefined;
  /** The base URL of a custom app when it was connected. `undefined` for an app of the catalog. */
  readonly own?: string | undefined;
  /** The serialized destination that the secrets were encrypted for. */
  readonly to?: string | undefined;
}

/**
 * Wraps a vault so that its failures reject with the `Problem` "secret_unreadable". The wrapped
 * data keys were verified at startup, so a failure concerns one account or connection.
 */
export function withSecretProblems(vault: Vault): Vault {
  const explain = (error: unknown): never => {
    throw isVaultFailure(error) ? unreadableProblem(error) : error;
  };
  return {
    encrypt: (...args) => vault.encrypt(...args).catch(explain),
    decrypt: (...args) => vault.decrypt(...args).catch(explain),
    tryDecrypt: (...args) => vault.tryDecrypt(...args).catch(explain),
  };
}

const unreadableProblem = (cause: unknown) =>
  new Problem(
    "secret_unreadable",
    "The stored credentials were changed, or belong to another connection.",
    {
      hint: "Reconnect the app, and ask the operator of this service to check the database.",
      cause,
    },
  );

/** Removes the client's credentials, which are stored apart from those of requests. */
export function withoutClient({
  client_id: _id,
  client_secret: _secret,
  ...values
}: FormValues): FormValues {
  return values;
}

const secretsContext = (id: string) => ({ id, field: "secrets" });

/** Encrypts a connection's secrets, bound to its ID and destination. */
export const encryptSecrets = (
  vault: Vault,
  connection: Destination & Pick<Connection, "id" | "account">,
  secrets: ConnectionSecrets,
): Promise<string> =>
  vault.encrypt(
    connection.account,
    JSON.stringify({
      ...secrets,
      to: serializeDestination(connection),
    } satisfies ConnectionSecrets),
    secretsContext(connection.id),
  );

/**
 * Decrypts a connection's secrets. `undefined` if it has none. Rejects with the `Problem`
 * "secret_unreadable" if the ciphertext or the destination was changed.
 */
export async function decryptSecrets(
  vault: Vault,
  { connection, encryptedSecrets }: StoredConnection,
): Promise<ConnectionSecrets | undefined> {
  if (encryptedSecrets === undefined) return undefined;
  const secrets = JSON.parse(
    await vault.decrypt(connection.account, encryptedSecrets, secretsContext(connection.id)),
  ) as ConnectionSecrets;
  if (secrets.to !== serializeDestination(connection))
    throw new Problem(
      "secret_unreadable",
      `The credentials of connection "${connection.id}" were encrypted for another destination.`,
      { hint: "Reconnect it, and ask the operator of this service to check the database." },
    );
  return secrets;
}

/**
 * Creates a function like `decryptSecrets` that keeps decrypted secrets in memory for at most one
 * second, so that ten runs in a row decrypt once. The ciphertext is read from storage each time.
 */
export function createSecretsReader(
  vault: Vault,
): (stored: StoredConnection) => Promise<ConnectionSecrets | undefined> {
  const cache = createSecretCache<ConnectionSecrets | undefined>();
  return (stored) => {
    const { connection, encryptedSecrets } = stored;
    const decrypt = () => decryptSecrets(vault, stored);
    if (encryptedSecrets === undefined) return decrypt();
    // A ciphertext is valid only for its account, connection and destination.
    const cacheKey = `${connection.account} ${connection.id} ${serializeDestination(connection)} ${encryptedSecrets}`;
    return cache(cacheKey, decrypt);
  };
}

/**
 * Whether secrets were entered for this app. A custom app and a catalog app can have the same slug,
 * and neither may receive the other's secrets.
 */
export const belongsToApp = (
  { own }: ConnectionSecrets,
  { isOwn, base }: Pick<AppRecord, "isOwn" | "base">,
): boolean => own === (isOwn ? base : undefined);

type Destination = Pick<Connection, "app" | "method" | "fields" | "server" | "context">;

/**
 * Serializes where a connection's secrets are sent, so that an edited database row can't redirect
 * them. The choices of the context can be parts of the URL.
 */
function serializeDestination({ app, method, fields, server, context }: Destination): string {
  const choices = Object.entries(context ?? {}).map(([name, { choices }]) => [name, choices]);
  return JSON.stringify([
    app,
    method ?? null,
    fields,
    server ?? null,
    ...(choices.length > 0 ? [choices] : []),
  ]);
}

/**
 * Returns a connection with its decrypted secrets. Its fields include the values of the context, which
 * take precedence over entered ones. The secrets include the OAuth client ID if the app's
 * requests carry it, as Twitch's do.
 */
export const toConnected = (
  { id, fields, scopes, context }: Connection,
  method: AuthMethod,
  { values, client }: ConnectionSecrets,
): DecryptedConnection => ({
  id,
  method,
  fields: context ? { ...fields, ...contextValues(context) } : fields,
  secrets:
    client && method.placements?.["client_id"] ? { client_id: client.id, ...values } : values,
  ...(scopes && { scopes }),
});
