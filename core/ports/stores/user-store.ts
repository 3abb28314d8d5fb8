import type { AuditEntry } from "./audit-log.ts";
import type { ConnectionStatus } from "./connection-store.ts";

/** What an account stores of an end user. */
export interface EndUser {
  /** The ID that the operator's program chose. */
  readonly id: string;
  /** The number of connections in each state, without revoked ones. */
  readonly connections: Readonly<Partial<Record<ConnectionStatus, number>>>;
  /** The ID of the last run, which contains its time. */
  readonly lastRun?: string | undefined;
}

/**
 * Finds and deletes what all stores keep of end users. Each method is atomic, also across processes.
 * Methods reject with any error if the storage fails.
 */
export interface UserStore {
  /**
   * Returns the end users who have connections or runs, in order of ID by the collation of the
   * database. `after` is the ID of the last user of the previous page.
   */
  listUsers(
    account: string,
    options: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<readonly EndUser[]>;
  /** Returns a user who has connections or runs. */
  findUser(account: string, user: string): Promise<EndUser | undefined>;
  /**
   * Deletes the connections, pending links, runs and API keys of a user. The audit log keeps its
   * entries. Returns false, without a change, if there is nothing of the user.
   */
  deleteUser(account: string, user: string, entry: AuditEntry): Promise<boolean>;
}
