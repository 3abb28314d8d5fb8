import type { AppRecord, AuthMethod } from "../../ports/apps.ts";
import type { Connection, StoredConnection } from "../../ports/connection-store.ts";
import { Problem } from "../../problem.ts";
import type { DecryptedConnection } from "../domain/decrypted-connection.ts";
import type { Vault } from "./vault.ts";

/** The OAuth client that a connection was made with. */
export interface ConnectionClient {
  readonly id: string;
  readonly secret?: string | undefined;
  readonly auth: "basic" | "body";
  /** Whose it is: the person entered it, the operator gave it, it registered by itself. */
  readonly from: "entered" | "operator" | "registered";
}

/** All that is secret in a connection. */
export interface ConnectionSecrets {
  /** What requests are sent with. */
  readonly values: Readonly<Record<string, string>>;
  readonly refreshToken?: string | undefined;
  readonly client?: ConnectionClient | undefined;
  /** Of an app that the account had added itself: its base address then. None: the catalog's app. */
  readonly own?: string | undefined;
  /** What of the connection says where they go, as it was when they were sealed. */
  readonly to?: string | undefined;
}

const secretsContext = (id: string) => ({ id, field: "secrets" });

/** Seals a connection's secrets: for it alone. */
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

/** Opens them; throws the `Problem` "secret_unreadable". None where there are none. */
export async function decryptSecrets(
  vault: Vault,
  { connection, sealed }: StoredConnection,
): Promise<ConnectionSecrets | undefined> {
  if (sealed === undefined) return undefined;
  const secrets = JSON.parse(
    await vault.decrypt(connection.account, sealed, secretsContext(connection.id)),
  ) as ConnectionSecrets;
  if (secrets.to !== serializeDestination(connection))
    throw new Problem(
      "secret_unreadable",
      "What is kept of the connection was sealed for another app, or another address.",
      { hint: "Reconnect it; the person who runs this service should look at the database." },
    );
  return secrets;
}

/** Whether secrets were given for this very app: an app that an account adds under a catalog app's name gets none of that one's, nor the other way round. */
export const belongsToApp = (
  { own }: ConnectionSecrets,
  { isOwn, base }: Pick<AppRecord, "isOwn" | "base">,
): boolean => own === (isOwn ? base : undefined);

type Destination = Pick<Connection, "app" | "method" | "fields" | "server">;

/** What of a connection says where its secrets go: whoever can write the database can't change it. */
export const serializeDestination = ({ app, method, fields, server }: Destination): string =>
  JSON.stringify([app, method ?? null, fields, server ?? null]);

/** A connection opened for sending. The OAuth client's id is among it where requests carry that too, as Twitch's do. */
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
