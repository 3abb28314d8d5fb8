import type { OfferList } from "../../../core/ports/payments.ts";
import type { CallStripe } from "./call.ts";
import { priceSchema, type StripePrice } from "./objects.ts";
import { createOffers } from "./offers.ts";

interface OfferCache {
  read(): Promise<OfferList>;
  /** Discards the cached offers. */
  invalidate(): void;
}

const MAX_PRICES = 1_000;
const PAGE_SIZE = 100;

/**
 * Caches the active prices for `maxAgeMs` from the start of the request, and shares pending
 * requests. If Stripe is unavailable, it never returns older offers.
 */
export function createOfferCache(
  callStripe: CallStripe,
  { log, now, maxAgeMs = 3_000 }: { log(message: string): void; now(): number; maxAgeMs?: number },
): OfferCache {
  let current: { readonly offers: Promise<OfferList>; readonly startedAt: number } | undefined;

  const fetchOffers = async (startedAt: number): Promise<OfferList> => {
    const { prices, remarks } = await callStripe("list prices", async (stripe) => {
      const prices: StripePrice[] = [];
      const remarks: string[] = [];
      let lastId: string | undefined;
      for (let pages = 0; pages < MAX_PRICES / PAGE_SIZE; pages++) {
        const page = await stripe.prices.list({
          active: true,
          limit: PAGE_SIZE,
          expand: ["data.product"],
          ...(lastId && { starting_after: lastId }),
        });
        for (const item of page.data) {
          const parsed = priceSchema.safeParse(item);
          if (parsed.success) prices.push(parsed.data);
          else
            remarks.push(
              `Stripe price ${item.id} is not offered because its field "${parsed.error.issues[0]?.path.join(".")}" is invalid.`,
            );
        }
        lastId = page.data.at(-1)?.id;
        if (!page.has_more || !lastId) return { prices, remarks };
      }
      remarks.push(
        `Stripe has more than ${MAX_PRICES} active prices. Only the newest ${MAX_PRICES} are offered.`,
      );
      return { prices, remarks };
    });
    const { offers, remarks: offerRemarks } = createOffers(prices);
    for (const message of [...remarks, ...offerRemarks]) log(message);
    return { offers, verified: new Date(startedAt).toISOString() };
  };

  return {
    read() {
      const startedAt = now();
      if (current && startedAt >= current.startedAt && startedAt - current.startedAt < maxAgeMs)
        return current.offers;
      const pending = { offers: fetchOffers(startedAt), startedAt };
      current = pending;
      // Failures are not cached.
      pending.offers.catch(() => {
        if (current === pending) current = undefined;
      });
      return pending.offers;
    },
    invalidate() {
      current = undefined;
    },
  };
}
