import type { OfferList } from "../../../core/ports/payments.ts";
import type { CallStripe } from "./call.ts";
import { priceSchema, type StripePrice } from "./objects.ts";
import { createOffers } from "./offers.ts";

/** The prices as they are now. */
export interface OfferCache {
  read(): Promise<OfferList>;
  /** What was read so far is out of date. */
  invalidate(): void;
}

const MAX_PRICES = 1_000;
const PAGE_SIZE = 100;

/**
 * Reads the active prices, shares one reading among all who ask within three seconds of its beginning, and never gives an
 * older one, whatever became of the next.
 */
export function createOfferCache(
  callStripe: CallStripe,
  { log, now, maxAgeMs = 3_000 }: { log(message: string): void; now(): number; maxAgeMs?: number },
): OfferCache {
  let current: { readonly offers: Promise<OfferList>; readonly began: number } | undefined;

  const fetchOffers = async (began: number): Promise<OfferList> => {
    const { prices, remarks } = await callStripe("list the prices", async (stripe) => {
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
              `Stripe's ${item.id} is not offered: its ${parsed.error.issues[0]?.path.join(".")} can't be read.`,
            );
        }
        lastId = page.data.at(-1)?.id;
        if (!page.has_more || !lastId) return { prices, remarks };
      }
      remarks.push(
        `Stripe has more than ${MAX_PRICES} active prices: the newest ${MAX_PRICES} are offered.`,
      );
      return { prices, remarks };
    });
    const { offers, remarks: offerRemarks } = createOffers(prices);
    for (const message of [...remarks, ...offerRemarks]) log(message);
    return { offers, verified: new Date(began).toISOString() };
  };

  return {
    read() {
      const began = now();
      if (current && began >= current.began && began - current.began < maxAgeMs)
        return current.offers;
      const pending = { offers: fetchOffers(began), began };
      current = pending;
      // A failure is not kept: whoever asks next asks Stripe.
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
