import type { Outbound } from "../../ports/outbound.ts";
import type { PaymentProvider } from "../../ports/payments.ts";
import type { CheckoutStore } from "../../ports/stores/checkout-store.ts";
import type { Site } from "../site.ts";

/** The dependencies of checkouts. */
export interface Commerce {
  readonly site: Site;
  readonly payments: PaymentProvider;
  readonly checkoutStore: CheckoutStore;
  /** Fetches the profiles of UCP platforms. Without it, profiles are ignored. */
  readonly profiles?: Outbound | undefined;
  /**
   * Fetches the profiles of UCP platforms at http URLs of this machine. Set it only if no other
   * machine reaches the service, because platforms choose the URLs. It isn't used for requests that
   * a proxy may have forwarded.
   */
  readonly localProfiles?: Outbound | undefined;
  /** The time in milliseconds since 1970. */
  now(): number;
}
