import { createHostCheck, createOriginCheck } from "../../../adapters/allowed-hosts.ts";
import { serve } from "../../../adapters/runtime/serve.ts";
import { createSite } from "../../../core/index.ts";
import type { PaymentProvider } from "../../../core/ports/payments.ts";
import { openCheckoutStore } from "../../ports/checkout-store/open-checkout-store.ts";
import { createOpenPayment, OFFER } from "../stored-checkouts.ts";
import type { StartServer } from "./listen.ts";
import { content, site } from "./site.ts";

/** How a shop is served: its variant is this as JSON. */
export interface ShopVariant {
  /** Where it keeps its checkouts: a folder, or the address of a PostgreSQL database. */
  readonly storage: string;
  readonly latency: Latency;
}

/** Milliseconds that the payment provider takes to open a hosted page, and to say what became of one. */
export interface Latency {
  readonly open: number;
  readonly find: number;
}

/** The site service with something for sale, without limiter, metrics and log, on the adapter of the runtime. */
export const startShop: StartServer = async (variant) => {
  const { storage: place, latency } = JSON.parse(variant) as ShopVariant;
  const { storage } = await openCheckoutStore(place);
  const options = {
    site,
    content,
    allowsHost: createHostCheck(site.origin, []),
    allowsOrigin: createOriginCheck(site.origin, []),
  };
  const handler = createSite({
    ...options,
    commerce: { payments: createSlowPayments(latency), storage },
  });
  const { url } = await serve(handler, { hostname: "127.0.0.1", port: 0 });
  return Number(new URL(url).port);
};

/** A provider that takes its time; nobody pays, and it keeps nothing. */
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
    closePayment: (id) => Promise.reject(new Error(`Nothing here closes ${id}.`)),
  };
}
