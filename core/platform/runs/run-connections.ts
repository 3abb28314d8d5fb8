import type { AppRecord } from "../../ports/apps.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import type { DecryptedConnection } from "../domain/decrypted-connection.ts";

/** The connections of whoever runs a tool, opened for sending. */
export interface RunConnections {
  /**
   * The key's connection to an app: the one of that id or label, or else the default, or the only one. Rejects with the
   * `Problem` "connection_required", "connection_ambiguous" or "connection_inactive", each with what mends it.
   */
  use(key: ApiKey, app: AppRecord, requested?: string): Promise<DecryptedConnection>;
  /** The same after the app has refused its credential: with another, or the very same object where there can be none. Rejects with "connection_inactive" if a person has to sign in anew. */
  refresh(connected: DecryptedConnection): Promise<DecryptedConnection>;
  /** Where a person gives the connection these scopes besides those that it has. */
  createScopeUpgradeUrl?(
    connected: DecryptedConnection,
    scopes: readonly string[],
  ): Promise<string | undefined>;
}
