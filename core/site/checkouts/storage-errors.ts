import type { CheckoutStore } from "../../ports/checkout-store.ts";
import { Problem } from "../../problem.ts";

/** The methods that are asked while requests are answered. */
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
 * The storage as those who ask for checkouts find it: where it fails, that is a `Problem` which says to come again, and
 * `tell` hears why.
 */
export function withUnavailableErrors(
  storage: CheckoutStore,
  warn: (message: string) => void,
): CheckoutStore {
  const wrapped = REQUEST_METHODS.map((name) => {
    const method = storage[name] as (...args: unknown[]) => Promise<unknown>;
    const guarded = async (...args: unknown[]) => {
      try {
        return await method(...args);
      } catch (error) {
        warn(`The storage fails (${name}): ${(error as Error).message}`);
        throw new Problem(
          "payments_unavailable",
          "What is kept of checkouts can't be reached just now.",
          { cause: error },
        );
      }
    };
    return [name, guarded];
  });
  return {
    ...storage,
    ...(Object.fromEntries(wrapped) as Pick<CheckoutStore, (typeof REQUEST_METHODS)[number]>),
  };
}
