import type { ApiKey } from "../../ports/accounts.ts";
import type { AppRecord } from "../../ports/apps.ts";
import type { Connected } from "../domain/connected.ts";

/** The connections of whoever runs a tool, opened for sending. */
export interface ConnectionsForUse {
  /**
   * The key's connection to an app: the one of that id or label, or else the default, or the only one. Rejects with the
   * `Problem` "connection_required", "connection_ambiguous" or "connection_inactive", each with what mends it.
   */
  use(key: ApiKey, app: AppRecord, wanted?: string): Promise<Connected>;
  /** The same after the app has refused its credential: with another, or the very same object where there can be none. Rejects with "connection_inactive" if a person has to sign in anew. */
  renewed(connected: Connected): Promise<Connected>;
  /** Where a person gives the connection these scopes besides those that it has. */
  reconnectUrl?(connected: Connected, more: readonly string[]): Promise<string | undefined>;
}
