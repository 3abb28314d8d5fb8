import type { DecryptedConnection } from "../../lib/openapi-tools/credentials/index.ts";
import type { AppRecord, AuthMethod } from "../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../ports/stores/connection-store.ts";
import type { Actor } from "../auth/actor.ts";

/** A connect link and its connection. */
export interface CreatedLink {
  readonly url: string;
  /** RFC 3339. */
  readonly expires: string;
  readonly stored: StoredConnection;
}

/** Options of a connect link. */
export interface LinkOptions {
  /** The ID of the authentication method. */
  readonly method?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly returnUrl?: string | undefined;
  /** A later request with the same key and options returns the same link. */
  readonly idempotencyKey?: string | undefined;
}

/** The result of testing a connection. */
export interface ConnectionTestResult {
  /** Whether the app accepts the connection. `null` if the test doesn't show it. */
  readonly ok: boolean | null;
  /** The strongest check performed. "decrypted" means that the test sent no request to the app. */
  readonly tried: "refreshed" | "requested" | "decrypted";
  readonly detail: string;
  readonly stored: StoredConnection;
}

/**
 * Creates and manages the connections that an API key may access. A key can be limited to one end
 * user and to some apps. Any other connection ID is rejected with the `Problem`
 * "connection_not_found".
 */
export interface ConnectionService {
  connect(
    actor: Actor,
    app: AppRecord,
    options: LinkOptions & {
      readonly user?: string | undefined;
      readonly label?: string | undefined;
    },
  ): Promise<CreatedLink>;
  list(
    actor: Actor,
    filter: {
      readonly app?: string | undefined;
      readonly user?: string | undefined;
      readonly status?: string | undefined;
    },
  ): Promise<readonly StoredConnection[]>;
  find(actor: Actor, id: string): Promise<StoredConnection>;
  update(
    actor: Actor,
    id: string,
    options: {
      readonly label?: string | undefined;
      readonly isDefault?: boolean | undefined;
      readonly isEnabled?: boolean | undefined;
      /** The IDs of choices by the name of their context. */
      readonly context?: Readonly<Record<string, string>> | undefined;
    },
  ): Promise<StoredConnection>;
  /**
   * Deletes the stored secrets before it resolves. Revokes the tokens at the app in the background.
   */
  remove(actor: Actor, id: string): Promise<StoredConnection>;
  reconnect(actor: Actor, id: string, options: LinkOptions): Promise<CreatedLink>;
  test(actor: Actor, id: string): Promise<ConnectionTestResult>;
  /**
   * Creates a link for restoring a connection. `undefined` if the connection does not need it, or
   * the key lacks the "connect" permission.
   */
  createReconnectUrl(actor: Actor, stored: StoredConnection): Promise<string | undefined>;
  /** The redirect URI of every OAuth client. */
  readonly callbackUrl: string;
  /**
   * Whether users can connect with an authentication method now. OAuth methods may need a client.
   */
  isConfigured(
    actor: Actor,
    app: { readonly record: AppRecord; readonly isOwn: boolean },
    method: AuthMethod,
  ): Promise<boolean>;
  /**
   * Decrypts the connection to run an app's tools with: the requested one (by ID or label), the
   * default, or the only active one, also if the default no longer works. Rejects with the `Problem` "connection_required",
   * "connection_ambiguous", "connection_inactive", "connection_not_found" or
   * "provider_unavailable". Waits at most `timeoutMs` for a new token.
   */
  use(
    actor: Actor,
    app: AppRecord,
    requested?: string,
    options?: { readonly timeoutMs?: number | undefined },
  ): Promise<DecryptedConnection>;
  /**
   * Returns a connection returned by `use` with values of its context that it lacks. Requests them
   * from the app, within `timeoutMs`, and stores them. Rejects with the `Problem`
   * "connection_incomplete" or "provider_unavailable" if the app doesn't return one.
   */
  complete(
    connected: DecryptedConnection,
    names: readonly string[],
    timeoutMs?: number,
  ): Promise<DecryptedConnection>;
  /**
   * Handles a 401 of the app. Refreshes the token if possible. Otherwise marks the connection as
   * expired, unless a test shows that the app accepts its credentials. Returns the same connection
   * if the request would be rejected again, or if that takes longer than `timeoutMs`. Rejects with
   * the `Problem` "connection_inactive" or "connection_not_found".
   */
  refresh(
    connected: DecryptedConnection,
    options?: {
      /** Whether the token was refreshed for the rejected request. */
      readonly wasRefreshed?: boolean | undefined;
      readonly timeoutMs?: number | undefined;
    },
  ): Promise<DecryptedConnection>;
  /**
   * Creates a link that grants more scopes to a connection returned by `use`. `undefined` if the
   * key lacks the "connect" permission.
   */
  createScopeUpgradeUrl(
    connected: DecryptedConnection,
    scopes: readonly string[],
  ): Promise<string | undefined>;
  /**
   * Returns whether a remote MCP server no longer lists a tool, after it has called the tool unknown.
   * Lists the tools again if they weren't listed within the last minute.
   */
  isToolGone(connected: DecryptedConnection, tool: string, timeoutMs: number): Promise<boolean>;
}
