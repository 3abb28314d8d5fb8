import { Problem } from "../../http/problem.ts";
import type { CheckoutStore } from "../../ports/checkout-store.ts";

/** The methods that requests use. */
const REQUEST_METHODS = [
  "addCheckout",
  "findCheckout",
  "findCheckoutByPayment",
  "saveCheckout",
  "claim",
  "completeClaim",
  "releaseClaim",
  "hasEvent",
  "recordEvent",
] as const;

/**
 * Wraps a store so that its failures throw the `Problem` "payments_unavailable". `warn` receives a
 * message with the cause.
 */
export function withUnavailableErrors(
  checkoutStore: CheckoutStore,
  warn: (message: string) => void,
): CheckoutStore {
  const wrapped = REQUEST_METHODS.map((name) => {
    const method = checkoutStore[name] as (...args: unknown[]) => Promise<unknown>;
    const guarded = async (...args: unknown[]) => {
      try {
        return await method(...args);
      } catch (error) {
        warn(`Checkout storage failed in ${name}: ${(error as Error).message}`);
        throw new Problem("payments_unavailable", "Checkout storage is unavailable.", {
          cause: error,
        });
      }
    };
    return [name, guarded];
  });
  return {
    ...checkoutStore,
    ...(Object.fromEntries(wrapped) as Pick<CheckoutStore, (typeof REQUEST_METHODS)[number]>),
  };
}
