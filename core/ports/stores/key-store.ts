import type { AuditEntry } from "./audit-log.ts";

/** The account that owns all keys and connections. A deployment has no other account. */
export const DEFAULT_ACCOUNT = "acc_default";

/** The MCP client of an API key that is a grant. */
interface KeyClient {
  /** The client's ID at the authorization server: `mcp_…` or the URL of its metadata. */
  readonly id: string;
  /** The host to which the client lets browsers return. */
  readonly redirectHost: string;
}

/** An API key of an account, without its secret. */
export interface ApiKey {
  /** `key_…` */
  readonly id: string;
  readonly account: string;
  /** The name that the account chose. */
  readonly name: string;
  /** The first characters of the key, so that its owner can recognize it. Empty for a grant. */
  readonly prefix: string;
  /** The SHA-256 digest of the whole key, in hexadecimal. A grant has its ID, which is no digest. */
  readonly fingerprint: string;
  /**
   * Set for a grant: a person signed in an MCP client, which has tokens of the `GrantStore` in place
   * of a secret.
   */
  readonly client?: KeyClient | undefined;
  readonly permissions: readonly string[];
  /** The apps that the key may use. Absent: all. */
  readonly apps?: readonly string[] | undefined;
  /** The end user that the key acts for. Absent: the account itself. */
  readonly user?: string | undefined;
  /** The web origins whose pages may use the key. Absent: it isn't bound to browsers. */
  readonly origins?: readonly string[] | undefined;
  /** RFC 3339, UTC, like the other times. */
  readonly created: string;
  readonly expires?: string | undefined;
  readonly lastUsed?: string | undefined;
  /** The API or protocol of the last use, and the client: `mcp claude-code/2.1`. */
  readonly lastUsedBy?: string | undefined;
  /** The ID of the person who created the key, or `terminal`. Absent: unknown. */
  readonly createdBy?: string | undefined;
  /** The ID of the key that this one replaces. */
  readonly replaces?: string | undefined;
  readonly revoked?: string | undefined;
}

/** The fields of a key that can change after its creation. */
export type KeyChange = Partial<Pick<ApiKey, "name" | "expires">>;

/** An app that an account added. */
export interface CustomApp {
  readonly account: string;
  readonly slug: string;
  /** RFC 3339, UTC. */
  readonly added: string;
  /** The compiled document, as JSON. */
  readonly compiled: string;
}

/**
 * Stores API keys and custom apps. Each method is atomic, also across processes, and writes its
 * audit entry in the same transaction. Methods reject with any error if the storage fails.
 */
export interface KeyStore {
  /** Adds a key. Rejects if its ID or fingerprint exists. */
  addKey(key: ApiKey, entry?: AuditEntry): Promise<void>;
  /** Returns all keys of an account including revoked ones, newest first. */
  listKeys(account: string): Promise<readonly ApiKey[]>;
  /** Finds keys of an account by their IDs, including revoked ones. */
  findKeys(account: string, ids: readonly string[]): Promise<readonly ApiKey[]>;
  findKey(fingerprint: string): Promise<ApiKey | undefined>;
  /** Changes a key of the account. Returns whether it existed and wasn't revoked. */
  changeKey(account: string, id: string, change: KeyChange, entry?: AuditEntry): Promise<boolean>;
  /**
   * Adds a key and changes when the one that it replaces expires. Does nothing if that one doesn't
   * exist, is revoked, or expires at another time than `previous`, because it has been replaced in
   * the meantime. Returns whether it was replaced.
   */
  replaceKey(
    key: ApiKey & { readonly replaces: string },
    change: { readonly expires: string; readonly previous: string | undefined },
    entry?: AuditEntry,
  ): Promise<boolean>;
  /** Revokes a key of the account. Returns whether it existed and wasn't revoked yet. */
  revokeKey(account: string, id: string, at: string, entry?: AuditEntry): Promise<boolean>;
  /** Stores the time of a key's last use, and the client that used it. */
  recordKeyUse(id: string, at: string, by: string): Promise<void>;

  /**
   * Saves a custom app and replaces one with the same slug, unless the app `isNew`. Returns whether it
   * did: a new app must be one of the account's first `max`.
   */
  saveApp(
    app: CustomApp,
    options?: {
      readonly entry?: AuditEntry | undefined;
      readonly max?: number | undefined;
      readonly isNew?: boolean | undefined;
    },
  ): Promise<boolean>;
  findApp(account: string, slug: string): Promise<CustomApp | undefined>;
  /** Returns the account's custom apps, sorted by slug. */
  listApps(account: string): Promise<readonly Pick<CustomApp, "slug" | "added">[]>;
  /** Deletes a custom app. Returns whether it existed. */
  removeApp(account: string, slug: string, entry?: AuditEntry): Promise<boolean>;

  /** Counts connections by app slug, for an end user or, without `user`, for the account itself. */
  countConnections(account: string, user: string | undefined): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}
