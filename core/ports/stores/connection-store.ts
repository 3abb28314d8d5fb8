import type { DiscoveredServer } from "../../lib/oauth/index.ts";
import type { ContextChoice } from "../../lib/openapi-tools/call/index.ts";
import type { JobKind } from "../job-queue.ts";
import type { AuditEntry } from "./audit-log.ts";
import type { OAuthClientStore } from "./oauth-client-store.ts";
import type { ToolListStore } from "./tool-list-store.ts";

/** The background tasks of connections. The key of a job is the ID of its connection. */
export const CONNECTION_JOBS: JobKind = { name: "connection" };

export type ConnectionStatus = "pending" | "active" | "expired" | "disabled" | "failed" | "revoked";

/** Explains a connection's status. */
export interface StatusReason {
  readonly code: string;
  readonly message: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** Something that a connection belongs to at its app, such as an organization. */
export interface ConnectionContext {
  readonly label: string;
  /** What the app lists for the connection, the default first. */
  readonly choices: readonly ContextChoice[];
  /** The ID of the choice that was made instead of the default. */
  readonly chosen?: string | undefined;
  /** Why the app listed nothing, as a sentence. */
  readonly failure?: string | undefined;
}

/** A connection to an app, without its secrets. */
export interface Connection {
  /** `conn_…` */
  readonly id: string;
  readonly account: string;
  /** The end user that owns the connection. Absent: the account itself. */
  readonly user?: string | undefined;
  readonly app: string;
  /** The ID of the authentication method. Absent until the user has chosen one. */
  readonly method?: string | undefined;
  readonly label: string;
  readonly status: ConnectionStatus;
  readonly reason?: StatusReason | undefined;
  /** The user at the app. */
  readonly who?:
    | {
        readonly id?: string | undefined;
        readonly name?: string | undefined;
        readonly email?: string | undefined;
      }
    | undefined;
  /**
   * What identifies the account at the app in its events, if the app sends those of all connections
   * to one address.
   */
  readonly routing?: string | undefined;
  /** The requested scopes, if they differ from the default ones. */
  readonly asked?: readonly string[] | undefined;
  /** The granted scopes, if known. */
  readonly scopes?: readonly string[] | undefined;
  /** The values that the user entered, except secrets. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the connection belongs to at the app, by name. */
  readonly context?: Readonly<Record<string, ConnectionContext>> | undefined;
  /** The authorization server of a remote MCP server, discovered when the user signed in. */
  readonly server?: DiscoveredServer | undefined;
  /** RFC 3339, UTC, like the other times. */
  readonly created: string;
  readonly updated: string;
  readonly expires?: string | undefined;
  readonly refreshed?: string | undefined;
  /** The number of failed refreshes since the last successful one. */
  readonly failures?: number | undefined;
  /**
   * When the next background task is due, in milliseconds since 1970: a refresh, or the expiry of
   * an unopened connect link. The store adds a job for it.
   */
  readonly due?: number | undefined;
  /** Increases with each change. */
  readonly version: number;
}

export interface StoredConnection {
  readonly connection: Connection;
  /** The encrypted secrets. */
  readonly encryptedSecrets?: string | undefined;
  readonly isDefault: boolean;
  /** RFC 3339, UTC. */
  readonly lastUsed?: string | undefined;
}

/** A sign-in at an app that is in progress. */
export interface SignIn {
  /** A digest of the OAuth `state` parameter. */
  readonly state: string;
  readonly connection: string;
  /** A digest of the connect link that started it. */
  readonly link: string;
  /** A digest of the browser's cookie. */
  readonly browser: string;
  /** The encrypted data to finish the sign-in: the code verifier and the entered values. */
  readonly encryptedData: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** A connect link that was used to start a sign-in. */
export interface StartedLink {
  /** A digest of the link. */
  readonly link: string;
  /** A digest of the cookie of the browser that started the sign-in. */
  readonly browser: string;
  readonly connection: string;
  /** Whether the sign-in has finished. Then the link no longer works. */
  readonly isSpent: boolean;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** A claim on the creation of a connect link with an idempotency key. */
interface LinkClaim {
  /** A digest of the API key, the operation and the idempotency key. */
  readonly key: string;
  /** A digest of the inputs, to detect a different request with the same key. */
  readonly request: string;
  /** Milliseconds since 1970, like the other times. */
  readonly now: number;
  /** When the claim is free again if its holder hasn't finished. */
  readonly until: number;
  /** When the key is deleted. */
  readonly keep: number;
}

type LinkClaimResult =
  /** The caller must create the link. */
  | { readonly outcome: "acquired" }
  /** The link was created before. */
  | { readonly outcome: "completed"; readonly encryptedLink: string }
  /** Another caller is creating the link. */
  | { readonly outcome: "in_progress" }
  /** The key was used for another request. */
  | { readonly outcome: "conflict" };

/**
 * Stores connections, encrypted secrets, sign-ins, OAuth clients and lists of tools. Each method is
 * atomic, also across processes, and writes its audit entry and its job in the same transaction, if
 * it changes something. Methods reject with any error if the storage fails.
 */
export interface ConnectionStore extends OAuthClientStore, ToolListStore {
  /** Adds a connection with version 1. Rejects if its ID exists. */
  add(connection: Connection, entry?: AuditEntry): Promise<void>;
  find(id: string): Promise<StoredConnection | undefined>;
  /**
   * Returns an account's connections except revoked ones, newest first. With `user`, only those of
   * an end user or, if null, of the account itself.
   */
  list(
    account: string,
    options: { readonly user?: string | null | undefined; readonly app?: string | undefined },
  ): Promise<readonly StoredConnection[]>;
  /**
   * Saves a change if the stored version is the previous one. Returns whether it did.
   * `encryptedSecrets` atomically replaces the stored secrets, or deletes them if it is null.
   * Without it they stay unchanged. `newToolList` replaces the list of tools by an empty one, and
   * adds its job. The list of a revoked connection is deleted.
   */
  save(
    connection: Connection,
    options?: {
      readonly encryptedSecrets?: string | null | undefined;
      readonly entry?: AuditEntry | undefined;
      /** When the job is due, in milliseconds since 1970. */
      readonly newToolList?: { readonly due: number } | undefined;
    },
  ): Promise<boolean>;
  /** Makes this connection its owner's default for the app. */
  makeDefault(id: string, entry?: AuditEntry): Promise<void>;
  /**
   * Makes an active connection the default, if the default is still `from` (`undefined`: none) and
   * neither works nor was disabled. Returns whether it did.
   */
  takeDefault(
    id: string,
    options: { readonly from: string | undefined; readonly entry?: AuditEntry | undefined },
  ): Promise<boolean>;
  /** Counts the connections of all accounts. Omits statuses that none has. */
  countByStatus(): Promise<ReadonlyMap<ConnectionStatus, number>>;
  /** Stores the time of the last use. */
  recordUse(id: string, at: string): Promise<void>;

