import type { CheckoutStore } from "../../core/ports/checkout-store.ts";
import { checkoutChecks } from "./checkout-store/checkouts.ts";
import { claimChecks } from "./checkout-store/claims.ts";
import { paymentEventChecks } from "./checkout-store/payment-events.ts";
import { sharedDatabaseChecks } from "./checkout-store/shared-database.ts";

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
