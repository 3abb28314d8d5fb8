import type { AuditEntry } from "./stores/audit-log.ts";

/** The key that encrypts stored credentials, in a file of this machine. */
export interface SecretsKey {
  /**
   * Replaces the key. Stored credentials stay readable, also for running processes. Each data key is
   * encrypted again with its audit entry. Rejects if the file can't be written.
   */
  rotate(createEntry: (account: string) => AuditEntry): Promise<void>;
}
