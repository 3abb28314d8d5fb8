import type { AuditEntry } from "./audit-log.ts";
import type { Role } from "./people-store.ts";

/** How a person signed in. */
export type SignInMethod = "setup" | "invitation" | "link" | "passkey" | "password" | "provider";

/** A person's session in a browser. Times are in milliseconds since 1970. */
export interface Session {
  /** `ses_…` */
  readonly id: string;
  /** The SHA-256 digest of the session's secret, in hexadecimal. */
  readonly digest: string;
  readonly account: string;
  readonly person: string;
  readonly created: number;
  /** The last use, at most a minute out of date. */
  readonly seen: number;
  /** When the person last proved who they are. */
  readonly proved: number;
  readonly expires: number;
  readonly method: SignInMethod;
  /** The browser and the system in words: `Firefox on Linux`. */
  readonly browser: string;
  /** An IPv4 /24 or an IPv6 /48. */
  readonly network?: string | undefined;
}

/**
 * Stores sessions. Each method is atomic, also across processes, and writes its audit entry in the
 * same transaction, if it changes something. Methods reject with any error if the storage fails.
 */
export interface SessionStore {
  add(session: Session, entry?: AuditEntry): Promise<void>;
  /**
   * Replaces a session by one with a new secret. Returns false, without a change, if it has ended,
   * so that of several replacements at the same time one succeeds.
   */
  replace(digest: string, next: Session, entry?: AuditEntry): Promise<boolean>;
  find(digest: string): Promise<Session | undefined>;
  /**
   * Returns the roles of the people whose sessions haven't ended, by the digests of the sessions.
   */
  findRoles(digests: readonly string[], now: number): Promise<ReadonlyMap<string, Role>>;
  /** Returns the sessions of a person, the last used first. */
  list(account: string, person: string): Promise<readonly Session[]>;
  recordUse(digest: string, at: number): Promise<void>;
  /** Ends a session of the person. Returns whether it existed. */
  end(account: string, person: string, id: string, entry?: AuditEntry): Promise<boolean>;
  /** Deletes at most a few thousand expired sessions. */
  deleteExpired(now: number): Promise<void>;
}
