import type { Permission } from "../../generated/table.ts";

/** A key of an account; all that is kept of it. The secret is not. */
export interface ApiKey {
  /** `key_…` */
  readonly id: string;
  readonly account: string;
  /** What its owner calls it. */
  readonly name: string;
  /** How it begins, by which its owner knows it again. */
  readonly prefix: string;
  /** SHA-256 of the whole key, in hexadecimal digits. */
  readonly fingerprint: string;
  readonly permissions: readonly Permission[];
  /** The only apps that it is for; none: all. */
  readonly apps?: readonly string[] | undefined;
  /** The end user of the account that it acts for; none: the account itself. */
  readonly user?: string | undefined;
  /** RFC 3339, UTC, as are the others. */
  readonly created: string;
  readonly expires?: string | undefined;
  readonly lastUsed?: string | undefined;
  readonly revoked?: string | undefined;
}

/** An app that an account has added itself. */
export interface CustomApp {
  readonly account: string;
  readonly slug: string;
  /** RFC 3339, UTC. */
  readonly added: string;
  /** What the compiler made of its document, as JSON. */
  readonly compiled: string;
}

/**
 * What is kept of accounts; it outlives the process. Correct with any number of callers at once, from several processes
 * too: each method happens wholly or not at all. Rejects with any error where it can't be reached.
 */
export interface KeyStore {
  /** Keeps a new key; rejects if there is one of its id or its fingerprint. */
  addKey(key: ApiKey): Promise<void>;
  /** An account's keys, the newest first; revoked ones too. */
  listKeys(account: string): Promise<readonly ApiKey[]>;
  findKey(fingerprint: string): Promise<ApiKey | undefined>;
  /** Revokes a key of the account, if it has one of this id that was not revoked before; says whether it had. */
  revokeKey(account: string, id: string, at: string): Promise<boolean>;
  /** Remembers when a key was used last. */
  recordKeyUse(id: string, at: string): Promise<void>;

  /** Keeps an app, in place of an earlier one of its slug. */
  saveApp(app: CustomApp): Promise<void>;
  findApp(account: string, slug: string): Promise<CustomApp | undefined>;
  /** The slugs of the account's apps, sorted, each with when it was added. */
  listApps(account: string): Promise<readonly Pick<CustomApp, "slug" | "added">[]>;
  /** Forgets an app; says whether there was one. */
  removeApp(account: string, slug: string): Promise<boolean>;

  /** How many connections there are to each app, by its slug: of an end user of the account, or of the account itself. */
  countConnections(account: string, user: string | undefined): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}
