import type { Offers } from "../../../core/ports/payments.ts";
import type { Ask } from "./ask.ts";
import { price, type StripePrice } from "./objects.ts";
import { assortmentOf } from "./offers.ts";

/** The prices as they are now. */
export interface Catalogue {
  read(): Promise<Offers>;
  /** What was read so far is out of date. */
  drop(): void;
}

const MOST = 1_000;
const PAGE = 100;

/**
 * Reads the active prices, shares one reading among all who ask within three seconds of its beginning, and never gives an
 * older one, whatever became of the next.
 */
export function catalogue(
  ask: Ask,
  { tell, now, ageMs = 3_000 }: { tell(sentence: string): void; now(): number; ageMs?: number },
): Catalogue {
  let current: { readonly offers: Promise<Offers>; readonly began: number } | undefined;

  const read = async (began: number): Promise<Offers> => {
    const { prices, remarks } = await ask("list the prices", async (stripe) => {
      const prices: StripePrice[] = [];
      const remarks: string[] = [];
      let after: string | undefined;
      for (let pages = 0; pages < MOST / PAGE; pages++) {
        const page = await stripe.prices.list({
          active: true,
          limit: PAGE,
          expand: ["data.product"],
          ...(after && { starting_after: after }),
        });
        for (const item of page.data) {
          const parsed = price.safeParse(item);
          if (parsed.success) prices.push(parsed.data);
          else
            remarks.push(
              `Stripe's ${item.id} is not offered: its ${parsed.error.issues[0]?.path.join(".")} can't be read.`,
            );
        }
        after = page.data.at(-1)?.id;
        if (!page.has_more || !after) return { prices, remarks };
      }
      remarks.push(`Stripe has more than ${MOST} active prices: the newest ${MOST} are offered.`);
      return { prices, remarks };
    });
    const { offers, remarks: more } = assortmentOf(prices);
    for (const sentence of [...remarks, ...more]) tell(sentence);
    return { offers, verified: new Date(began).toISOString() };
  };

  return {
    read() {
      const began = now();
      if (current && began >= current.began && began - current.began < ageMs) return current.offers;
      const reading = { offers: read(began), began };
      current = reading;
      // A failure is not kept: whoever asks next asks Stripe.
      reading.offers.catch(() => {
        if (current === reading) current = undefined;
      });
      return reading.offers;
    },
    drop() {
      current = undefined;
    },
  };
}
