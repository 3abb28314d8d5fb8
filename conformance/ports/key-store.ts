import type { Sql } from "../../adapters/storage/sql.ts";
import type { KeyStore } from "../../core/ports/key-store.ts";
import { appChecks } from "./key-store/apps.ts";
import { connectionChecks } from "./key-store/connections.ts";
import { keyChecks } from "./key-store/keys.ts";
import { sharedDatabaseChecks } from "./key-store/shared-database.ts";
import type { PortCheck } from "./port-check.ts";
import type { StoreFixture } from "./store-fixture.ts";

export interface KeyStoreFixture extends StoreFixture<KeyStore> {
  /** The same database, for rows that the port can't write. */
  readonly sql: Sql;
}

export type KeyStoreCheck = PortCheck<KeyStoreFixture>;

/** Checks that every implementation of `KeyStore` must pass. */
export const keyStoreSuite: readonly KeyStoreCheck[] = [
  ...keyChecks,
  ...appChecks,
  ...connectionChecks,
  ...sharedDatabaseChecks,
];
