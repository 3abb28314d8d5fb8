import type { CheckoutStore } from "../../core/ports/checkout-store.ts";
import { checkoutChecks } from "./checkout-store/checkouts.ts";
import { claimChecks } from "./checkout-store/claims.ts";
import { paymentEventChecks } from "./checkout-store/payment-events.ts";
import { sharedDatabaseChecks } from "./checkout-store/shared-database.ts";
import type { StoreFixture } from "./databases.ts";
import type { PortCheck } from "./port-check.ts";

export type CheckoutStoreFixture = StoreFixture<CheckoutStore>;
export type CheckoutStoreCheck = PortCheck<CheckoutStoreFixture>;

/** Checks that every implementation of `CheckoutStore` must pass. */
export const checkoutStoreSuite: readonly CheckoutStoreCheck[] = [
  ...checkoutChecks,
  ...claimChecks,
  ...paymentEventChecks,
  ...sharedDatabaseChecks,
];
