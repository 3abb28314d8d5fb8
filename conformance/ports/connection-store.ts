import type { ConnectionStore } from "../../core/ports/connection-store.ts";
import { leaseChecks } from "./connection-store/leases.ts";
import { singleUseChecks } from "./connection-store/single-use.ts";
import { storedChecks } from "./connection-store/stored.ts";

/** An empty place, opened, and hands on it. */
export interface ConnectionStoreFixture {
  readonly connections: ConnectionStore;
  /** Opens the same place once more, as another process does. */
  reopen(): Promise<ConnectionStore>;
  /** Closes whatever was opened and removes the place. */
  close(): Promise<void>;
}

/** One observable promise of the port. */
export interface ConnectionStoreCheck {
  readonly name: string;
  run(fixture: ConnectionStoreFixture): Promise<void>;
}

/** What every driver of the Connections port must do. */
export const connectionStoreSuite: readonly ConnectionStoreCheck[] = [
  ...storedChecks,
  ...leaseChecks,
  ...singleUseChecks,
];
