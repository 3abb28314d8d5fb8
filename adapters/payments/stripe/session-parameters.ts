import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { Problem } from "../../../core/index.ts";
import type { Order } from "../../../core/ports/payments.ts";
import type { Country } from "./countries.ts";

/** The Checkout Session for an order: the same for the same order, always, so that it may be asked for again. */
export function createSessionParameters(
  order: Order,
  shipsTo: readonly Country[],
): Stripe.Checkout.SessionCreateParams {
  const { checkout, lines, expires, returnUrl } = order;
  const recurring = lines.filter(({ offer }) => offer.billing);
  const trial = findTrial(order);
  return {
    mode: recurring.length > 0 ? "subscription" : "payment",
    line_items: lines.map(({ offer, quantity }) => ({ price: offer.id, quantity })),
    success_url: returnUrl,
    cancel_url: returnUrl,
    client_reference_id: checkout,
    metadata: { checkout },
    expires_at: Math.floor(Date.parse(expires) / 1000),
    ...(trial && { subscription_data: { trial_period_days: trial } }),
    ...(lines.some(({ offer }) => offer.needsShipping) && {
      shipping_address_collection: { allowed_countries: [...shipsTo] },
    }),
  };
}

/** What Stripe knows an order by: says nothing about the key, and has Stripe's length whatever the key's is. */
export function createIdempotencyKey({ key }: Order): string {
  return `jackfield-${createHash("sha256").update(key).digest("base64url")}`;
}

/** Stripe has one trial for a whole session, which would give it to what has none. */
function findTrial({ lines }: Order): number | undefined {
  const trials = new Set(
    lines.filter(({ offer }) => offer.billing).map(({ offer }) => offer.trialDays),
  );
  if (trials.size <= 1) return [...trials][0];
  throw new Problem(
    "offers_do_not_mix",
    "The offers have trials of different lengths, and a checkout has one for all of them.",
    {
      hint: "Open a checkout for each length of trial.",
    },
  );
}
