import type { Amounts, Payment } from "../../../core/ports/payments.ts";
import { minorUnits } from "./money.ts";
import type { StripeSession } from "./objects.ts";

/** What a Checkout Session says; `hasFailed` where it is complete and the money never arrived, which the session does not tell. */
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
  const [subtotal, total, discount, shipping] = [
    amount_subtotal,
    amount_total,
    total_details?.amount_discount,
    total_details?.amount_shipping,
  ].map(toMinorUnits) as [number, number, number, number];
  // A tax that the prices include is in the subtotal already.
  const tax = total_details?.amount_tax ? Math.max(0, total - (subtotal - discount + shipping)) : 0;
  return {
    subtotal,
    total,
    ...(discount && { discount }),
    ...(shipping && { shipping }),
    ...(tax && { tax }),
  };
}
