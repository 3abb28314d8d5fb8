import type { ConnectionStore } from "../../core/ports/connection-store.ts";
import { leaseChecks } from "./connection-store/leases.ts";
import { singleUseChecks } from "./connection-store/single-use.ts";
import { storedChecks } from "./connection-store/stored.ts";
import type { StoreFixture } from "./databases.ts";
import type { PortCheck } from "./port-check.ts";

export type ConnectionStoreFixture = StoreFixture<ConnectionStore>;
export type ConnectionStoreCheck = PortCheck<ConnectionStoreFixture>;

/** Checks that every implementation of `ConnectionStore` must pass. */
export const connectionStoreSuite: readonly ConnectionStoreCheck[] = [
  ...storedChecks,
  ...leaseChecks,
  ...singleUseChecks,
];
