import type { AuditEntry } from "./audit-log.ts";

/** Why a server rejected the OAuth client of the operator. */
export interface ClientFailure {
  /** The error of the server. It contains no secret. */
  readonly message: string;
  /** The slug of the app whose sign-in or refresh failed. */
  readonly app: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

/**
 * The storage key of an app's OAuth client. A custom app has its own key, so that it never gets the
 * client of a catalog app with the same slug.
 */
export const oauthClientKey = (slug: string, owner?: string): string =>
  owner === undefined ? slug : `${owner}/${slug}`;

/**
 * The storage key of the OAuth client for all apps of the catalog whose token endpoint has this
 * origin.
 */
export const serverClientKey = (origin: string): string => `server:${origin}`;

/**
 * Stores the OAuth clients with which connections sign in, and what their apps sign events with. A
 * part of `ConnectionStore`.
 */
export interface OAuthClientStore {
  /**
   * Finds the encrypted OAuth client that was registered automatically at an authorization server.
   */
  findRegistration(issuer: string): Promise<string | undefined>;
  /** Adds a registration unless one exists. Returns the stored one. */
  addRegistration(issuer: string, encryptedClient: string): Promise<string>;
  /** Deletes a registration if it is still this one. */
  deleteRegistration(issuer: string, encryptedClient: string): Promise<void>;

  /** Finds the encrypted OAuth client that the operator stored under a key of `oauthClientKey` or `serverClientKey`. */
  findClient(key: string): Promise<string | undefined>;
  /**
   * Saves or replaces an OAuth client, or deletes it if `encryptedClient` is `undefined`. Its last
   * failure is deleted too. Returns whether there was something to delete or save.
   */
  saveClient(
    key: string,
    encryptedClient: string | undefined,
    entry?: AuditEntry,
  ): Promise<boolean>;
  /**
   * Stores the last failure of an OAuth client, or deletes it, if the stored client is still this
   * one.
   */
  recordClientFailure(
    key: string,
    encryptedClient: string,
    failure: ClientFailure | undefined,
  ): Promise<void>;
  /** Returns the last failure of each OAuth client that has one, by key. */
  listClientFailures(): Promise<ReadonlyMap<string, ClientFailure>>;
  /** Returns the keys of the stored OAuth clients, sorted. */
  listClients(): Promise<readonly string[]>;

  /** Finds the encrypted secrets with which an app signs the events of all connections. */
  findWebhookSecrets(app: string): Promise<string | undefined>;
  /**
   * Saves the encrypted secrets if the stored ones are `previous`, or deletes them if `encrypted` is
   * `undefined`. Returns whether it did.
   */
  saveWebhookSecrets(
    app: string,
    encrypted: string | undefined,
    options: { readonly previous: string | undefined; readonly entry?: AuditEntry | undefined },
  ): Promise<boolean>;
}
