import type { PaymentProvider } from "../../core/ports/payments.ts";
import { createStripeCaller } from "./stripe/call.ts";
import { createLazyClient, type StripeAccess } from "./stripe/client.ts";
import type { Country } from "./stripe/countries.ts";
import { createHourlyLog } from "./stripe/log-hourly.ts";
import { createOfferCache } from "./stripe/offer-cache.ts";
import { createStripeSessions } from "./stripe/sessions.ts";
import { verifyWebhook } from "./stripe/webhooks.ts";

export interface StripeOptions extends StripeAccess {
  /** The signing secret of webhooks (`whsec_`). Without it, every webhook is rejected. */
  readonly webhookSecret?: string | undefined;
  /** The countries that the hosted payment page accepts as shipping addresses. */
  readonly shipsTo: readonly Country[];
  /**
   * Receives messages for the operator, such as missing permissions. They never contain secrets.
   */
  readonly log?: ((message: string) => void) | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/**
 * Creates the Stripe payment provider. Its offers are the active prices, and Stripe Checkout is the
 * hosted payment page. The Stripe client is loaded at the first request.
 */
export function createStripePayments({
  webhookSecret,
  shipsTo,
  log = () => {},
  now = Date.now,
  ...access
}: StripeOptions): PaymentProvider {
  const client = createLazyClient(access);
  const logOnce = createHourlyLog(log, now);
  const callStripe = createStripeCaller(client, logOnce);
  const { read, invalidate } = createOfferCache(callStripe, { log: logOnce, now });
  return {
    name: "stripe",
    listOffers: read,
    ...createStripeSessions(callStripe, shipsTo),
    async readEvent(body, headers) {
      const webhook = await verifyWebhook(client, {
        body,
        signature: headers.get("stripe-signature"),
        secret: webhookSecret,
        receivedAt: now(),
      });
      if (webhook?.changesOffers) invalidate();
      return webhook?.event;
    },
  };
}
