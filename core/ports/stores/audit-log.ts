/** Who made a change: a person, an API key, the command line, or Jackfield itself. */
interface AuditActor {
  readonly kind: "person" | "key" | "terminal" | "service";
  /** The ID of the person or the key. */
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** An entry of the audit log. It contains no secrets. */
export interface AuditEntry {
  /**
   * `aud_` and 32 hexadecimal digits. The first 12 are the time in milliseconds since 1970, so IDs
   * sort by time.
   */
  readonly id: string;
  readonly account: string;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly actor: AuditActor;
  /** The resource and a past participle: `passkey.added`. */
  readonly action: string;
  /** The ID of what changed. */
  readonly subject?: string | undefined;
  /** The network of the client: an IPv4 /24 or an IPv6 /48. Absent for the command line. */
  readonly network?: string | undefined;
  readonly details?: Readonly<Record<string, string>> | undefined;
}

/**
 * The append-only log of changes to an account. Changes to people write their entries in the same
 * transaction, so the log has no gaps.
 */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** Returns entries, newest first. `before` is the ID of an entry. */
  list(
    account: string,
    options: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<readonly AuditEntry[]>;
  /** Deletes at most a few thousand entries that are older than `oldest` (milliseconds since 1970). */
  deleteOld(oldest: number): Promise<void>;
}
