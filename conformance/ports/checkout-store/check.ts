import type {
  Checkout,
  ClaimResult,
  IdempotencyClaim,
} from "../../../core/ports/checkout-store.ts";
import type { CheckoutStoreCheck, CheckoutStoreFixture } from "../checkout-store.ts";
import { createCheck } from "../port-check.ts";

export { runConcurrently as together } from "../port-check.ts";

/** A check on an empty place of its own. */
export const check = (
  name: string,
  run: (fixture: CheckoutStoreFixture) => Promise<void>,
): CheckoutStoreCheck => createCheck(name, run);

/** A checkout that was just begun. */
export const newCheckout: Checkout = {
  id: "chk_1",
  version: 1,
  state: "opening",
  lines: [
    {
      offer: {
        id: "price_1",
        product: "prod_1",
        title: "Patch cable",
        amount: 1250,
        currency: "EUR",
        needsShipping: true,
        isAvailable: true,
      },
      quantity: 2,
    },
  ],
  amounts: { subtotal: 2500, total: 2500 },
  opened: 1,
  created: "2026-11-21T10:00:00.000Z",
  updated: "2026-11-21T10:00:00.000Z",
  expires: "2026-11-22T10:00:00.000Z",
};

/** The same when its hosted page is there. */
export const openCheckout: Checkout = {
  ...newCheckout,
  version: 2,
  state: "open",
  payment: "pay_1",
  url: "https://pay.example/pay_1",
  updated: "2026-11-21T10:00:01.000Z",
};

export const NOW = 1_795_255_200_000;
export const SECOND = 1000;
export const DAY = 86_400_000;

/** Claimed at NOW, for a minute, to be remembered for a day. */
export const CLAIM_REQUEST: IdempotencyClaim = {
  key: "key_1",
  request: "digest_1",
  checkout: "chk_1",
  now: NOW,
  until: NOW + 60 * SECOND,
  keep: NOW + DAY,
};

/** How often each came out. */
export function countOutcomes(claims: readonly ClaimResult[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of claims) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