  /**
   * Takes the exclusive right to change the secrets until a time. Returns the stored connection, or
   * `undefined` if another holder has the lease.
   */
  lease(
    id: string,
    options: { readonly holder: string; readonly now: number; readonly until: number },
  ): Promise<StoredConnection | undefined>;
  /** Ends the lease if the holder still has it. */
  release(id: string, holder: string): Promise<void>;
  /**
   * Adds the missing jobs of connections that are due before a time (milliseconds since 1970) and of
   * empty lists of tools, a few thousand at most. Jobs are missing if an earlier version of Jackfield
   * stored the connections.
   */
  addMissingJobs(before: number): Promise<void>;

  /** Stores the browser that started a link, unless one is stored. Returns the stored link. */
  startLink(link: StartedLink): Promise<StartedLink>;
  findLink(link: string): Promise<StartedLink | undefined>;
  /** Marks a link as spent. Returns whether this call did, rather than an earlier one. */
  consumeLink(link: string): Promise<boolean>;
  /** Counts a test of credentials with a link. Returns false, and counts nothing, after `max` tests. */
  countLinkTest(link: string, max: number): Promise<boolean>;
  /** Claims a request. Claims whose `until` or `keep` has passed can be acquired again. */
  claimLink(claim: LinkClaim): Promise<LinkClaimResult>;
  /** Stores the encrypted link of a claimed request. */
  completeLinkClaim(key: string, encryptedLink: string): Promise<void>;
  /** Releases a claim for the next caller. */
  releaseLinkClaim(key: string): Promise<void>;

  addSignIn(signIn: SignIn): Promise<void>;
  /**
   * Deletes a sign-in that this browser started and returns it, so that only one caller gets it.
   * Another browser's call changes nothing.
   */
  consumeSignIn(state: string, browser: string): Promise<SignIn | undefined>;

  /** Returns the encrypted data keys by account. */
  listDataKeys(): Promise<ReadonlyMap<string, string>>;
  /** Adds an account's encrypted data key unless it has one. Returns the stored key. */
  addDataKey(account: string, wrapped: string): Promise<string>;
  /** Replaces an encrypted data key if it is still `from`. Returns whether it did. */
  rewrapDataKey(account: string, from: string, to: string, entry?: AuditEntry): Promise<boolean>;

  /**
   * Deletes links, their claims and sign-ins that have expired at `now` (milliseconds since 1970),
   * connections that were revoked before `revokedBefore` (RFC 3339), and pending and failed ones
   * that last changed before `unfinishedBefore`. Each call deletes at most a few thousand.
   */
  deleteExpired(
    now: number,
    before: { readonly revokedBefore: string; readonly unfinishedBefore: string },
  ): Promise<void>;
  close(): Promise<void>;
}
