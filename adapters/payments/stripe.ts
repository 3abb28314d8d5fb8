import type { PaymentProvider } from "../../core/ports/payments.ts";
import { createStripeCaller } from "./stripe/call.ts";
import { createLazyClient, type StripeAccess } from "./stripe/client.ts";
import type { Country } from "./stripe/countries.ts";
import { createHourlyLog } from "./stripe/log-hourly.ts";
import { createOfferCache } from "./stripe/offer-cache.ts";
import { createStripeSessions } from "./stripe/sessions.ts";
import { verifyWebhook } from "./stripe/webhooks.ts";

export interface StripeOptions extends StripeAccess {
  /** What webhooks are signed with (`whsec_`); none: every webhook is refused. */
  readonly webhookSecret?: string | undefined;
  /** Where the hosted page takes an address of what is sent. */
  readonly shipsTo: readonly Country[];
  /** Hears what the operator should know: a permission that is missing, a price that can't be offered. Never a secret. */
  readonly log?: ((message: string) => void) | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/**
 * Payments by Stripe: its active prices are what is for sale, its Checkout is the hosted page. Its client is loaded when it
 * is first asked something.
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
