import type {
  Checkout,
  CheckoutStore,
  ClaimResult,
  IdempotencyClaim,
} from "../../../core/ports/checkout-store.ts";
import type { CheckoutStoreFixture } from "../checkout-store.ts";
import { createCheck } from "../port-check.ts";

export const check = createCheck<CheckoutStoreFixture>;

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

/** The same checkout after its hosted payment page opened. */
export const openCheckout: Checkout = {
  ...newCheckout,
  version: 2,
  state: "open",
  payment: "pay_1",
  url: "https://pay.example/pay_1",
  updated: "2026-11-21T10:00:01.000Z",
};

/** Milliseconds since 1970, as are all times of claims. */
export const NOW = 1_795_255_200_000;
export const SECOND = 1000;
export const DAY = 86_400_000;

/** A claim at `NOW` that holds for a minute, with a key that expires after a day. */
export const CLAIM_REQUEST: IdempotencyClaim = {
  key: "key_1",
  request: "digest_1",
  checkout: "chk_1",
  now: NOW,
  until: NOW + 60 * SECOND,
  keep: NOW + DAY,
};

/** Counts the claims by outcome. */
export function countOutcomes(claims: readonly ClaimResult[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of claims) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/**
 * Increments `opened` of the checkout. Retries a change when another caller saved its own first.
 */
export async function incrementOpened(store: CheckoutStore, times: number): Promise<void> {
  for (let remaining = times; remaining > 0; ) {
    const { version, ...rest } = (await store.findCheckout(newCheckout.id))!;
    const isSaved = await store.saveCheckout({
      ...rest,
      opened: rest.opened + 1,
      version: version + 1,
    });
    if (isSaved) remaining -= 1;
  }
}
