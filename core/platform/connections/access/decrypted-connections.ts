import { Problem } from "../../../http/problem.ts";
import type { DecryptedConnection } from "../../../lib/openapi-tools/credentials/index.ts";
import type { AppRecord } from "../../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import type { Actor } from "../../auth/actor.ts";
import { type ConnectionSecrets, toConnected } from "../secrets.ts";

/** The key and app that a connection was decrypted for, and its ciphertext. */
export interface ConnectionOwner {
  readonly actor: Actor;
  readonly app: AppRecord;
  readonly encryptedSecrets: string | undefined;
}

/** The secrets of connections that have none. */
export const NO_SECRETS: ConnectionSecrets = { values: {} };

/** Creates decrypted connections, and remembers who they were decrypted for. */
export class DecryptedConnections {
  readonly #owners = new WeakMap<DecryptedConnection, ConnectionOwner>();
  // The secret cache returns the same object for a second, so connections are cached by it.
  readonly #bySecrets = new WeakMap<
    ConnectionSecrets,
    {
      readonly actor: Actor;
      readonly app: AppRecord;
      readonly version: number;
      readonly connected: DecryptedConnection;
    }
  >();

  /** Returns the same object as before if nothing has changed. */
  create(
    actor: Actor,
    app: AppRecord,
    { connection, encryptedSecrets }: StoredConnection,
    secrets: ConnectionSecrets,
  ): DecryptedConnection {
    const { version } = connection;
    const cached = secrets === NO_SECRETS ? undefined : this.#bySecrets.get(secrets);
    if (cached && cached.actor === actor && cached.app === app && cached.version === version)
      return cached.connected;
    const method = app.methods.find(({ id }) => id === connection.method);
    if (!method)
      throw new Problem(
        "connection_inactive",
        `${app.name} no longer supports the authentication method "${connection.method}".`,
        { hint: `Reconnect ${connection.id} with another authentication method.` },
      );
    const connected = toConnected(connection, method, secrets);
    this.#owners.set(connected, { actor, app, encryptedSecrets });
    if (secrets !== NO_SECRETS) this.#bySecrets.set(secrets, { actor, app, version, connected });
    return connected;
  }

  /** `undefined` for a connection that this object hasn't created. */
  ownerOf(connected: DecryptedConnection): ConnectionOwner | undefined {
    return this.#owners.get(connected);
  }

  /** Returns a copy of a connection with other fields. */
  withFields(
    connected: DecryptedConnection,
    fields: DecryptedConnection["fields"],
  ): DecryptedConnection {
    const changed = { ...connected, fields };
    const owner = this.#owners.get(connected);
    if (owner) this.#owners.set(changed, owner);
    return changed;
  }
}

/** The connection to an app that needs no credentials. */
export function openConnection(app: AppRecord): DecryptedConnection | undefined {
  const method = app.methods.find(({ type }) => type === "none");
  if (!method || app.baseFields.some(({ required }) => required)) return undefined;
  return { id: "none", method, fields: {}, secrets: {} };
}
