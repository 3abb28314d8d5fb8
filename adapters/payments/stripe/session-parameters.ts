import { createHash } from "node:crypto";
import type Stripe from "stripe";
import type { Order } from "../../../core/ports/payments.ts";
import { Problem } from "../../../core/site.ts";
import type { Country } from "./countries.ts";

/**
 * Creates the Checkout Session parameters of an order. They are deterministic, so that retries
 * match the idempotency key.
 */
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

/**
 * Hashes the order's key, because Stripe limits the length of keys and must not receive client
 * keys.
 */
export function createIdempotencyKey({ key }: Order): string {
  return `jackfield-${createHash("sha256").update(key).digest("base64url")}`;
}

/**
 * Returns the trial of all recurring lines. Stripe applies one trial to a whole session, so
 * different ones throw.
 */
function findTrial({ lines }: Order): number | undefined {
  const trials = new Set(
    lines.filter(({ offer }) => offer.billing).map(({ offer }) => offer.trialDays),
  );
  if (trials.size <= 1) return [...trials][0];
  throw new Problem("offers_do_not_mix", "The offers have trials of different lengths.", {
    hint: "Create a separate checkout for each trial length.",
  });
}
