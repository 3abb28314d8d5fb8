import type { CheckoutStore } from "../../core/ports/storage.ts";
import { checkoutChecks } from "./storage/checkouts.ts";
import { claimChecks } from "./storage/claims.ts";
import { paymentEventChecks } from "./storage/notices.ts";
import { sharedDatabaseChecks } from "./storage/places.ts";

/** An empty place, opened, and hands on it. */
export interface CheckoutStoreFixture {
  readonly storage: CheckoutStore;
  /** Opens the same place once more, as another process does. */
  reopen(): Promise<CheckoutStore>;
  /** Closes whatever was opened and removes the place. */
  close(): Promise<void>;
}

/** Makes an empty place. */
export type CheckoutStoreDriver = () => Promise<CheckoutStoreFixture>;

/** One observable promise of the port. */
export interface CheckoutStoreCheck {
  readonly name: string;
  run(driver: CheckoutStoreDriver): Promise<void>;
}

/** What every driver of the Storage port must do. */
export const checkoutStoreSuite: readonly CheckoutStoreCheck[] = [
  ...checkoutChecks,
  ...claimChecks,
  ...paymentEventChecks,
  ...sharedDatabaseChecks,
];
