import type { Payments } from "../../core/ports/payments.ts";
import { askWith } from "./stripe/ask.ts";
import { catalogue } from "./stripe/catalogue.ts";
import { type Access, lazyClient } from "./stripe/client.ts";
import type { Country } from "./stripe/countries.ts";
import { hear } from "./stripe/notices.ts";
import { sessions } from "./stripe/sessions.ts";
import { nowAndThen } from "./stripe/tell.ts";

export interface StripeOptions extends Access {
  /** What webhooks are signed with (`whsec_`); none: every webhook is refused. */
  readonly webhookSecret?: string | undefined;
  /** Where the hosted page takes an address of what is sent. */
  readonly shipsTo: readonly Country[];
  /** Hears what the operator should know: a permission that is missing, a price that can't be offered. Never a secret. */
  readonly tell?: ((sentence: string) => void) | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/**
 * Payments by Stripe: its active prices are what is for sale, its Checkout is the hosted page. Its client is loaded when it
 * is first asked something.
 */
export function stripePayments({
  webhookSecret,
  shipsTo,
  tell = () => {},
  now = Date.now,
  ...access
}: StripeOptions): Payments {
  const client = lazyClient(access);
  const say = nowAndThen(tell, now);
  const ask = askWith(client, say);
  const { read, drop } = catalogue(ask, { tell: say, now });
  return {
    name: "stripe",
    offers: read,
    ...sessions(ask, shipsTo),
    async noticeOf(body, headers) {
      const heard = await hear(client, {
        body,
        signature: headers.get("stripe-signature"),
        secret: webhookSecret,
        received: now(),
      });
      if (heard?.changesOffers) drop();
      return heard?.notice;
    },
  };
}
