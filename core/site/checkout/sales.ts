import type { OfferList, PaymentProvider } from "../../ports/payments.ts";

/** Whether a site sells anything, without waiting for the payment provider. */
export interface Sales {
  /** Whether the last list of offers had any. True before the first list. */
  isOpen(): boolean;
  /** The payment provider, whose lists of offers are noted. */
  readonly payments: PaymentProvider;
}

/** The list of offers is read again after this time, if something depends on it. */
const REFRESH_MILLISECONDS = 60_000;

/**
 * Watches whether a payment provider has offers, because products may appear and disappear while the
 * site runs. A failure of the provider changes nothing.
 */
export function watchSales(provider: PaymentProvider, now: () => number): Sales {
  let isOpen = true;
  let checkedAt = -Infinity;
  const note = (list: OfferList): OfferList => {
    isOpen = list.offers.length > 0;
    checkedAt = now();
    return list;
  };
  const payments: PaymentProvider = Object.create(provider, {
    listOffers: { value: async () => note(await provider.listOffers()) },
  });
  const refresh = () => {
    checkedAt = now();
    payments.listOffers().catch(() => undefined);
  };
  refresh();
  return {
    payments,
    isOpen() {
      if (now() - checkedAt >= REFRESH_MILLISECONDS) refresh();
      return isOpen;
    },
  };
}
