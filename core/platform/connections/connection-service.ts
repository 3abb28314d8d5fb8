import type { AppRecord, AuthMethod } from "../../ports/apps.ts";
import type { StoredConnection } from "../../ports/connection-store.ts";
import type { ApiKey } from "../../ports/key-store.ts";
import type { DecryptedConnection } from "../domain/decrypted-connection.ts";

/** A link, and the connection that it is for. */
export interface CreatedLink {
  readonly url: string;
  /** RFC 3339. */
  readonly expires: string;
  readonly stored: StoredConnection;
}

/** What a link asks for besides. */
export interface LinkOptions {
  readonly method?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly returnUrl?: string | undefined;
}

/**
 * The connections that there are for a key: of its end user, if it is bound to one, and of the apps that it is for. Rejects
 * with the `Problem` "connection_not_found" for one that is not there, or is another's.
 */
export interface ConnectionService {
  connect(
    key: ApiKey,
    app: AppRecord,
    options: LinkOptions & {
      readonly user?: string | undefined;
      readonly label?: string | undefined;
    },
  ): Promise<CreatedLink>;
  list(
    key: ApiKey,
    filter: {
      readonly app?: string | undefined;
      readonly user?: string | undefined;
      readonly status?: string | undefined;
    },
  ): Promise<readonly StoredConnection[]>;
  find(key: ApiKey, id: string): Promise<StoredConnection>;
  update(
    key: ApiKey,
    id: string,
    options: {
      readonly label?: string | undefined;
      readonly isDefault?: boolean | undefined;
      readonly isEnabled?: boolean | undefined;
    },
  ): Promise<StoredConnection>;
  /** What is secret is wiped before this resolves; the provider is told afterwards, if it can be. */
  remove(key: ApiKey, id: string): Promise<StoredConnection>;
  reconnect(key: ApiKey, id: string, options: LinkOptions): Promise<CreatedLink>;
  test(
    key: ApiKey,
    id: string,
  ): Promise<{
    readonly ok: boolean;
    readonly tried: "refreshed" | "requested" | "decrypted";
    readonly detail: string;
    readonly stored: StoredConnection;
  }>;
  /** Where a person mends a connection; none where the key may not connect. */
  createReconnectUrl(key: ApiKey, stored: StoredConnection): Promise<string | undefined>;
  /** Where an app's clients send people back to. */
  readonly callbackUrl: string;
  /** Whether a method of an app can be used as things stand. */
  isConfigured(
    key: ApiKey,
    app: { readonly record: AppRecord; readonly isOwn: boolean },
    method: AuthMethod,
  ): Promise<boolean>;
  /** Opens the connection to run an app's tools with: the wanted one, by its id or label, the default, or the only one. Throws the `Problem`s "connection_required", "connection_ambiguous", "connection_inactive" and "connection_not_found", with what mends them. */
  use(key: ApiKey, app: AppRecord, requested?: string): Promise<DecryptedConnection>;
  /** The same connection after the app has answered 401: renewed, once; the very same where that can't be. Throws the `Problem` "connection_inactive". */
  refresh(connected: DecryptedConnection): Promise<DecryptedConnection>;
  /** Where a person gives a connection that was opened here more scopes; none where the key may not connect. */
  createScopeUpgradeUrl(
    connected: DecryptedConnection,
    scopes: readonly string[],
  ): Promise<string | undefined>;
}
