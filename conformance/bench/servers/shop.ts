import { serve } from "../../../adapters/runtime/serve.ts";
import { createHostCheck, createOriginCheck } from "../../../adapters/services/allowed-hosts.ts";
import { createSite } from "../../../core/index.ts";
import type { PaymentProvider } from "../../../core/ports/payments.ts";
import { openCheckoutStore } from "../../ports/databases.ts";
import { createOpenPayment, OFFER } from "../shop/stored-checkouts.ts";
import type { StartServer } from "./listen.ts";
import { content, site } from "./site.ts";

/** The options of a shop. The server receives them as JSON in its variant. */
export interface ShopVariant {
  /** The data folder, or the URL of a PostgreSQL database. */
  readonly storage: string;
  readonly latency: Latency;
}

/**
 * The milliseconds that the payment provider takes to open a hosted payment page, and to look up a
 * payment.
 */
export interface Latency {
  readonly open: number;
  readonly find: number;
}

/** The site on the current runtime with an offer, without rate limiter, metrics and log. */
export const startShop: StartServer = async (variant) => {
  const { storage: location, latency } = JSON.parse(variant) as ShopVariant;
  const { checkoutStore } = await openCheckoutStore(location);
  const handler = createSite({
    site,
    content,
    allowsHost: createHostCheck(site.origin, []),
    allowsOrigin: createOriginCheck(site.origin, []),
    commerce: { payments: createSlowPayments(latency), checkoutStore },
  });
  const { url } = await serve(handler, { hostname: "127.0.0.1", port: 0 });
  return Number(new URL(url).port);
};

/** Creates a stateless payment provider with latency, whose payments stay open. */
function createSlowPayments({ open, find }: Latency): PaymentProvider {
  const after = <T>(milliseconds: number, value: T) =>
    milliseconds === 0
      ? Promise.resolve(value)
      : new Promise<T>((resolve) => setTimeout(resolve, milliseconds, value));
  return {
    name: "stub",
    listOffers: async () => ({ offers: [OFFER], verified: new Date().toISOString() }),
    openPayment: ({ checkout }) => after(open, createOpenPayment(checkout)),
    findPayment: (id) => after(find, createOpenPayment(id.slice("pay_".length))),
    closePayment: (id) => Promise.reject(new Error(`This payment provider can't close "${id}".`)),
  };
}
