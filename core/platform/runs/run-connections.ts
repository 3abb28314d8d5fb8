import type { AppRecord, DecryptedConnection } from "../../lib/openapi-tools/index.ts";
import type { ApiKey } from "../../ports/key-store.ts";

/** The decrypted connections that runs use. */
export interface RunConnections {
  /**
   * Returns the key's connection to an app: the one with the requested ID or label, otherwise the
   * default, otherwise the only one. Rejects with the `Problem` "connection_required",
   * "connection_ambiguous" or "connection_inactive". Each problem says how to fix it.
   */
  use(key: ApiKey, app: AppRecord, requested?: string): Promise<DecryptedConnection>;
  /**
   * Refreshes the credential of a connection after the app rejected it. Returns the same object if
   * the credential can't be refreshed. Rejects with "connection_inactive" if the user must sign in
   * again.
   */
  refresh(connection: DecryptedConnection): Promise<DecryptedConnection>;
  /** Returns the URL where the user grants these scopes in addition to the current ones. */
  createScopeUpgradeUrl?(
    connection: DecryptedConnection,
    scopes: readonly string[],
  ): Promise<string | undefined>;
}
