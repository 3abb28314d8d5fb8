import type { KeyStore } from "../../core/ports/key-store.ts";
import type { StoreFixture } from "./databases.ts";
import { appChecks } from "./key-store/apps.ts";
import { connectionChecks } from "./key-store/connections.ts";
import { keyChecks } from "./key-store/keys.ts";
import { sharedDatabaseChecks } from "./key-store/shared-database.ts";
import type { PortCheck } from "./port-check.ts";

export type KeyStoreFixture = StoreFixture<KeyStore>;

export type KeyStoreCheck = PortCheck<KeyStoreFixture>;

/** Checks that every implementation of `KeyStore` must pass. */
export const keyStoreSuite: readonly KeyStoreCheck[] = [
  ...keyChecks,
  ...appChecks,
  ...connectionChecks,
  ...sharedDatabaseChecks,
];
