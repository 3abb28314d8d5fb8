import { Problem } from "../../http/problem.ts";
import type { AppRecord, AuthMethod, DecryptedConnection } from "../../lib/openapi-tools/index.ts";
import type { Connection, StoredConnection } from "../../ports/connection-store.ts";
import type { Vault } from "./vault.ts";

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
 * Whether secrets were entered for this app. A custom app and a catalog app can have the same slug,
 * and neither may receive the other's secrets.
 */
export const belongsToApp = (
  { own }: ConnectionSecrets,
  { isOwn, base }: Pick<AppRecord, "isOwn" | "base">,
): boolean => own === (isOwn ? base : undefined);

type Destination = Pick<Connection, "app" | "method" | "fields" | "server">;

/**
 * Serializes where a connection's secrets are sent, so that an edited database row can't redirect
 * them.
 */
export const serializeDestination = ({ app, method, fields, server }: Destination): string =>
  JSON.stringify([app, method ?? null, fields, server ?? null]);

/**
 * Returns a connection with its decrypted secrets. They include the OAuth client ID if the app's
 * requests carry it, as Twitch's do.
 */
export const toConnected = (
  { id, fields, scopes }: Connection,
  method: AuthMethod,
  { values, client }: ConnectionSecrets,
): DecryptedConnection => ({
  id,
  method,
  fields,
  secrets:
    client && method.placements?.["client_id"] ? { client_id: client.id, ...values } : values,
  ...(scopes && { scopes }),
});
