import type { Sql } from "../../adapters/storage/sql.ts";
import type { KeyStore } from "../../core/ports/key-store.ts";
import { appChecks } from "./key-store/apps.ts";
import { connectionChecks } from "./key-store/connections.ts";
import { keyChecks } from "./key-store/keys.ts";
import { sharedDatabaseChecks } from "./key-store/shared-database.ts";

/** An empty place, opened, and hands on it. */
export interface KeyStoreFixture {
  readonly accounts: KeyStore;
  /** The same place, for what nothing of the port writes yet. */
  readonly sql: Sql;
  /** Opens the same place once more, as another process does. */
  reopen(): Promise<KeyStore>;
  /** Closes whatever was opened and removes the place. */
  close(): Promise<void>;
}

/** Makes an empty place. */
export type KeyStoreDriver = () => Promise<KeyStoreFixture>;

/** One observable promise of the port. */
export interface KeyStoreCheck {
  readonly name: string;
  run(driver: KeyStoreDriver): Promise<void>;
}

/** What every driver of the Accounts port must do. */
export const keyStoreSuite: readonly KeyStoreCheck[] = [
  ...keyChecks,
  ...appChecks,
  ...connectionChecks,
  ...sharedDatabaseChecks,
];
