import type { CheckoutStore } from "../../ports/checkout-store.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { PaymentProvider } from "../../ports/payments.ts";
import type { Site } from "../domain/site.ts";

/** What buying needs. */
export interface Commerce {
  readonly site: Site;
  readonly payments: PaymentProvider;
  readonly storage: CheckoutStore;
  /** Fetches the profiles that UCP platforms name; none: they are not looked at. */
  readonly profiles?: Outbound | undefined;
  /** Milliseconds since 1970. */
  now(): number;
}
