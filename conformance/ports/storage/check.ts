import type { Checkout, Claimed, Claiming } from "../../../core/ports/storage.ts";
import { checkOf } from "../check.ts";
import type { StorageCheck, StorageRig } from "../storage.ts";

export { together } from "../check.ts";

/** A check on an empty place of its own. */
export const check = (name: string, run: (rig: StorageRig) => Promise<void>): StorageCheck =>
  checkOf(name, run);

/** A checkout that was just begun. */
export const begun: Checkout = {
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
export const opened: Checkout = {
  ...begun,
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
export const asked: Claiming = {
  key: "key_1",
  request: "digest_1",
  checkout: "chk_1",
  now: NOW,
  until: NOW + 60 * SECOND,
  keep: NOW + DAY,
};

/** How often each came out. */
export function tally(claims: readonly Claimed[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of claims) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
