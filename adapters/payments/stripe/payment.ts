import type { Amounts, Payment } from "../../../core/ports/payments.ts";
import { minorUnits } from "./money.ts";
import type { StripeSession } from "./objects.ts";

/**
 * Converts a Checkout Session to a payment. `hasFailed`: the session is complete, but its payment
 * failed.
 */
export function toPayment(session: StripeSession, { hasFailed = false } = {}): Payment {
  const state = hasFailed ? "failed" : computeState(session);
  return {
    id: session.id,
    state,
    ...(state === "open" && session.url ? { url: session.url } : {}),
    amounts: computeAmounts(session),
  };
}

function computeState({ status, payment_status }: StripeSession): Payment["state"] {
  if (status === "expired") return "closed";
  if (status !== "complete") return "open";
  return payment_status === "unpaid" ? "processing" : "paid";
}

function computeAmounts({
  currency,
  amount_subtotal,
  amount_total,
  total_details,
}: StripeSession): Amounts {
  const toMinorUnits = (amount: number | null | undefined) =>
    minorUnits(amount ?? 0, currency ?? "");
  const subtotal = toMinorUnits(amount_subtotal);
  const total = toMinorUnits(amount_total);
  const discount = toMinorUnits(total_details?.amount_discount);
  const shipping = toMinorUnits(total_details?.amount_shipping);
  // Tax that is included in the prices is already part of the subtotal.
  const tax = total_details?.amount_tax ? Math.max(0, total - (subtotal - discount + shipping)) : 0;
  return {
    subtotal,
    total,
    ...(discount && { discount }),
    ...(shipping && { shipping }),
    ...(tax && { tax }),
  };
}
