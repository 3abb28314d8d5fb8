import type { ConnectionStore } from "../../core/ports/connections.ts";
import { storedChecks } from "./connections/kept.ts";
import { leaseChecks } from "./connections/leases.ts";
import { singleUseChecks } from "./connections/once.ts";

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
