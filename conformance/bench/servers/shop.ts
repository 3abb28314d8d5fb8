import { hostRule, originRule } from "../../../adapters/hosts.ts";
import { serve } from "../../../adapters/runtime/serve.ts";
import { createSite } from "../../../core/index.ts";
import type { Payments } from "../../../core/ports/payments.ts";
import { openPlace } from "../../ports/storage/open-place.ts";
import { OFFER, openPayment } from "../stored.ts";
import type { Start } from "./listen.ts";
import { content, site } from "./site.ts";

/** How a shop is served: its variant is this as JSON. */
export interface ShopVariant {
  /** Where it keeps its checkouts: a folder, or the address of a PostgreSQL database. */
  readonly place: string;
  readonly latency: Latency;
}

/** Milliseconds that the payment provider takes to open a hosted page, and to say what became of one. */
export interface Latency {
  readonly open: number;
  readonly find: number;
}

/** The site service with something for sale, without limiter, metrics and log, on the adapter of the runtime. */
export const startShop: Start = async (variant) => {
  const { place, latency } = JSON.parse(variant) as ShopVariant;
  const { storage } = await openPlace(place);
  const options = {
    site,
    content,
    allowsHost: hostRule(site.origin, []),
    allowsOrigin: originRule(site.origin, []),
  };
  const handler = createSite({
    ...options,
    commerce: { payments: slowPayments(latency), storage },
  });
  const { url } = await serve(handler, { hostname: "127.0.0.1", port: 0 });
  return Number(new URL(url).port);
};

/** A provider that takes its time; nobody pays, and it keeps nothing. */
function slowPayments({ open, find }: Latency): Payments {
  const after = <T>(milliseconds: number, value: T) =>
    milliseconds === 0
      ? Promise.resolve(value)
      : new Promise<T>((resolve) => setTimeout(resolve, milliseconds, value));
  return {
    name: "stub",
    offers: async () => ({ offers: [OFFER], verified: new Date().toISOString() }),
    open: ({ checkout }) => after(open, openPayment(checkout)),
    find: (id) => after(find, openPayment(id.slice("pay_".length))),
    close: (id) => Promise.reject(new Error(`Nothing here closes ${id}.`)),
  };
}
