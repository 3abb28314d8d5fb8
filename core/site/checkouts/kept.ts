import type { Storage } from "../../ports/storage.ts";
import { Problem } from "../../problem.ts";

/** The methods that are asked while requests are answered. */
const METHODS = [
  "addCheckout",
  "checkout",
  "checkoutOfPayment",
  "saveCheckout",
  "claim",
  "settle",
  "release",
  "knowsNotice",
  "rememberNotice",
] as const;

/**
 * The storage as those who ask for checkouts find it: where it fails, that is a `Problem` which says to come again, and
 * `tell` hears why.
 */
export function tellingStorage(storage: Storage, tell: (sentence: string) => void): Storage {
  const telling = METHODS.map((name) => {
    const method = storage[name] as (...given: unknown[]) => Promise<unknown>;
    const asked = async (...given: unknown[]) => {
      try {
        return await method(...given);
      } catch (error) {
        tell(`The storage fails (${name}): ${(error as Error).message}`);
        throw new Problem(
          "payments_unavailable",
          "What is kept of checkouts can't be reached just now.",
          { cause: error },
        );
      }
    };
    return [name, asked];
  });
  return {
    ...storage,
    ...(Object.fromEntries(telling) as Pick<Storage, (typeof METHODS)[number]>),
  };
}
